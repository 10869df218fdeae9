#ifndef CARDSHELF_CWOFF2_H
#define CARDSHELF_CWOFF2_H
// libwoff2enc is C++ with a std::string among its parameters, which Swift cannot call.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The maximum size of the WOFF2 file for a font file, in bytes.
size_t cwoff2_max_size(const uint8_t *font, size_t length);
/// Compresses a TrueType or OpenType file. `written` contains the capacity on entry and the size on return.
bool cwoff2_compress(const uint8_t *font, size_t length, uint8_t *out, size_t *written, int quality);

#ifdef __cplusplus
}
#endif
#endif

#ifndef CARDSHELF_CWOFF2_H
#define CARDSHELF_CWOFF2_H
// libwoff2enc is C++ and takes a std::string among its parameters, which Swift cannot call.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The most bytes that the WOFF2 of a font file can take.
size_t cwoff2_max_size(const uint8_t *font, size_t length);
/// Compresses a TrueType or OpenType file. `written` holds the room on entry and the size on return.
bool cwoff2_compress(const uint8_t *font, size_t length, uint8_t *out, size_t *written, int quality);

#ifdef __cplusplus
}
#endif
#endif

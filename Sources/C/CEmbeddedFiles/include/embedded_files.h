#ifndef CARDSHELF_EMBEDDED_FILES_H
#define CARDSHELF_EMBEDDED_FILES_H
// Files as constant data of the program. As array literals in Swift they took an eighth of the build time.

#include <stddef.h>
#include <stdint.h>

/// The bytes of a file, by its path in the project; NULL if the program does not contain it.
const uint8_t *embedded_file(const char *path, size_t *count);

#endif

// From libFuzzer, which a sanitizer flag links; it has no public header.
#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerRunDriver(int *count, char ***arguments, int (*target)(const uint8_t *bytes, size_t count));

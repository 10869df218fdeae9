#include "CWOFF2.h"

#include <woff2/encode.h>

size_t cwoff2_max_size(const uint8_t *font, size_t length) { return woff2::MaxWOFF2CompressedSize(font, length); }

bool cwoff2_compress(const uint8_t *font, size_t length, uint8_t *out, size_t *written, int quality) {
  woff2::WOFF2Params parameters;
  parameters.brotli_quality = quality;
  return woff2::ConvertTTFToWOFF2(font, length, out, written, parameters);
}

#include "CWOFF2.h"

#include <cstdio>
#include <cstring>
#include <unistd.h>
#include <woff2/encode.h>

namespace {

// The encoder prints sizes to stderr, which cannot be turned off. The stream of stdio is therefore replaced, once, by one
// that drops what a thread writes while it encodes. It is never closed and never changed back: other threads write to
// it at any time, and some keep it.
thread_local bool is_encoding = false;

ssize_t write_unless_encoding(void *, const char *bytes, size_t length) {
  if (is_encoding) return static_cast<ssize_t>(length);
  ssize_t written = write(STDERR_FILENO, bytes, length);
  return written < 0 ? 0 : written;
}

bool replace_standard_error() {
  std::FILE *stream = fopencookie(nullptr, "w", {nullptr, write_unless_encoding, nullptr, nullptr});
  if (stream == nullptr) return false;
  // A buffer would be written by whichever thread fills it.
  std::setvbuf(stream, nullptr, _IONBF, 0);
  stderr = stream;
  return true;
}

}  // namespace

size_t cwoff2_max_size(const uint8_t *font, size_t length) { return woff2::MaxWOFF2CompressedSize(font, length); }

bool cwoff2_compress(const uint8_t *font, size_t length, uint8_t *out, size_t *written, int quality) {
  [[maybe_unused]] static const bool is_replaced = replace_standard_error();
  // The encoder does not initialise the bytes that pad the file to a multiple of four.
  std::memset(out, 0, *written);
  woff2::WOFF2Params parameters;
  parameters.brotli_quality = quality;
  is_encoding = true;
  bool is_compressed = woff2::ConvertTTFToWOFF2(font, length, out, written, parameters);
  is_encoding = false;
  return is_compressed;
}

#include "CWOFF2.h"

#include <cstdio>
#include <cstring>
#include <mutex>
#include <woff2/encode.h>

namespace {

// The encoder prints sizes to stderr, which cannot be turned off. While any thread encodes, the stream of stdio is
// redirected; the descriptor itself does not change, so that other output to it arrives.
class QuietStandardError {
 public:
  QuietStandardError() {
    std::lock_guard<std::mutex> guard(lock);
    if (users++ > 0) return;
    original = stderr;
    nowhere = std::fopen("/dev/null", "w");
    if (nowhere) stderr = nowhere;
  }

  ~QuietStandardError() {
    std::lock_guard<std::mutex> guard(lock);
    if (--users > 0 || !nowhere) return;
    stderr = original;
    std::fclose(nowhere);
    nowhere = nullptr;
  }

 private:
  static std::mutex lock;
  static int users;
  static std::FILE *original;
  static std::FILE *nowhere;
};

std::mutex QuietStandardError::lock;
int QuietStandardError::users = 0;
std::FILE *QuietStandardError::original = nullptr;
std::FILE *QuietStandardError::nowhere = nullptr;

}  // namespace

size_t cwoff2_max_size(const uint8_t *font, size_t length) { return woff2::MaxWOFF2CompressedSize(font, length); }

bool cwoff2_compress(const uint8_t *font, size_t length, uint8_t *out, size_t *written, int quality) {
  QuietStandardError quiet;
  // The encoder does not initialise the bytes that pad the file to a multiple of four.
  std::memset(out, 0, *written);
  woff2::WOFF2Params parameters;
  parameters.brotli_quality = quality;
  return woff2::ConvertTTFToWOFF2(font, length, out, written, parameters);
}

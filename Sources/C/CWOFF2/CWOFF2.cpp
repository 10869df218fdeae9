#include "CWOFF2.h"

#include <cstdio>
#include <cstring>
#include <mutex>
#include <woff2/encode.h>

namespace {

// The encoder prints sizes to stderr and has no switch for it. While any thread encodes, stdio's stream points
// elsewhere; the descriptor itself stays, so that what others write to it arrives.
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
  // The encoder leaves the bytes that pad the file to a multiple of four as they were.
  std::memset(out, 0, *written);
  woff2::WOFF2Params parameters;
  parameters.brotli_quality = quality;
  return woff2::ConvertTTFToWOFF2(font, length, out, written, parameters);
}

#ifndef CARDSHELF_CVIPS_H
#define CARDSHELF_CVIPS_H
// libvips' functions have variable arguments for their options, which Swift cannot pass. The library is opened when it
// is needed: if it were linked, every start of the program would load a hundred others.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// An image in memory: sRGB with 8 bits per channel; with an alpha channel only if it is not fully opaque.
typedef struct CVipsImage CVipsImage;

typedef enum { CVIPS_JPEG, CVIPS_PNG, CVIPS_WEBP, CVIPS_AVIF } CVipsFormat;

typedef enum { CVIPS_READY, CVIPS_MISSING, CVIPS_UNUSABLE } CVipsState;

/// Opens libvips, with only the loaders of JPEG, PNG and WebP, on one thread.
CVipsState cvips_open(void);
/// Adds the loader and the encoder of AVIF, if they are installed. libvips must be ready.
void cvips_open_avif(void);
/// A part of the version of libvips, which must be ready: 0 for the major number, 1 for the minor one, 2 for the patch.
int cvips_version(int part);
/// The last message of libvips; empty if there is none.
const char *cvips_message(void);

/// The size of an encoded image in pixels, after applying its orientation.
bool cvips_size(const uint8_t *bytes, size_t length, int *width, int *height);
/// Decodes an image and applies its orientation; NULL if it cannot be decoded completely.
///
/// `width` and `height` are those of `cvips_size`.
CVipsImage *cvips_decode(const uint8_t *bytes, size_t length, int width, int height);
/// A part of an image at a smaller size, with its orientation applied.
typedef struct {
  /// The size of the whole image.
  int width, height;
  /// The part of it.
  int left, top, part_width, part_height;
} CVipsReduction;

/// Decodes a part of an image at a smaller size; NULL if that part cannot be decoded completely. What is below it may be
/// damaged. Decoders leave out detail that this size does not show.
CVipsImage *cvips_reduced(const uint8_t *bytes, size_t length, CVipsReduction reduction);
CVipsImage *cvips_part(CVipsImage *image, int left, int top, int width, int height);
/// Resizes an image.
CVipsImage *cvips_resized(CVipsImage *image, int width, int height);
/// Draws an opaque SVG at its own size, to be encoded once; NULL if it cannot be drawn, or librsvg is missing.
///
/// After the first call the process can read SVG; only processes that draw may call this.
CVipsImage *cvips_draw(const uint8_t *svg, size_t length);
void cvips_release(CVipsImage *image);

int cvips_channels(CVipsImage *image);
/// The pixels from the top, without padding between rows; `length` is their size in bytes.
const uint8_t *cvips_pixels(CVipsImage *image, size_t *length);

/// Encodes an image without metadata; free the result with `cvips_free`. NULL if there is no encoder.
uint8_t *cvips_encode(CVipsImage *image, CVipsFormat format, bool is_lossless, size_t *length);
/// Encodes a JPEG or a PNG quickly rather than compactly.
uint8_t *cvips_encode_quickly(CVipsImage *image, bool is_jpeg, size_t *length);
void cvips_free(uint8_t *bytes);

#endif

#ifndef CARDSHELF_CVIPS_H
#define CARDSHELF_CVIPS_H
// libvips' functions take their options as variable arguments, which Swift cannot pass. The library is opened when it is
// asked for: linked, it would have every start of the program map a hundred others.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// An image in memory: 8 bits a channel, sRGB, with or without an alpha channel that is not all opaque.
typedef struct CVipsImage CVipsImage;

typedef enum { CVIPS_JPEG, CVIPS_PNG, CVIPS_WEBP, CVIPS_AVIF } CVipsFormat;

typedef enum { CVIPS_READY, CVIPS_MISSING, CVIPS_UNUSABLE } CVipsState;

/// Opens libvips, and allows it the loaders of JPEG, PNG, WebP and AVIF only, on one thread.
CVipsState cvips_open(void);
/// What libvips said last; empty where it said nothing.
const char *cvips_message(void);

/// The size of an encoded image in pixels, its orientation applied.
bool cvips_size(const uint8_t *bytes, size_t length, int *width, int *height);
/// Decodes an image and turns it as it says; NULL where it cannot be decoded to its end.
///
/// `width` and `height` are those of `cvips_size`.
CVipsImage *cvips_decode(const uint8_t *bytes, size_t length, int width, int height);
CVipsImage *cvips_part(CVipsImage *image, int left, int top, int width, int height);
/// The image in another size.
CVipsImage *cvips_resized(CVipsImage *image, int width, int height);
/// Draws an opaque SVG at its own size, to be encoded once; NULL if it cannot be drawn, or librsvg is missing.
///
/// After the first call the process can read SVG; only processes that draw may call this.
CVipsImage *cvips_draw(const uint8_t *svg, size_t length);
void cvips_release(CVipsImage *image);

int cvips_channels(CVipsImage *image);
/// Its pixels from the top, and no row padded; `length` is their size in bytes.
const uint8_t *cvips_pixels(CVipsImage *image, size_t *length);

/// An encoded image without metadata, to be given to `cvips_free`; NULL where there is no encoder.
uint8_t *cvips_encode(CVipsImage *image, CVipsFormat format, bool is_lossless, size_t *length);
/// A PNG that is encoded quickly rather than compactly.
uint8_t *cvips_encode_quickly(CVipsImage *image, size_t *length);
void cvips_free(uint8_t *bytes);

#endif

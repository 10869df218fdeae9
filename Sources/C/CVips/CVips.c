#define _GNU_SOURCE
#include "CVips.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// libvips' declarations, as in <vips/vips.h>. Its headers would require those of GLib and about a hundred packages.
typedef struct CVipsImage VipsImage;

// Values of its enumerations.
enum { size_force = 3 };
enum { interpretation_srgb = 22 };
enum { compression_av1 = 4 };
enum { fail_on_error = 2 };
enum { access_sequential = 1 };
enum { subsample_auto = 0, subsample_off = 2 };
enum { kernel_linear = 1 };
// Of GModule.
enum { bind_lazy = 1 };

static struct {
  int (*init)(const char *program);
  int (*version)(int part);
  void (*block_untrusted_set)(int is_blocked);
  void (*operation_block_set)(const char *class_name, int is_blocked);
  void (*concurrency_set)(int count);
  void (*cache_set_max)(int count);
  void (*vector_set_enabled)(int is_enabled);
  const char *(*error_buffer)(void);
  void (*error_clear)(void);
  VipsImage *(*image_new_from_buffer)(const void *bytes, size_t length, const char *options, ...);
  VipsImage *(*image_copy_memory)(VipsImage *image);
  const void *(*image_get_data)(VipsImage *image);
  int (*image_get_width)(const VipsImage *image);
  int (*image_get_height)(const VipsImage *image);
  int (*image_get_bands)(const VipsImage *image);
  int (*image_hasalpha)(VipsImage *image);
  size_t (*image_get_typeof)(const VipsImage *image, const char *name);
  char **(*image_get_fields)(VipsImage *image);
  int (*image_remove)(VipsImage *image, const char *name);
  int (*copy)(VipsImage *in, VipsImage **out, ...);
  int (*image_get_orientation)(VipsImage *image);
  int (*autorot)(VipsImage *in, VipsImage **out, ...);
  int (*resize)(VipsImage *in, VipsImage **out, double scale, ...);
  int (*thumbnail_image)(VipsImage *in, VipsImage **out, int width, ...);
  int (*extract_area)(VipsImage *in, VipsImage **out, int left, int top, int width, int height, ...);
  int (*extract_band)(VipsImage *in, VipsImage **out, int band, ...);
  int (*colourspace)(VipsImage *in, VipsImage **out, int space, ...);
  int (*min)(VipsImage *in, double *out, ...);
  int (*jpegsave_buffer)(VipsImage *in, void **bytes, size_t *length, ...);
  int (*pngsave_buffer)(VipsImage *in, void **bytes, size_t *length, ...);
  int (*webpsave_buffer)(VipsImage *in, void **bytes, size_t *length, ...);
  int (*heifsave_buffer)(VipsImage *in, void **bytes, size_t *length, ...);
  // From GLib, which libvips loads.
  void (*object_unref)(void *object);
  void (*free)(void *bytes);
  void (*strfreev)(char **texts);
  void *(*module_open)(const char *path, int flags);
} vips;

static bool find(void *library, const char *name, void *function) {
  void *found = dlsym(library, name);
  *(void **)function = found;
  return found != NULL;
}

/// Finds the folder of libvips.
static bool find_folder(char folder[static PATH_MAX]) {
  Dl_info found;
  if (dladdr((void *)vips.init, &found) == 0 || found.dli_fname == NULL) return false;
  const char *end = strrchr(found.dli_fname, '/');
  if (end == NULL || end - found.dli_fname >= PATH_MAX) return false;
  memcpy(folder, found.dli_fname, (size_t)(end - found.dli_fname));
  folder[end - found.dli_fname] = 0;
  return true;
}

/// In a portable folder, the list of the loaders of images is beside libvips. Otherwise gdk-pixbuf knows where it is.
static void use_list_of_loaders(void) {
  char folder[PATH_MAX], path[PATH_MAX];
  if (!find_folder(folder)) return;
  int length = snprintf(path, sizeof path, "%s/gdk-pixbuf-loaders.cache", folder);
  if (length > 0 && length < PATH_MAX && access(path, R_OK) == 0) setenv("GDK_PIXBUF_MODULE_FILE", path, 1);
}

CVipsState cvips_open(void) {
  // libvips has modules for ImageMagick, PDF and slides, which take as long to load as all other libraries. It looks for
  // them below this path, where nothing can be.
  setenv("VIPSHOME", "/dev/null", 1);
  // Most functions of its hundred libraries are never called.
  void *library = dlopen("libvips.so.42", RTLD_LAZY | RTLD_LOCAL);
  if (library == NULL) return CVIPS_MISSING;
#define FIND(name) find(library, "vips_" #name, &vips.name)
  // The functions that block loaders exist since 8.13.
  bool has_all = FIND(init) && FIND(version) && FIND(block_untrusted_set) && FIND(operation_block_set) &&
                 FIND(concurrency_set) && FIND(cache_set_max) && FIND(vector_set_enabled) && FIND(error_buffer) && FIND(error_clear) &&
                 FIND(image_new_from_buffer) && FIND(image_copy_memory) && FIND(image_get_data) &&
                 FIND(image_get_width) && FIND(image_get_height) && FIND(image_get_bands) &&
                 FIND(image_hasalpha) && FIND(image_get_typeof) && FIND(image_get_fields) &&
                 FIND(image_remove) && FIND(copy) && FIND(image_get_orientation) && FIND(autorot) &&
                 FIND(resize) && FIND(thumbnail_image) &&
                 FIND(extract_area) && FIND(extract_band) && FIND(colourspace) && FIND(min) &&
                 FIND(jpegsave_buffer) && FIND(pngsave_buffer) && FIND(webpsave_buffer) &&
                 FIND(heifsave_buffer);
#undef FIND
  has_all = has_all && find(library, "g_object_unref", &vips.object_unref) && find(library, "g_free", &vips.free) &&
            find(library, "g_strfreev", &vips.strfreev) && find(library, "g_module_open", &vips.module_open);
  if (!has_all) return CVIPS_UNUSABLE;
  use_list_of_loaders();
  if (vips.init("cardshelf") != 0) return CVIPS_UNUSABLE;
  vips.block_untrusted_set(1);
  vips.operation_block_set("VipsForeignLoad", 1);
  vips.operation_block_set("VipsForeignLoadJpeg", 0);
  vips.operation_block_set("VipsForeignLoadPng", 0);
  vips.operation_block_set("VipsForeignLoadWebp", 0);
  vips.concurrency_set(1);
  vips.cache_set_max(0);
  // Code generated for the processor rounds differently from libvips' own, so bytes would depend on the machine.
  vips.vector_set_enabled(0);
  return CVIPS_READY;
}

void cvips_open_avif(void) {
  char folder[PATH_MAX], path[PATH_MAX];
  if (find_folder(folder)) {
    int length = snprintf(path, sizeof path, "%s/vips-modules-%d.%d/vips-heif.so", folder, vips.version(0), vips.version(1));
    // In some systems AVIF is part of libvips, and there is no module.
    if (length > 0 && length < PATH_MAX) vips.module_open(path, bind_lazy);
  }
  vips.operation_block_set("VipsForeignLoadHeif", 0);
}

int cvips_version(int part) { return vips.version(part); }

const char *cvips_message(void) { return vips.error_buffer != NULL ? vips.error_buffer() : ""; }

bool cvips_size(const uint8_t *bytes, size_t length, int *width, int *height) {
  vips.error_clear();
  VipsImage *stored = vips.image_new_from_buffer(bytes, length, "", NULL);
  if (stored == NULL) return false;
  VipsImage *turned = NULL;
  bool is_read = vips.autorot(stored, &turned, NULL) == 0;
  if (is_read) {
    *width = vips.image_get_width(turned);
    *height = vips.image_get_height(turned);
    vips.object_unref(turned);
  }
  vips.object_unref(stored);
  return is_read;
}

/// Copies the pixels without any metadata: Exif, XMP, IPTC, comments, profiles, names. An encoder cannot write what is
/// missing, even if it ignores `strip`, like that of WebP in libvips 8.14. Takes ownership of the image.
static VipsImage *bare(VipsImage *image) {
  VipsImage *own = NULL;
  // Images may share fields; a copy has its own list.
  bool is_copied = vips.copy(image, &own, NULL) == 0;
  vips.object_unref(image);
  if (!is_copied) return NULL;
  char **names = vips.image_get_fields(own);
  // Fields of the picture itself, such as its width, cannot be removed.
  for (char **name = names; name != NULL && *name != NULL; name++) vips.image_remove(own, *name);
  vips.strfreev(names);
  return own;
}

/// Loads the image into memory, in sRGB, and without an alpha channel that is fully opaque. Takes ownership of the
/// image.
static VipsImage *plain(VipsImage *image) {
  VipsImage *converted = NULL;
  bool is_converted = vips.colourspace(image, &converted, interpretation_srgb, NULL) == 0;
  vips.object_unref(image);
  if (!is_converted) return NULL;
  VipsImage *held = vips.image_copy_memory(converted);
  vips.object_unref(converted);
  if (held == NULL) return NULL;
  if (!vips.image_hasalpha(held)) return held;
  VipsImage *alpha = NULL;
  double least = 0;
  bool is_known = vips.extract_band(held, &alpha, vips.image_get_bands(held) - 1, NULL) == 0 &&
                  vips.min(alpha, &least, NULL) == 0;
  if (alpha != NULL) vips.object_unref(alpha);
  if (!is_known || least < 255) return held;
  VipsImage *opaque = NULL;
  if (vips.extract_band(held, &opaque, 0, "n", vips.image_get_bands(held) - 1, NULL) != 0) return held;
  vips.object_unref(held);
  held = vips.image_copy_memory(opaque);
  vips.object_unref(opaque);
  return held;
}

CVipsImage *cvips_decode(const uint8_t *bytes, size_t length, int width, int height) {
  vips.error_clear();
  VipsImage *stored = vips.image_new_from_buffer(
      bytes, length, "", "access", access_sequential, "fail_on", fail_on_error, NULL);
  if (stored == NULL) return NULL;
  VipsImage *held = vips.image_copy_memory(stored);
  vips.object_unref(stored);
  if (held == NULL) return NULL;
  // There is nothing to scale: this rotates the image and applies its colour profile. If an image has no profile,
  // exporting to one would change its colours.
  VipsImage *image = NULL;
  const char *profile = vips.image_get_typeof(held, "icc-profile-data") != 0 ? "export_profile" : NULL;
  bool is_turned =
      vips.thumbnail_image(held, &image, width, "height", height, "size", size_force, profile, "srgb", NULL) == 0;
  vips.object_unref(held);
  if (!is_turned) return NULL;
  image = plain(image);
  return image != NULL ? bare(image) : NULL;
}

/// Opens an image to be decoded once, from top to bottom, at the smallest size that its decoder offers and that is not
/// smaller than the given share of its own.
static VipsImage *opened(const uint8_t *bytes, size_t length, double share) {
  const char *option = NULL;
  double value = 1;
  if (length > 12 && memcmp(bytes, "\xFF\xD8\xFF", 3) == 0) {
    option = "shrink";
    while (value < 8 && share * value * 2 <= 1) value *= 2;
  } else if (length > 12 && memcmp(bytes + 8, "WEBP", 4) == 0) {
    option = "scale";
    value = share < 1 ? share : 1;
  }
  char text[64];
  snprintf(text, sizeof text, option == NULL ? "[]" : "[%s=%.9g]", option, value);
  return vips.image_new_from_buffer(bytes, length, text, "access", access_sequential, "fail_on", fail_on_error, NULL);
}

CVipsImage *cvips_reduced(const uint8_t *bytes, size_t length, CVipsReduction reduction) {
  vips.error_clear();
  VipsImage *stored = opened(bytes, length, 1);
  if (stored == NULL) return NULL;
  int orientation = vips.image_get_orientation(stored);
  // As stored: four of the eight orientations exchange the sides.
  int width = orientation < 5 ? reduction.width : reduction.height;
  int height = orientation < 5 ? reduction.height : reduction.width;
  double across = (double)width / vips.image_get_width(stored), down = (double)height / vips.image_get_height(stored);
  vips.object_unref(stored);
  stored = opened(bytes, length, across > down ? across : down);
  if (stored == NULL) return NULL;
  VipsImage *image = NULL;
  const char *profile = vips.image_get_typeof(stored, "icc-profile-data") != 0 ? "export_profile" : NULL;
  bool is_translucent = vips.image_hasalpha(stored);
  bool is_scaled;
  if (is_translucent) {
    // Colours of transparent pixels must not show beside them.
    is_scaled = vips.thumbnail_image(stored, &image, reduction.width, "height", reduction.height, "size", size_force,
                                     profile, "srgb", NULL) == 0;
    vips.object_unref(stored);
  } else {
    is_scaled = vips.resize(stored, &image, (double)width / vips.image_get_width(stored), "vscale",
                            (double)height / vips.image_get_height(stored), "kernel", kernel_linear, NULL) == 0;
    vips.object_unref(stored);
    if (is_scaled && orientation > 1) {
      VipsImage *held = vips.image_copy_memory(image);
      vips.object_unref(image);
      is_scaled = held != NULL && vips.autorot(held, &image, NULL) == 0;
      if (held != NULL) vips.object_unref(held);
    }
  }
  if (!is_scaled) return NULL;
  VipsImage *part = cvips_part(image, reduction.left, reduction.top, reduction.part_width, reduction.part_height);
  vips.object_unref(image);
  if (part == NULL) return NULL;
  if (profile != NULL && !is_translucent) {
    bool is_converted = vips.thumbnail_image(part, &image, reduction.part_width, "height", reduction.part_height, "size",
                                             size_force, profile, "srgb", NULL) == 0;
    vips.object_unref(part);
    if (!is_converted) return NULL;
    part = image;
  }
  part = plain(part);
  return part != NULL ? bare(part) : NULL;
}

CVipsImage *cvips_part(CVipsImage *image, int left, int top, int width, int height) {
  vips.error_clear();
  VipsImage *part = NULL;
  return vips.extract_area(image, &part, left, top, width, height, NULL) == 0 ? part : NULL;
}

CVipsImage *cvips_resized(CVipsImage *image, int width, int height) {
  vips.error_clear();
  VipsImage *made = NULL;
  if (vips.thumbnail_image(image, &made, width, "height", height, "size", size_force, NULL) != 0) return NULL;
  return plain(made);
}

CVipsImage *cvips_draw(const uint8_t *svg, size_t length) {
  vips.error_clear();
  // Only this loader can read SVG; images of the content never reach it.
  vips.operation_block_set("VipsForeignLoadSvg", 0);
  // A data URL may exceed libxml2's limit for attributes.
  VipsImage *drawn = vips.image_new_from_buffer(svg, length, "", "unlimited", 1, NULL);
  if (drawn == NULL) return NULL;
  // The picture is opaque. It is drawn in parts while it is encoded.
  VipsImage *opaque = NULL;
  bool is_cut = vips.extract_band(drawn, &opaque, 0, "n", 3, NULL) == 0;
  vips.object_unref(drawn);
  return is_cut ? opaque : NULL;
}

void cvips_release(CVipsImage *image) {
  if (image != NULL) vips.object_unref(image);
}

int cvips_channels(CVipsImage *image) { return vips.image_get_bands(image); }

const uint8_t *cvips_pixels(CVipsImage *image, size_t *length) {
  *length = (size_t)vips.image_get_width(image) * (size_t)vips.image_get_height(image) *
            (size_t)vips.image_get_bands(image);
  return vips.image_get_data(image);
}

uint8_t *cvips_encode(CVipsImage *image, CVipsFormat format, bool is_lossless, size_t *length) {
  vips.error_clear();
  void *bytes = NULL;
  int failed = 1;
  switch (format) {
  case CVIPS_JPEG:
    failed = vips.jpegsave_buffer(
        image, &bytes, length, "Q", 82, "optimize_coding", 1, "interlace", 1, "strip", 1, NULL);
    break;
  case CVIPS_PNG:
    failed = vips.pngsave_buffer(image, &bytes, length, "compression", 9, "strip", 1, NULL);
    break;
  case CVIPS_WEBP:
    failed = vips.webpsave_buffer(
        image, &bytes, length, "Q", is_lossless ? 90 : 80, "effort", 4, "smart_subsample", (int)is_lossless, "strip", 1,
        NULL);
    break;
  case CVIPS_AVIF:
    // More effort takes twice as long for files of the same size and quality.
    failed = vips.heifsave_buffer(
        image, &bytes, length, "compression", compression_av1, "Q", is_lossless ? 70 : 58, "effort", 1,
        "bitdepth", 8, "subsample_mode", is_lossless ? subsample_off : subsample_auto, "strip", 1, NULL);
    break;
  }
  if (failed == 0) return bytes;
  if (bytes != NULL) vips.free(bytes);
  return NULL;
}

uint8_t *cvips_encode_quickly(CVipsImage *image, bool is_jpeg, size_t *length) {
  vips.error_clear();
  void *bytes = NULL;
  int failed = is_jpeg
                   // Neither progressive nor with tables of its own, which takes two passes more here and in the drawing.
                   ? vips.jpegsave_buffer(image, &bytes, length, "Q", 82, "strip", 1, NULL)
                   // Drawings have large areas of one colour, which need no filter.
                   : vips.pngsave_buffer(image, &bytes, length, "compression", 1, "strip", 1, NULL);
  if (failed == 0) return bytes;
  if (bytes != NULL) vips.free(bytes);
  return NULL;
}

void cvips_free(uint8_t *bytes) { vips.free(bytes); }

#include "CICU.h"

#include <stdlib.h>
#include <unicode/ubidi.h>
#include <unicode/ubrk.h>
#include <unicode/uchar.h>
#include <unicode/uloc.h>
#include <unicode/uscript.h>
#include <unicode/utext.h>
#include <unicode/uversion.h>

void cicu_version(uint8_t numbers[4]) { u_getVersion(numbers); }

struct cicu_breaks {
  UBreakIterator *iterator;
  UText text;
};

static cicu_breaks *open_breaks(UBreakIteratorType type, const char *locale) {
  UErrorCode status = U_ZERO_ERROR;
  UBreakIterator *iterator = ubrk_open(type, locale, NULL, 0, &status);
  if (U_FAILURE(status)) return NULL;
  cicu_breaks *breaks = malloc(sizeof *breaks);
  if (!breaks) {
    ubrk_close(iterator);
    return NULL;
  }
  breaks->iterator = iterator;
  breaks->text = (UText)UTEXT_INITIALIZER;
  return breaks;
}

cicu_breaks *cicu_line_breaks_open(const char *locale) { return open_breaks(UBRK_LINE, locale); }

cicu_breaks *cicu_graphemes_open(void) { return open_breaks(UBRK_CHARACTER, "en"); }

void cicu_breaks_close(cicu_breaks *breaks) {
  if (!breaks) return;
  utext_close(&breaks->text);
  ubrk_close(breaks->iterator);
  free(breaks);
}

int32_t cicu_breaks_find(cicu_breaks *breaks, const char *text, int32_t length, int32_t *offsets, int32_t capacity) {
  UErrorCode status = U_ZERO_ERROR;
  utext_openUTF8(&breaks->text, text, length, &status);
  ubrk_setUText(breaks->iterator, &breaks->text, &status);
  if (U_FAILURE(status)) return -1;
  int32_t count = 0;
  for (int32_t at = ubrk_next(breaks->iterator); at != UBRK_DONE; at = ubrk_next(breaks->iterator)) {
    if (count < capacity) offsets[count] = at;
    count += 1;
  }
  return count;
}

struct cicu_bidi {
  UBiDi *bidi;
};

cicu_bidi *cicu_bidi_open(void) {
  cicu_bidi *bidi = malloc(sizeof *bidi);
  if (!bidi) return NULL;
  bidi->bidi = ubidi_open();
  if (!bidi->bidi) {
    free(bidi);
    return NULL;
  }
  return bidi;
}

void cicu_bidi_close(cicu_bidi *bidi) {
  if (!bidi) return;
  ubidi_close(bidi->bidi);
  free(bidi);
}

bool cicu_bidi_levels(cicu_bidi *bidi, const uint16_t *text, int32_t length, uint8_t base, uint8_t *levels) {
  UErrorCode status = U_ZERO_ERROR;
  ubidi_setPara(bidi->bidi, (const UChar *)text, length, base, NULL, &status);
  const UBiDiLevel *found = ubidi_getLevels(bidi->bidi, &status);
  if (U_FAILURE(status)) return false;
  for (int32_t i = 0; i < length; i += 1) levels[i] = found[i];
  return true;
}

static uint32_t tag_of(const char *name) {
  return (uint32_t)(uint8_t)name[0] << 24 | (uint32_t)(uint8_t)name[1] << 16 | (uint32_t)(uint8_t)name[2] << 8 |
         (uint32_t)(uint8_t)name[3];
}

uint32_t cicu_script_tag(int32_t code) {
  const char *name = uscript_getShortName((UScriptCode)code);
  return tag_of(name ? name : "Zyyy");
}

int32_t cicu_script_code(int32_t character) {
  UErrorCode status = U_ZERO_ERROR;
  UScriptCode code = uscript_getScript(character, &status);
  return U_FAILURE(status) ? USCRIPT_COMMON : code;
}

uint32_t cicu_script(int32_t character) { return cicu_script_tag(cicu_script_code(character)); }

int32_t cicu_script_extensions(int32_t character, int32_t *codes, int32_t capacity) {
  UErrorCode status = U_ZERO_ERROR;
  UScriptCode found[64];
  int32_t count = uscript_getScriptExtensions(character, found, 64, &status);
  if (U_FAILURE(status)) return 0;
  for (int32_t i = 0; i < count && i < capacity; i += 1) codes[i] = found[i];
  return count;
}

uint32_t cicu_script_of_language(const char *language) {
  UErrorCode status = U_ZERO_ERROR;
  char likely[ULOC_FULLNAME_CAPACITY], script[ULOC_SCRIPT_CAPACITY];
  char locale[ULOC_FULLNAME_CAPACITY];
  uloc_forLanguageTag(language, locale, sizeof locale, NULL, &status);
  uloc_addLikelySubtags(locale, likely, sizeof likely, &status);
  int32_t length = uloc_getScript(likely, script, sizeof script, &status);
  return U_FAILURE(status) || length != 4 ? tag_of("Zyyy") : tag_of(script);
}

uint32_t cicu_script_named(const char *name) {
  int32_t code = u_getPropertyValueEnum(UCHAR_SCRIPT, name);
  return code == UCHAR_INVALID_CODE ? 0 : cicu_script_tag(code);
}

int32_t cicu_paired_bracket(int32_t character) { return u_getBidiPairedBracket(character); }

int32_t cicu_bracket_type(int32_t character) {
  return u_getIntPropertyValue(character, UCHAR_BIDI_PAIRED_BRACKET_TYPE);
}

bool cicu_is_east_asian_width(int32_t character) {
  int32_t width = u_getIntPropertyValue(character, UCHAR_EAST_ASIAN_WIDTH);
  return width == U_EA_WIDE || width == U_EA_FULLWIDTH || width == U_EA_HALFWIDTH;
}

int32_t cicu_line_break_class(int32_t character) { return u_getIntPropertyValue(character, UCHAR_LINE_BREAK); }

bool cicu_is_emoji_presentation(int32_t character) {
  return u_hasBinaryProperty(character, UCHAR_EMOJI_PRESENTATION);
}

bool cicu_is_default_ignorable(int32_t character) {
  return u_hasBinaryProperty(character, UCHAR_DEFAULT_IGNORABLE_CODE_POINT);
}

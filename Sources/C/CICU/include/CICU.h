#ifndef CARDSHELF_CICU_H
#define CARDSHELF_CICU_H
// ICU behind plain functions and opaque types. Swift must not see its headers: UErrorCode clashes with the ICU of
// Foundation, and the names of ICU's functions are versioned macros, which Swift cannot import.

#include <stdbool.h>
#include <stdint.h>

/// The version of the library, in four numbers.
void cicu_version(uint8_t numbers[4]);

typedef struct cicu_breaks cicu_breaks;

/// A line break iterator (UAX #14, rule set "strict"), or NULL.
cicu_breaks *cicu_line_breaks_open(const char *locale);
/// A grapheme cluster iterator (UAX #29), or NULL.
cicu_breaks *cicu_graphemes_open(void);
void cicu_breaks_close(cicu_breaks *breaks);
/// Writes the boundaries of valid UTF-8 after 0, as byte offsets, the length last. Returns their number, or -1. Writes
/// at most `capacity`; if there are more, call it again with enough room.
int32_t cicu_breaks_find(cicu_breaks *breaks, const char *text, int32_t length, int32_t *offsets, int32_t capacity);

typedef struct cicu_bidi cicu_bidi;

cicu_bidi *cicu_bidi_open(void);
void cicu_bidi_close(cicu_bidi *bidi);
/// Embedding levels of UTF-16 text (UAX #9), one for each code unit. `base` is 0 (left to right) or 1 (right to left).
bool cicu_bidi_levels(cicu_bidi *bidi, const uint16_t *text, int32_t length, uint8_t base, uint8_t *levels);

/// The ISO 15924 tag of the character's script as four bytes, big-endian: 'Latn', 'Zyyy', 'Zinh' …
uint32_t cicu_script(int32_t character);
/// The character's script as ICU's UScriptCode.
int32_t cicu_script_code(int32_t character);
/// The ISO 15924 tag of a UScriptCode, big-endian.
uint32_t cicu_script_tag(int32_t code);
/// Writes the UScriptCodes of the character's Script_Extensions, in ICU's order, at most `capacity` of them. Returns
/// their number.
int32_t cicu_script_extensions(int32_t character, int32_t *codes, int32_t capacity);
/// The ISO 15924 tag of the usual script of a language, big-endian: 'Cyrl' for "ru"; 'Zyyy' if ICU does not know it.
uint32_t cicu_script_of_language(const char *language);

/// The tag of a script by its long name, in any case; 0 if there is none of that name.
uint32_t cicu_script_named(const char *name);
/// The other bracket of a pair (Bidi_Paired_Bracket), or the character itself.
int32_t cicu_paired_bracket(int32_t character);
/// 0: not a bracket, 1: an opening one, 2: a closing one (Bidi_Paired_Bracket_Type).
int32_t cicu_bracket_type(int32_t character);
/// True if East_Asian_Width is wide, fullwidth or halfwidth.
bool cicu_is_east_asian_width(int32_t character);
/// The character's line break class as ICU's ULineBreak.
int32_t cicu_line_break_class(int32_t character);
/// True if the character is drawn as a picture unless text presentation is requested (UTS #51, Emoji_Presentation).
bool cicu_is_emoji_presentation(int32_t character);
/// True if the character draws nothing itself: Default_Ignorable_Code_Point.
bool cicu_is_default_ignorable(int32_t character);

#endif

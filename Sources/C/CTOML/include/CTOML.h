#ifndef CARDSHELF_CTOML_H
#define CARDSHELF_CTOML_H
// toml++ is a template library of C++, which Swift cannot call.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum ctoml_kind {
  CTOML_KEY,
  /// A text without its quotes.
  CTOML_TEXT,
  /// A number, a boolean or a date, which has no text: it is as it is written.
  CTOML_WORD,
  CTOML_ARRAY_START,
  CTOML_ARRAY_END,
  CTOML_TABLE_START,
  CTOML_TABLE_END,
} ctoml_kind;

/// Lines and columns count from 1; columns count characters. Ends are behind the last character.
typedef struct ctoml_event {
  ctoml_kind kind;
  const char *text;
  size_t length;
  uint32_t line, column, end_line, end_column;
} ctoml_event;

typedef struct ctoml_fault {
  char message[256];
  uint32_t line, column;
} ctoml_fault;

/// Parses a document, valid UTF-8, and passes its values to `take`, the keys of each table in no particular order.
///
/// Returns false, with the fault, if it is not TOML; then nothing was passed.
bool ctoml_parse(
    const char *bytes, size_t length, void *context, void (*take)(void *context, const ctoml_event *event),
    ctoml_fault *fault);

/// The version of toml++, such as `3.3.0`.
const char *ctoml_version(void);

#ifdef __cplusplus
}
#endif
#endif

#ifndef CARDSHELF_BREAK_TABLES_H
#define CARDSHELF_BREAK_TABLES_H
// The tables of Sources/Layout/TextLayout/BreakTables as constant data.

#include <stddef.h>
#include <stdint.h>

typedef enum { GENERAL_BREAKS, JAPANESE_BREAKS, CHINESE_BREAKS } BreakTableFile;

/// The bytes of a table, which are never freed.
const uint8_t *break_table(BreakTableFile table, size_t *count);

#endif

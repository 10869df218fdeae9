#include "break_tables.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const uint8_t general[] = {
#embed "../../Layout/TextLayout/BreakTables/general.txt"
};
static const uint8_t japanese[] = {
#embed "../../Layout/TextLayout/BreakTables/japanese.txt"
};
static const uint8_t chinese[] = {
#embed "../../Layout/TextLayout/BreakTables/chinese.txt"
};

const uint8_t *break_table(BreakTableFile table, size_t *count) {
  switch (table) {
    case GENERAL_BREAKS: *count = sizeof general; return general;
    case JAPANESE_BREAKS: *count = sizeof japanese; return japanese;
    case CHINESE_BREAKS: *count = sizeof chinese; return chinese;
  }
  *count = 0;
  return NULL;
}

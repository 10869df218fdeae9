#include "CTOML.h"

#include <cstring>
#include <new>
#include <string_view>

// Everything is compiled here, so that programs do not need the library.
#define TOML_HEADER_ONLY 1
#define TOML_EXCEPTIONS 0
#define TOML_ENABLE_FORMATTERS 0
#define TOML_MAX_NESTED_VALUES 64
#include <toml++/toml.h>

namespace {

struct Walk {
  void *context;
  void (*take)(void *, const ctoml_event *);

  void event(ctoml_kind kind, const toml::source_region &region, std::string_view text = {}) const {
    ctoml_event event{kind, text.data(), text.size(), region.begin.line, region.begin.column, region.end.line,
                      region.end.column};
    take(context, &event);
  }

  void node(const toml::node &node) const {
    if (const toml::table *table = node.as_table()) {
      event(CTOML_TABLE_START, node.source());
      for (auto &&[key, value] : *table) {
        event(CTOML_KEY, key.source(), key.str());
        this->node(value);
      }
      event(CTOML_TABLE_END, node.source());
    } else if (const toml::array *array = node.as_array()) {
      event(CTOML_ARRAY_START, node.source());
      for (const toml::node &item : *array) this->node(item);
      event(CTOML_ARRAY_END, node.source());
    } else if (const auto *text = node.as_string()) {
      event(CTOML_TEXT, node.source(), text->get());
    } else {
      event(CTOML_WORD, node.source());
    }
  }
};

}  // namespace

bool ctoml_parse(
    const char *bytes, size_t length, void *context, void (*take)(void *, const ctoml_event *), ctoml_fault *fault) {
  toml::parse_result result = toml::parse(std::string_view(bytes, length));
  if (!result) {
    const toml::parse_error &error = result.error();
    std::string_view message = error.description();
    size_t count = message.size() < sizeof fault->message - 1 ? message.size() : sizeof fault->message - 1;
    std::memcpy(fault->message, message.data(), count);
    fault->message[count] = 0;
    fault->line = error.source().begin.line;
    fault->column = error.source().begin.column;
    return false;
  }
  Walk{context, take}.node(result.table());
  return true;
}

#define CTOML_TEXT_OF(number) #number
#define CTOML_VERSION(major, minor, patch) CTOML_TEXT_OF(major) "." CTOML_TEXT_OF(minor) "." CTOML_TEXT_OF(patch)

const char *ctoml_version(void) { return CTOML_VERSION(TOML_LIB_MAJOR, TOML_LIB_MINOR, TOML_LIB_PATCH); }

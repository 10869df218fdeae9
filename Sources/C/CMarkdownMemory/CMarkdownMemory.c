#include "CMarkdownMemory.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// The start of a memory. Its pieces follow each other, each after its size, and are not used twice.
struct arena {
  /// The bytes of the pieces so far.
  size_t used;
  size_t size;
  /// The number of pieces outside.
  size_t outside;
  size_t padding;
  unsigned char bytes[];
};

/// The size is before a piece, in as many bytes as keep it aligned.
static const size_t header = 16;

/// The arena of the call that this thread makes: libcmark passes none to its allocator.
static _Thread_local struct arena *current;

static void *checked(void *piece) {
  if (piece != NULL) return piece;
  // As libcmark does itself: it cannot go on without memory.
  fputs("cardshelf: out of memory while parsing Markdown\n", stderr);
  abort();
}

static bool is_inside(const void *piece) {
  const uintptr_t start = (uintptr_t)current->bytes;
  return (uintptr_t)piece >= start && (uintptr_t)piece < start + current->size;
}

/// A piece of the arena, or NULL if the arena is full.
static void *take(size_t size) {
  const size_t room = current->size - current->used;
  if (size > room || room - size < 2 * header) return NULL;
  unsigned char *piece = current->bytes + current->used + header;
  memcpy(piece - header, &size, sizeof size);
  current->used += header + ((size + header - 1) & ~(header - 1));
  return piece;
}

static void *take_cleared(size_t count, size_t size) {
  size_t all;
  void *piece = __builtin_mul_overflow(count, size, &all) ? NULL : take(all);
  if (piece != NULL) return memset(piece, 0, all);
  current->outside++;
  return checked(calloc(count, size));
}

static void *resize(void *piece, size_t size) {
  if (piece != NULL && !is_inside(piece)) return checked(realloc(piece, size));
  size_t old = 0;
  if (piece != NULL) memcpy(&old, (unsigned char *)piece - header, sizeof old);
  if (piece != NULL && size <= old) return piece;
  void *larger = take(size);
  if (larger == NULL) {
    current->outside++;
    larger = checked(malloc(size));
  }
  if (piece != NULL) memcpy(larger, piece, old);
  return larger;
}

static void give_back(void *piece) {
  if (piece == NULL || is_inside(piece)) return;
  current->outside--;
  free(piece);
}

static cmark_mem allocator = {take_cleared, resize, give_back};

cmark_node *parse_markdown(const char *text, size_t length, int options, void *memory, size_t size) {
  struct arena *arena = memory;
  *arena = (struct arena){.size = size - sizeof *arena};
  current = arena;
  cmark_parser *parser = cmark_parser_new_with_mem(options, &allocator);
  cmark_parser_feed(parser, text, length);
  cmark_node *tree = cmark_parser_finish(parser);
  cmark_parser_free(parser);
  current = NULL;
  return tree;
}

void free_markdown(cmark_node *tree, void *memory) {
  struct arena *arena = memory;
  if (arena->outside == 0) return;
  current = arena;
  cmark_node_free(tree);
  current = NULL;
}

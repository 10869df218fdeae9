#ifndef CARDSHELF_CMARKDOWNMEMORY_H
#define CARDSHELF_CMARKDOWNMEMORY_H
// libcmark asks for memory some hundred times for a text, through functions that do not learn for which text. Here these
// take it from one block, which lasts as long as the tree.

#include <cmark.h>
#include <stddef.h>

/// Parses CommonMark.
///
/// - Parameters:
///   - memory: where the tree is made, aligned for any type. If it is too small, the rest is allocated.
///   - size: the bytes of the memory, at least 64.
/// - Returns: the tree, for ``free_markdown``; NULL only if libcmark has no memory.
cmark_node *parse_markdown(const char *text, size_t length, int options, void *memory, size_t size);

/// Frees what the tree has outside the memory, which the caller may then free.
void free_markdown(cmark_node *tree, void *memory);

#endif

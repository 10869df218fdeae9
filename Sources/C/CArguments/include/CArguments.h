#ifndef CARDSHELF_CARGUMENTS_H
#define CARDSHELF_CARGUMENTS_H
// Only code that runs before Swift's runtime is given what the kernel passes to a program.

/// An argument of this program, from 0 for its name; NULL after the last, and where the kernel passed none.
const char *program_argument(int index);

#endif

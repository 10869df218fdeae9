#ifndef CARDSHELF_CCONFINEMENT_H
#define CARDSHELF_CCONFINEMENT_H
// A filter of system calls (seccomp) is a program for the kernel, made of C structures and macros that Swift cannot read.

#include <stdbool.h>

/// Leaves this process what it takes to compute and to write to files that it has open, for good and on all its threads.
///
/// Every other system call fails with EPERM, or ends the process where only an attack would make it: starting programs,
/// reaching into other processes. Memory cannot become code.
///
/// - Parameter reads_files: whether files may be opened to be read; then none can be written to but standard streams.
/// - Returns: 0, or why the kernel refused: ENOSYS for a processor that the filter was not written for.
int confine(bool reads_files);

/// The names of calls that a confined process must not make, and of one that it may, from 0; NULL behind the last.
const char *forbidden_call_name(int index);
/// Makes such a call.
///
/// - Returns: 0 where it was made, an error number where it was refused.
int make_forbidden_call(int index);

#endif

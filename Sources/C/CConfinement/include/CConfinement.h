#ifndef CARDSHELF_CCONFINEMENT_H
#define CARDSHELF_CCONFINEMENT_H
// A filter of system calls (seccomp) is a program for the kernel, made of C structures and macros that Swift cannot read.
// A process that shares memory until it is another program may call nothing that Swift's runtime has a part in.

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

/// Starts a program in a process group of its own, with no signal blocked or ignored.
///
/// - Parameters:
///   - files: what is to be open there as 0 to 3; -1 is /dev/null, and nothing for the last. All others are closed.
///   - file_limit: one more than the highest number of a file that is open here.
///   - ends_with_thread: whether the kernel kills it when the thread that calls this ends, for whatever reason: SIGKILL lets
///     no process clean up. That thread has to wait for it.
/// - Returns: 0, or the error number with which the kernel refused.
int start_in_group(const char *path, char *const arguments[], char *const variables[], const int files[4],
                  int file_limit, bool ends_with_thread, int *identifier);

#endif

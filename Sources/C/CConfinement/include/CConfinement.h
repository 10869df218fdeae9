#ifndef CARDSHELF_CCONFINEMENT_H
#define CARDSHELF_CCONFINEMENT_H
// A filter of system calls (seccomp) is a program for the kernel, made of C structures and macros that Swift cannot
// import. A process that shares memory with its parent until it runs another program must not call anything that uses
// Swift's runtime.

#include <stdbool.h>

/// Restricts this process to computing and to files that it has open, permanently and on all its threads.
///
/// Every other system call fails with EPERM, or ends the process if only an attack would make it: starting programs or
/// accessing other processes. Memory cannot become executable.
///
/// - Returns: 0, or the error of the kernel: ENOSYS for a processor that the filter does not support.
int confine(void);

/// The names of calls that a confined process must not make, and of one that it may, from 0; NULL after the last.
const char *forbidden_call_name(int index);
/// Makes such a call.
///
/// - Returns: 0 if it was made, an error number if it was refused.
int make_forbidden_call(int index);

/// Starts a program in a process group of its own, with no signal blocked or ignored.
///
/// - Parameters:
///   - files: the descriptors that become 0 to 3 there; -1 is /dev/null, or nothing for the last. All others are closed.
///   - file_limit: one more than the highest number of a file that is open here.
///   - ends_with_thread: true if the kernel kills it when the calling thread ends for any reason: after SIGKILL, no process
///     can clean up. That thread must wait for it.
/// - Returns: 0, or the error number of the kernel.
int start_in_group(const char *path, char *const arguments[], char *const variables[], const int files[4],
                  int file_limit, bool ends_with_thread, int *identifier);

/// Waits until a child process has ended, or for some milliseconds; less on kernels before Linux 5.3.
void wait_for_process(int identifier, int milliseconds);

#endif

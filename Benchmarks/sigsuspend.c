/* Valgrind 3.19 writes into the mask that a program waits with, and libdispatch keeps its mask where nothing can be
   written. Preloaded, this waits with a copy. */
#define _GNU_SOURCE
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

int sigsuspend(const sigset_t *mask) {
  sigset_t copy = *mask;
  return syscall(SYS_rt_sigsuspend, &copy, _NSIG / 8);
}

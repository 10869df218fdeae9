#define _GNU_SOURCE
#include "CConfinement.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/// Runs in the new process, which shares the memory of the old one until it runs another program: it makes only system
/// calls.
///
/// - Returns: an error number; does not return if the program runs.
static int become(const char *path, char *const arguments[], char *const variables[], const int files[4],
                  int file_limit, pid_t parent) {
  if (parent != 0) {
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) return errno;
    // It may have ended before.
    if (getppid() != parent) _exit(127);
  }
  if (setpgid(0, 0) != 0) return errno;
  // A signal that is ignored here would be ignored there too.
  const struct sigaction usual = {.sa_handler = SIG_DFL};
  for (int number = 1; number < NSIG; number++) sigaction(number, &usual, NULL);
  const int nothing = open("/dev/null", O_RDWR);
  if (nothing < 0) return errno;
  // Above all numbers in use, because a file may have the number that another one needs.
  int moved[4];
  for (int index = 0; index < 4; index++) {
    if ((moved[index] = fcntl(files[index] >= 0 ? files[index] : nothing, F_DUPFD, 4)) < 0) return errno;
  }
  for (int index = 0; index < 4; index++) {
    if (dup2(moved[index], index) < 0) return errno;
  }
  for (int index = 0; index < 4; index++) close(moved[index]);
  for (int number = files[3] >= 0 ? 4 : 3; number < file_limit; number++) close(number);
  sigset_t none;
  sigemptyset(&none);
  if (sigprocmask(SIG_SETMASK, &none, NULL) != 0) return errno;
  execve(path, arguments, variables);
  return errno;
}

int start_in_group(const char *path, char *const arguments[], char *const variables[], const int files[4],
                  int file_limit, bool ends_with_thread, int *identifier) {
  // No signal handler may run in memory that two processes share.
  sigset_t all, before;
  sigfillset(&all);
  const int refusal = pthread_sigmask(SIG_SETMASK, &all, &before);
  if (refusal != 0) return refusal;
  const pid_t parent = ends_with_thread ? getpid() : 0;
  volatile int failure = 0;
  const pid_t child = vfork();
  if (child == 0) {
    failure = become(path, arguments, variables, files, file_limit, parent);
    _exit(127);
  }
  const int code = child < 0 ? errno : failure;
  if (child > 0 && code != 0) {
    while (waitpid(child, NULL, 0) < 0 && errno == EINTR) {
    }
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  *identifier = child;
  return code;
}

void wait_for_process(int identifier, int milliseconds) {
  const int process = (int)syscall(SYS_pidfd_open, identifier, 0);
  struct pollfd ended = {.fd = process, .events = POLLIN};
  poll(&ended, 1, process >= 0 ? milliseconds : 1);
  if (process >= 0) close(process);
}

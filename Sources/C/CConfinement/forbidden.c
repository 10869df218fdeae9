#define _GNU_SOURCE
#include "CConfinement.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static int outcome(long result) { return result < 0 ? errno : 0; }

static int open_to_read(void) { return outcome(open("/etc/passwd", O_RDONLY)); }
static int open_to_write(void) { return outcome(open("/tmp", O_WRONLY | O_TMPFILE, 0600)); }
static int create(void) { return outcome(open("/tmp/cardshelf-forbidden", O_RDWR | O_CREAT, 0600)); }
static int look(void) { return outcome(access("/etc/passwd", F_OK)); }
static int remove_file(void) { return outcome(unlink("/tmp/cardshelf-forbidden")); }
static int make_folder(void) { return outcome(mkdirat(AT_FDCWD, "/tmp/cardshelf-forbidden", 0700)); }
static int connect_by_internet(void) { return outcome(socket(AF_INET, SOCK_STREAM, 0)); }
static int connect_locally(void) { return outcome(socket(AF_UNIX, SOCK_STREAM, 0)); }
static int start_process(void) {
  long child = syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
  if (child == 0) _exit(0);
  return outcome(child);
}
static int send_signal(void) { return outcome(kill(getppid(), 0)); }
static int signal_thread_of_others(void) { return outcome(syscall(SYS_tgkill, getppid(), getppid(), 0)); }
static int map_code(void) {
  return mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED ? errno : 0;
}
static int make_code(void) {
  void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return page == MAP_FAILED ? 0 : outcome(mprotect(page, 4096, PROT_READ | PROT_EXEC));
}
static int make_file_in_memory(void) { return outcome(memfd_create("forbidden", 0)); }
static int raise_limits(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_CPU, &limit) != 0) return 0;
  return outcome(setrlimit(RLIMIT_CPU, &limit));
}
static int become_dumpable(void) { return outcome(prctl(PR_SET_DUMPABLE, 1, 0, 0, 0)); }
static int control_terminal(void) { return outcome(syscall(SYS_ioctl, STDIN_FILENO, 0x5412, "x")); }
static int write_to_request(void) { return outcome(pwrite(STDIN_FILENO, "x", 1, 0)); }
static int start_program(void) {
  char *arguments[] = {"/bin/true", NULL};
  return outcome(execve(arguments[0], arguments, arguments + 1));
}
static int trace(void) { return outcome(syscall(SYS_ptrace, 16, getppid(), 0, 0)); }
static int read_memory_of_others(void) { return outcome(syscall(SYS_process_vm_readv, getppid(), 0, 0, 0, 0, 0)); }

static void *nothing(void *argument) { return argument; }
static int start_thread(void) {
  pthread_t thread;
  int code = pthread_create(&thread, NULL, nothing, NULL);
  return code != 0 ? code : pthread_join(thread, NULL);
}

static const struct {
  const char *name;
  int (*run)(void);
} forbidden_calls[] = {
    {"open to read", open_to_read},
    {"open to write", open_to_write},
    {"create a file", create},
    {"look for a file", look},
    {"remove a file", remove_file},
    {"make a folder", make_folder},
    {"connect by internet", connect_by_internet},
    {"connect locally", connect_locally},
    {"start a process", start_process},
    {"send a signal", send_signal},
    {"signal a thread of others", signal_thread_of_others},
    {"map code", map_code},
    {"make code of memory", make_code},
    {"make a file in memory", make_file_in_memory},
    {"raise limits", raise_limits},
    {"become dumpable", become_dumpable},
    {"control a terminal", control_terminal},
    {"write to the request", write_to_request},
    {"start a thread", start_thread},
    {"start a program", start_program},
    {"trace a process", trace},
    {"read memory of others", read_memory_of_others},
    {NULL, NULL},
};

const char *forbidden_call_name(int index) { return forbidden_calls[index].name; }
int make_forbidden_call(int index) { return forbidden_calls[index].run(); }

// A library between a program and its system calls. It counts them, and makes one of them fail.
//
//   cc -shared -fPIC -O2 -o faulty_calls.so faulty_calls.c -ldl
//   LD_PRELOAD=…/faulty_calls.so FAULT_KIND=write FAULT_AT=3 FAULT_ERROR=28 FAULT_TALLY=tally program
//
// FAULT_KIND   the calls that are counted: a name below, `change` for all that change files, `any` for all;
//              `scratch-read` and `scratch-write` are those of files without a name
// FAULT_FROM   `program` (default): calls of the program itself; `libraries`: calls of its libraries
// FAULT_AT     which of them fails, from 1; 0 or empty: none
// FAULT_TIMES  how many in a row fail; default 1; 0: all from there on
// FAULT_ERROR  the errno of the failure; `kill`: the process is killed before the call; `short`: the call transfers
//              one byte; `lie`: a rename is not made, but reported as made; `swap`: a shell command, FAULT_COMMAND,
//              runs before the call, which then continues
// FAULT_TALLY  a file that receives the number of counted calls and the path of the failing one
//
// Calls before `main` are not counted, so that the dynamic loader and the start of the runtime work; nor calls in /proc
// and /sys, where the runtime manages its threads; nor those for standard output and error, or for descriptors that are
// not files.

#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

struct tally {
  _Atomic long count;
  _Atomic long failed;
  char call[64];
  char about[1024];
};

static struct tally own, *tally = &own;
static const char *kind = "", *error = "";
static int fromLibraries;
static long first, times;
static _Atomic int started;
static uintptr_t programStart, programEnd;

static int note_program(struct dl_phdr_info *info, size_t size, void *data) {
  (void)size, (void)data;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    if (info->dlpi_phdr[i].p_type != PT_LOAD || !(info->dlpi_phdr[i].p_flags & PF_X)) continue;
    programStart = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
    programEnd = programStart + info->dlpi_phdr[i].p_memsz;
  }
  return 1; // the first is the program
}

__attribute__((constructor)) static void prepare(void) {
  const char *value;
  if ((value = getenv("FAULT_KIND"))) kind = value;
  if ((value = getenv("FAULT_ERROR"))) error = value;
  if ((value = getenv("FAULT_FROM"))) fromLibraries = strcmp(value, "libraries") == 0;
  first = (value = getenv("FAULT_AT")) ? atol(value) : 0;
  times = (value = getenv("FAULT_TIMES")) ? atol(value) : 1;
  dl_iterate_phdr(note_program, NULL);
  if ((value = getenv("FAULT_TALLY"))) {
    int file = (int)syscall(SYS_openat, AT_FDCWD, value, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (file >= 0 && syscall(SYS_ftruncate, file, sizeof own) == 0) {
      void *room = (void *)syscall(SYS_mmap, NULL, sizeof own, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
      if (room != MAP_FAILED) tally = room;
    }
    if (file >= 0) syscall(SYS_close, file);
  }
}

static int (*programMain)(int, char **, char **);

static int start_main(int count, char **arguments, char **environment) {
  atomic_store(&started, 1);
  return programMain(count, arguments, environment);
}

int __libc_start_main(
    int (*main)(int, char **, char **), int count, char **arguments, void (*init)(void), void (*fini)(void),
    void (*loaderFini)(void), void *stackEnd) {
  int (*real)(int (*)(int, char **, char **), int, char **, void (*)(void), void (*)(void), void (*)(void), void *) =
      dlsym(RTLD_NEXT, "__libc_start_main");
  programMain = main;
  return real(start_main, count, arguments, init, fini, loaderFini, stackEnd);
}

enum answer { PASS, FAIL, SHORT, LIE };

static int is_counted(const char *call, int changes, const void *caller) {
  int isOwn = (uintptr_t)caller >= programStart && (uintptr_t)caller < programEnd;
  if (isOwn == fromLibraries) return 0;
  if (strcmp(kind, "any") == 0) return 1;
  if (strcmp(kind, "change") == 0) return changes;
  return strcmp(kind, call) == 0;
}

static enum answer ask(const char *call, int changes, const void *caller, int folder, const char *path) {
  if (!atomic_load(&started) || !is_counted(call, changes, caller)) return PASS;
  if (path && (strncmp(path, "/proc/", 6) == 0 || strncmp(path, "/sys/", 5) == 0)) return PASS;
  long number = atomic_fetch_add(&tally->count, 1) + 1;
  if (first == 0 || number < first || (times > 0 && number >= first + times)) return PASS;
  if (atomic_fetch_add(&tally->failed, 1) == 0) {
    char link[64], base[512] = "";
    if (folder >= 0) {
      snprintf(link, sizeof link, "/proc/self/fd/%d", folder);
      ssize_t length = syscall(SYS_readlink, link, base, sizeof base - 1);
      if (length > 0) base[length] = 0;
    }
    snprintf(tally->call, sizeof tally->call, "%s", call);
    snprintf(tally->about, sizeof tally->about, "%s%s%s", base, path && *base ? "/" : "", path ? path : "");
  }
  if (strcmp(error, "kill") == 0) {
    syscall(SYS_kill, getpid(), SIGKILL);
    for (;;) syscall(SYS_pause);
  }
  if (strcmp(error, "short") == 0) return SHORT;
  if (strcmp(error, "lie") == 0) return LIE;
  if (strcmp(error, "swap") == 0) {
    const char *command = getenv("FAULT_COMMAND");
    unsetenv("LD_PRELOAD");
    if (command && system(command) != 0) _exit(99);
    return PASS;
  }
  errno = atoi(error);
  return FAIL;
}

// Other descriptors (eventfd, epoll, pipes) belong to the runtime, which cannot handle their failure.
static int is_file(int file, int *isNameless) {
  struct stat status;
  if (file <= 2 || syscall(SYS_fstat, file, &status) != 0) return 0;
  *isNameless = status.st_nlink == 0;
  return S_ISREG(status.st_mode) || S_ISDIR(status.st_mode);
}

static enum answer ask_transfer(const char *call, const char *nameless, int changes, const void *caller, int file) {
  int isNameless;
  if (!is_file(file, &isNameless)) return PASS;
  return ask(isNameless ? nameless : call, changes && !isNameless, caller, file, NULL);
}

#define REAL(name) \
  static __typeof__(name) *real; \
  if (!real) real = (__typeof__(name) *)dlsym(RTLD_NEXT, #name)
#define FAILS(call, changes, folder, path) (ask(call, changes, __builtin_return_address(0), folder, path) == FAIL)

#define OPEN(name) \
  int name(const char *path, int flags, ...) { \
    va_list rest; \
    va_start(rest, flags); \
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0; \
    va_end(rest); \
    REAL(name); \
    if (FAILS("open", (flags & (O_CREAT | O_TRUNC)) != 0, -1, path)) return -1; \
    return real(path, flags, mode); \
  }
OPEN(open)
OPEN(open64)

#define OPENAT(name) \
  int name(int folder, const char *path, int flags, ...) { \
    va_list rest; \
    va_start(rest, flags); \
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0; \
    va_end(rest); \
    REAL(name); \
    if (FAILS("open", (flags & (O_CREAT | O_TRUNC)) != 0, folder, path)) return -1; \
    return real(folder, path, flags, mode); \
  }
OPENAT(openat)
OPENAT(openat64)

// The same functions in the form for programs that were compiled with _FORTIFY_SOURCE.
#define OPEN_2(name) \
  int name(const char *path, int flags) { \
    static int (*real)(const char *, int); \
    if (!real) real = (int (*)(const char *, int))dlsym(RTLD_NEXT, #name); \
    return FAILS("open", (flags & O_TRUNC) != 0, -1, path) ? -1 : real(path, flags); \
  }
OPEN_2(__open_2)
OPEN_2(__open64_2)

#define OPENAT_2(name) \
  int name(int folder, const char *path, int flags) { \
    static int (*real)(int, const char *, int); \
    if (!real) real = (int (*)(int, const char *, int))dlsym(RTLD_NEXT, #name); \
    return FAILS("open", (flags & O_TRUNC) != 0, folder, path) ? -1 : real(folder, path, flags); \
  }
OPENAT_2(__openat_2)
OPENAT_2(__openat64_2)

ssize_t __read_chk(int file, void *bytes, size_t count, size_t room) {
  static ssize_t (*real)(int, void *, size_t, size_t);
  if (!real) real = (ssize_t(*)(int, void *, size_t, size_t))dlsym(RTLD_NEXT, "__read_chk");
  switch (ask_transfer("read", "scratch-read", 0, __builtin_return_address(0), file)) {
    case FAIL: return -1;
    case SHORT: return real(file, bytes, count > 1 ? 1 : count, room);
    default: return real(file, bytes, count, room);
  }
}

long syscall(long number, ...) {
  va_list rest;
  va_start(rest, number);
  long a = va_arg(rest, long), b = va_arg(rest, long), c = va_arg(rest, long);
  long d = va_arg(rest, long), e = va_arg(rest, long), f = va_arg(rest, long);
  va_end(rest);
  static long (*real)(long, ...);
  if (!real) real = (long (*)(long, ...))dlsym(RTLD_NEXT, "syscall");
#ifdef SYS_openat2
  if (number == SYS_openat2 && FAILS("open", 0, (int)a, (const char *)b)) return -1;
#endif
  return real(number, a, b, c, d, e, f);
}

#define TRANSFER(name, call, changes, type) \
  ssize_t name(int file, type bytes, size_t count) { \
    REAL(name); \
    switch (ask_transfer(call, "scratch-" call, changes, __builtin_return_address(0), file)) { \
      case FAIL: return -1; \
      case SHORT: return real(file, bytes, count > 1 ? 1 : count); \
      default: return real(file, bytes, count); \
    } \
  }
TRANSFER(read, "read", 0, void *)
TRANSFER(write, "write", 1, const void *)

#define TRANSFER_AT(name, call, changes, type, place) \
  ssize_t name(int file, type bytes, size_t count, place offset) { \
    REAL(name); \
    switch (ask_transfer(call, "scratch-" call, changes, __builtin_return_address(0), file)) { \
      case FAIL: return -1; \
      case SHORT: return real(file, bytes, count > 1 ? 1 : count, offset); \
      default: return real(file, bytes, count, offset); \
    } \
  }
TRANSFER_AT(pread, "read", 0, void *, off_t)
TRANSFER_AT(pread64, "read", 0, void *, off64_t)
TRANSFER_AT(pwrite, "write", 1, const void *, off_t)
TRANSFER_AT(pwrite64, "write", 1, const void *, off64_t)

ssize_t writev(int file, const struct iovec *parts, int count) {
  REAL(writev);
  if (ask_transfer("write", "scratch-write", 1, __builtin_return_address(0), file) == FAIL) return -1;
  return real(file, parts, count);
}

#define RENAME(folder, path, call) \
  switch (ask("rename", 1, __builtin_return_address(0), folder, path)) { \
    case FAIL: return -1; \
    case LIE: return 0; \
    default: return call; \
  }

int rename(const char *from, const char *to) {
  REAL(rename);
  RENAME(-1, to, real(from, to))
}

int renameat(int folder, const char *from, int toFolder, const char *to) {
  REAL(renameat);
  RENAME(toFolder, to, real(folder, from, toFolder, to))
}

int renameat2(int folder, const char *from, int toFolder, const char *to, unsigned flags) {
  REAL(renameat2);
  RENAME(toFolder, to, real(folder, from, toFolder, to, flags))
}

int mkdir(const char *path, mode_t mode) {
  REAL(mkdir);
  return FAILS("mkdir", 1, -1, path) ? -1 : real(path, mode);
}

int mkdirat(int folder, const char *path, mode_t mode) {
  REAL(mkdirat);
  return FAILS("mkdir", 1, folder, path) ? -1 : real(folder, path, mode);
}

int unlink(const char *path) {
  REAL(unlink);
  return FAILS("unlink", 1, -1, path) ? -1 : real(path);
}

int unlinkat(int folder, const char *path, int flags) {
  REAL(unlinkat);
  return FAILS("unlink", 1, folder, path) ? -1 : real(folder, path, flags);
}

int rmdir(const char *path) {
  REAL(rmdir);
  return FAILS("unlink", 1, -1, path) ? -1 : real(path);
}

#define SYNC(name) \
  int name(int file) { \
    REAL(name); \
    return FAILS("fsync", 1, file, NULL) ? -1 : real(file); \
  }
SYNC(fsync)
SYNC(fdatasync)
SYNC(syncfs)

int ftruncate(int file, off_t length) {
  REAL(ftruncate);
  return FAILS("truncate", 1, file, NULL) ? -1 : real(file, length);
}

int fchmod(int file, mode_t mode) {
  REAL(fchmod);
  return FAILS("chmod", 1, file, NULL) ? -1 : real(file, mode);
}

int chmod(const char *path, mode_t mode) {
  REAL(chmod);
  return FAILS("chmod", 1, -1, path) ? -1 : real(path, mode);
}

int flock(int file, int operation) {
  REAL(flock);
  return FAILS("flock", 0, file, NULL) ? -1 : real(file, operation);
}

int fstat(int file, struct stat *status) {
  REAL(fstat);
  return FAILS("stat", 0, file, NULL) ? -1 : real(file, status);
}

int fstatat(int folder, const char *path, struct stat *status, int flags) {
  REAL(fstatat);
  return FAILS("stat", 0, folder, path) ? -1 : real(folder, path, status, flags);
}

int stat(const char *path, struct stat *status) {
  REAL(stat);
  return FAILS("stat", 0, -1, path) ? -1 : real(path, status);
}

int lstat(const char *path, struct stat *status) {
  REAL(lstat);
  return FAILS("stat", 0, -1, path) ? -1 : real(path, status);
}

int access(const char *path, int mode) {
  REAL(access);
  return FAILS("stat", 0, -1, path) ? -1 : real(path, mode);
}

struct dirent *readdir(DIR *folder) {
  REAL(readdir);
  return FAILS("readdir", 0, dirfd(folder), NULL) ? NULL : real(folder);
}

struct dirent64 *readdir64(DIR *folder) {
  REAL(readdir64);
  return FAILS("readdir", 0, dirfd(folder), NULL) ? NULL : real(folder);
}

DIR *fdopendir(int folder) {
  REAL(fdopendir);
  return FAILS("readdir", 0, folder, NULL) ? NULL : real(folder);
}

DIR *opendir(const char *path) {
  REAL(opendir);
  return FAILS("open", 0, -1, path) ? NULL : real(path);
}

#define MAP(name, place) \
  void *name(void *start, size_t length, int protection, int flags, int file, place offset) { \
    REAL(name); \
    return file >= 0 && FAILS("map", 0, file, NULL) ? MAP_FAILED : real(start, length, protection, flags, file, offset); \
  }
MAP(mmap, off_t)
MAP(mmap64, off64_t)

char *realpath(const char *path, char *resolved) {
  REAL(realpath);
  return FAILS("stat", 0, -1, path) ? NULL : real(path, resolved);
}

int fcntl(int file, int command, ...) {
  va_list rest;
  va_start(rest, command);
  void *argument = va_arg(rest, void *);
  va_end(rest);
  REAL(fcntl);
  if (command == F_DUPFD || command == F_DUPFD_CLOEXEC) {
    if (FAILS("open", 0, file, NULL)) return -1;
  }
  return real(file, command, argument);
}

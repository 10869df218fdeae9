#define _GNU_SOURCE
#include "CConfinement.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define OWN_ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define OWN_ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#ifdef OWN_ARCHITECTURE

static struct sock_filter program[512];
static unsigned short length;

static void add(struct sock_filter instruction) { program[length++] = instruction; }
static void statement(unsigned short code, unsigned value) { add((struct sock_filter)BPF_STMT(code, value)); }
static void jump(unsigned short code, unsigned value, unsigned char yes, unsigned char no) {
  add((struct sock_filter)BPF_JUMP(code, value, yes, no));
}

static void answer(unsigned action) { statement(BPF_RET | BPF_K, action); }
static const unsigned refused = SECCOMP_RET_ERRNO | EPERM;

static void load_number(void) { statement(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)); }

/// The lower half of an argument: all compared numbers have 32 bits. Both processors are little-endian.
static void load_argument(int index) {
  statement(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args) + 8 * index);
}
static void load_upper_argument(int index) {
  statement(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args) + 8 * index + 4);
}

static void always(long number, unsigned action) {
  jump(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)number, 0, 1);
  answer(action);
}

/// Allowed if an argument has the value.
static void where_equal(long number, int index, unsigned value) {
  jump(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)number, 0, 4);
  load_argument(index);
  jump(BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1);
  answer(SECCOMP_RET_ALLOW);
  load_number();
}

/// Allowed if an argument has none of the bits, or all of them.
static void where_none(long number, int index, unsigned bits) {
  jump(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)number, 0, 4);
  load_argument(index);
  jump(BPF_JMP | BPF_JSET | BPF_K, bits, 1, 0);
  answer(SECCOMP_RET_ALLOW);
  answer(refused);
}
static void where_all(long number, int index, unsigned bits) {
  jump(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)number, 0, 5);
  load_argument(index);
  statement(BPF_ALU | BPF_AND | BPF_K, bits);
  jump(BPF_JMP | BPF_JEQ | BPF_K, bits, 0, 1);
  answer(SECCOMP_RET_ALLOW);
  answer(refused);
}

static void allow(const long *numbers, size_t count) {
  for (size_t index = 0; index < count; index++) always(numbers[index], SECCOMP_RET_ALLOW);
}
#define ALLOW(numbers) allow(numbers, sizeof numbers / sizeof *numbers)

/// Calls of any computation: memory, threads, time, random numbers, its own signals.
static const long of_computing[] = {
    __NR_brk, __NR_close, __NR_clock_getres, __NR_clock_gettime, __NR_clock_nanosleep, __NR_epoll_create1,
    __NR_epoll_ctl, __NR_epoll_pwait, __NR_eventfd2, __NR_exit, __NR_exit_group, __NR_fstat, __NR_futex, __NR_getcpu,
    __NR_getegid, __NR_geteuid, __NR_getgid, __NR_getpid, __NR_getrandom, __NR_getrusage, __NR_gettid,
    __NR_gettimeofday, __NR_getuid, __NR_lseek, __NR_madvise, __NR_mremap, __NR_munmap, __NR_nanosleep, __NR_ppoll,
    __NR_pread64, __NR_read, __NR_readv, __NR_restart_syscall, __NR_rseq, __NR_rt_sigaction, __NR_rt_sigprocmask,
    __NR_rt_sigreturn, __NR_sched_getaffinity, __NR_sched_getparam, __NR_sched_getscheduler,
    __NR_sched_get_priority_max, __NR_sched_get_priority_min, __NR_sched_yield, __NR_set_robust_list,
    __NR_sigaltstack, __NR_sysinfo, __NR_timerfd_create, __NR_timerfd_settime, __NR_times, __NR_uname, __NR_write,
    __NR_writev, __NR_pwrite64,
#ifdef __NR_epoll_wait
    __NR_epoll_wait,
#endif
#ifdef __NR_poll
    __NR_poll,
#endif
#ifdef __NR_time
    __NR_time,
#endif
};

/// Calls that no decoder makes by mistake.
static const long of_attacks[] = {
    __NR_execve, __NR_execveat, __NR_ptrace, __NR_process_vm_readv, __NR_process_vm_writev, __NR_bpf, __NR_mount,
    __NR_unshare, __NR_setns, __NR_userfaultfd, __NR_perf_event_open,
#ifdef __NR_io_uring_setup
    __NR_io_uring_setup,
#endif
};

static void write_program(void) {
  length = 0;
  statement(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch));
  jump(BPF_JMP | BPF_JEQ | BPF_K, OWN_ARCHITECTURE, 1, 0);
  answer(SECCOMP_RET_KILL_PROCESS);
  load_number();
#ifdef __x86_64__
  // The same kernel calls under other numbers, for programs with 32-bit pointers.
  jump(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1);
  answer(SECCOMP_RET_KILL_PROCESS);
#endif
  ALLOW(of_computing);
  for (size_t index = 0; index < sizeof of_attacks / sizeof *of_attacks; index++) {
    always(of_attacks[index], SECCOMP_RET_KILL_PROCESS);
  }
  // Only the loader maps executable memory.
  where_none(__NR_mmap, 2, PROT_EXEC);
  where_none(__NR_mprotect, 2, PROT_EXEC);
  // Threads, but no processes. The flags of clone3 are not visible to the filter; if it is missing, glibc uses clone.
  where_all(__NR_clone, 0, CLONE_VM | CLONE_THREAD | CLONE_SIGHAND);
#ifdef __NR_clone3
  always(__NR_clone3, SECCOMP_RET_ERRNO | ENOSYS);
#endif
  // Signals to itself: abort() sends one.
  where_equal(__NR_tgkill, 0, (unsigned)getpid());
  // Priorities cannot be changed. Dispatch sets those of its threads, and logs an error to the system's log.
  always(__NR_setpriority, SECCOMP_RET_ERRNO | 0);
  // Names of threads.
  where_equal(__NR_prctl, 0, PR_SET_NAME);
  where_equal(__NR_fcntl, 1, F_GETFL);
  where_equal(__NR_fcntl, 1, F_GETFD);
  where_equal(__NR_fcntl, 1, F_SETFD);
  // Limits can be read but not set: the third argument points to new limits.
  jump(BPF_JMP | BPF_JEQ | BPF_K, __NR_prlimit64, 0, 6);
  load_argument(2);
  jump(BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 3);
  load_upper_argument(2);
  jump(BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 1);
  answer(SECCOMP_RET_ALLOW);
  answer(refused);
  answer(refused);
}

int confine(void) {
  write_program();
  struct sock_fprog filter = {.len = length, .filter = program};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return errno;
  long result = syscall(__NR_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &filter);
  // The number is that of a thread that could not be reached.
  return result == 0 ? 0 : result > 0 ? ESRCH : errno;
}

#else

int confine(void) { return ENOSYS; }

#endif

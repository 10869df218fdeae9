// Starts the program of a portable folder with the loader and the libraries that come with it.
//
// A program names its loader by an absolute path, which an archive cannot do: it does not know where it will be
// unpacked. Started as an argument of the loader, the program would find the loader in /proc/self/exe, which it executes
// to confine decoders. So this launcher does what the kernel does: it maps the program and the loader, tells the loader
// where the program is, and jumps into it. /proc/self/exe stays the launcher, which starts the same program again.
//
// It has no library and no relocation, because nothing has loaded it.
#define _GNU_SOURCE
#include <elf.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <fcntl.h>
#include <linux/limits.h>
#include <sys/syscall.h>

#define PROGRAM "lib/cardshelf/cardshelf"

// The first instructions: the stack holds the arguments, and later the loader expects them there.
#if defined(__x86_64__)

#define LOADER "lib/cardshelf/ld-linux-x86-64.so.2"
#define MACHINE EM_X86_64

__asm__(".globl _start\n"
        "_start:\n"
        "  xor %ebp, %ebp\n"
        "  mov %rsp, %rbx\n"
        "  mov %rsp, %rdi\n"
        "  call launch\n"
        "  mov %rbx, %rsp\n"
        "  xor %edx, %edx\n"
        "  jmp *%rax\n");

static long call(long number, long a, long b, long c, long d, long e, long f) {
  register long fourth __asm__("r10") = d;
  register long fifth __asm__("r8") = e;
  register long sixth __asm__("r9") = f;
  __asm__ volatile("syscall"
                   : "+a"(number)
                   : "D"(a), "S"(b), "d"(c), "r"(fourth), "r"(fifth), "r"(sixth)
                   : "rcx", "r11", "memory");
  return number;
}

#elif defined(__aarch64__)

#define LOADER "lib/cardshelf/ld-linux-aarch64.so.1"
#define MACHINE EM_AARCH64

__asm__(".globl _start\n"
        "_start:\n"
        "  mov x29, xzr\n"
        "  mov x30, xzr\n"
        "  mov x19, sp\n"
        "  mov x0, sp\n"
        "  bl launch\n"
        "  mov sp, x19\n"
        "  mov x16, x0\n"
        "  mov x0, xzr\n"
        "  br x16\n");

static long call(long number, long a, long b, long c, long d, long e, long f) {
  register long which __asm__("x8") = number;
  register long first __asm__("x0") = a;
  register long second __asm__("x1") = b;
  register long third __asm__("x2") = c;
  register long fourth __asm__("x3") = d;
  register long fifth __asm__("x4") = e;
  register long sixth __asm__("x5") = f;
  __asm__ volatile("svc 0"
                   : "+r"(first)
                   : "r"(which), "r"(second), "r"(third), "r"(fourth), "r"(fifth), "r"(sixth)
                   : "memory");
  return first;
}

#else
#error "the calls and the jump are written for x86-64 and AArch64"
#endif

static size_t length(const char *text) {
  size_t count = 0;
  while (text[count] != 0) count++;
  return count;
}

static void say(const char *text) { call(SYS_write, 2, (long)text, (long)length(text), 0, 0, 0); }

static _Noreturn void fail(const char *what, const char *path, const char *help) {
  say("error: ");
  say(what);
  say(path);
  say(help);
  say("\n");
  for (;;) call(SYS_exit_group, 2, 0, 0, 0, 0, 0);
}

typedef struct {
  uintptr_t base, entry, headers;
  size_t header_count;
} Mapped;

static long page_start(uintptr_t address, uintptr_t page) { return (long)(address & ~(page - 1)); }

/// Maps the segments of a file that can be loaded anywhere, as the kernel would.
///
/// - Parameter page: the size of a page in bytes, which differs between kernels for AArch64.
static Mapped map(const char *path, uintptr_t page) {
  const char *const again = ": unpack the whole archive again, on a disk that may hold programs";
  long file = call(SYS_openat, AT_FDCWD, (long)path, O_RDONLY | O_CLOEXEC, 0, 0, 0);
  if (file < 0) fail("cannot open ", path, again);
  uint64_t start[512];
  Elf64_Ehdr *head = (Elf64_Ehdr *)start;
  long count = call(SYS_read, file, (long)start, sizeof start, 0, 0, 0);
  if (count < (long)sizeof *head || head->e_type != ET_DYN || head->e_machine != MACHINE ||
      head->e_phentsize != sizeof(Elf64_Phdr) || head->e_phoff % 8 != 0 || head->e_phoff > (uint64_t)count ||
      head->e_phnum > ((uint64_t)count - head->e_phoff) / sizeof(Elf64_Phdr)) {
    fail("not a program: ", path, again);
  }
  const Elf64_Phdr *segments = (const Elf64_Phdr *)((char *)start + head->e_phoff);
  uintptr_t end = 0, headers = 0;
  for (size_t index = 0; index < head->e_phnum; index++) {
    if (segments[index].p_type != PT_LOAD) continue;
    if (segments[index].p_vaddr + segments[index].p_memsz > end) end = segments[index].p_vaddr + segments[index].p_memsz;
    if (segments[index].p_offset <= head->e_phoff && head->e_phoff < segments[index].p_offset + segments[index].p_filesz) {
      headers = head->e_phoff - segments[index].p_offset + segments[index].p_vaddr;
    }
  }
  // One range for all segments, with gaps that nothing else may use.
  long base = call(SYS_mmap, 0, (long)end, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  bool is_mapped = base >= 0 || base < -4095;
  for (size_t index = 0; is_mapped && index < head->e_phnum; index++) {
    const Elf64_Phdr *segment = &segments[index];
    if (segment->p_type != PT_LOAD) continue;
    int protection = (segment->p_flags & PF_R ? PROT_READ : 0) | (segment->p_flags & PF_W ? PROT_WRITE : 0) |
                     (segment->p_flags & PF_X ? PROT_EXEC : 0);
    uintptr_t first = (uintptr_t)base + segment->p_vaddr;
    uintptr_t filled = first + segment->p_filesz;
    long mapped = page_start(first, page);
    long filled_pages = page_start(filled + page - 1, page);
    if (segment->p_filesz > 0 && call(SYS_mmap, mapped, filled_pages - mapped, protection, MAP_PRIVATE | MAP_FIXED, file,
                                      page_start(segment->p_offset, page)) != mapped) {
      is_mapped = false;
      break;
    }
    if (segment->p_memsz <= segment->p_filesz) continue;
    if (segment->p_filesz > 0) {
      // The file continues in the last page, where variables must be zero.
      for (char *byte = (char *)filled; byte < (char *)filled_pages; byte++) *(volatile char *)byte = 0;
    } else {
      filled_pages = mapped;
    }
    long last = page_start(first + segment->p_memsz + page - 1, page);
    if (last > filled_pages && call(SYS_mmap, filled_pages, last - filled_pages, protection,
                                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) != filled_pages) {
      is_mapped = false;
    }
  }
  if (!is_mapped) fail("cannot load ", path, again);
  call(SYS_close, file, 0, 0, 0, 0, 0);
  return (Mapped){(uintptr_t)base, (uintptr_t)base + head->e_entry, (uintptr_t)base + headers, head->e_phnum};
}

static bool has_prefix(const char *text, const char *prefix) {
  while (*prefix != 0 && *text == *prefix) {
    text++;
    prefix++;
  }
  return *prefix == 0;
}

/// Libraries that are to be loaded before all others belong to the system's C library, and can be too new for this one.
static bool is_foreign(const char *variable) {
  return has_prefix(variable, "LD_PRELOAD=") || has_prefix(variable, "LD_AUDIT=");
}

/// Maps the program and its loader.
///
/// - Parameter stack: the number of arguments, the arguments, the environment and what the kernel says of the program,
///   each ending in zero.
/// - Returns: the address of the loader's first instruction.
__attribute__((used)) uintptr_t launch(uintptr_t *stack) {
  uintptr_t *from = stack + 1 + stack[0] + 1;
  uintptr_t *values = from;
  while (*values++ != 0) {
  }
  uintptr_t page = 4096;
  for (; values[0] != AT_NULL; values += 2) {
    if (values[0] == AT_PAGESZ) page = values[1];
  }

  char folder[PATH_MAX + sizeof LOADER];
  long count = call(SYS_readlinkat, AT_FDCWD, (long)"/proc/self/exe", (long)folder, PATH_MAX, 0, 0);
  if (count <= 0 || count == PATH_MAX) fail("/proc/self/exe cannot be read", "", ": mount -t proc proc /proc");
  // The launcher is in a folder beside `lib`.
  for (int levels = 0; levels < 2; levels++) {
    while (count > 0 && folder[count - 1] != '/') count--;
    if (levels == 0 && count > 0) count--;
  }
  Mapped parts[2];
  for (int index = 0; index < 2; index++) {
    const char *name = index == 0 ? PROGRAM : LOADER;
    for (size_t place = 0; place <= length(name); place++) folder[(size_t)count + place] = name[place];
    parts[index] = map(folder, page);
  }

  uintptr_t *to = from;
  for (; *from != 0; from++) {
    if (!is_foreign((const char *)*from)) *to++ = *from;
  }
  *to++ = 0;
  from++;
  for (;; from += 2, to += 2) {
    // Both can overlap.
    uintptr_t kind = from[0], value = from[1];
    to[0] = kind;
    to[1] = value;
    switch (kind) {
      case AT_PHDR: to[1] = parts[0].headers; break;
      case AT_PHNUM: to[1] = parts[0].header_count; break;
      case AT_ENTRY: to[1] = parts[0].entry; break;
      case AT_BASE: to[1] = parts[1].base; break;
      case AT_NULL: return parts[1].entry;
    }
  }
}

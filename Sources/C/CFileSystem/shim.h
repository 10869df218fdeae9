// Declarations that the headers have only with _GNU_SOURCE, which Swift does not define. The headers are not included,
// because their types would become part of this module.

int syncfs(int descriptor);
int cfilesystem_sync_range(int descriptor, long long start, long long count, unsigned flags) __asm__("sync_file_range");
// Begins to write, and waits for nothing.
static const unsigned cfilesystem_begin_to_write = 2;
// With O_DIRECTORY, the flag O_TMPFILE.
static const int cfilesystem_nameless_file = 020000000;
// A file in memory, without a folder.
int cfilesystem_file_in_memory(const char *name, unsigned flags) __asm__("memfd_create");
static const unsigned cfilesystem_closed_by_programs = 1;
// O_PATH: opens a folder to pass through it, which needs no permission to list it.
static const int cfilesystem_passing = 010000000;

// Moves a file to a name that nothing has yet, or exchanges two (Linux 3.15; not every file system can).
int cfilesystem_rename(int from, const char *name, int to, const char *new_name, unsigned flags) __asm__("renameat2");
static const unsigned cfilesystem_not_replacing = 1, cfilesystem_exchanging = 2;

// From linux/openat2.h, which older headers lack.
struct cfilesystem_open_how {
  unsigned long long flags, mode, resolve;
};
long syscall(long number, ...);

// Opens a path below a folder. No part of it may lead outside or through a symbolic link (Linux 5.6).
static inline int cfilesystem_open_beneath(int folder, const char *path, int flags) {
  const long openat2 = 437;
  const unsigned long long no_magic_links = 0x02, no_symbolic_links = 0x04, beneath = 0x08;
  const struct cfilesystem_open_how how = {
      .flags = (unsigned long long)flags, .resolve = no_magic_links | no_symbolic_links | beneath};
  return (int)syscall(openat2, folder, path, &how, sizeof how);
}

// struct statx from linux/stat.h.
struct cfilesystem_time {
  long long seconds;
  unsigned nanoseconds, unused;
};
struct cfilesystem_facts {
  unsigned known, block_size;
  unsigned long long attributes;
  unsigned link_count, user, group;
  unsigned short mode, unused_before_inode;
  unsigned long long inode, size, blocks, attributes_known;
  struct cfilesystem_time accessed, born, changed, modified;
  unsigned special_major, special_minor, device_major, device_minor;
  unsigned long long mount, unused_at_end[13];
};
int cfilesystem_statx(int folder, const char *name, int flags, unsigned wanted, struct cfilesystem_facts *facts)
    __asm__("statx");

// The status of a name, or of the folder itself if the name is empty. Symbolic links are not followed.
static inline int cfilesystem_ask(int folder, const char *name, struct cfilesystem_facts *facts) {
  const int empty_path = 0x1000, no_symbolic_links = 0x100;
  const unsigned basic = 0x7ff, born = 0x800, mount = 0x1000;
  return cfilesystem_statx(folder, name, empty_path | no_symbolic_links, basic | born | mount, facts);
}
static const unsigned cfilesystem_knows_birth = 0x800;
static const unsigned long long cfilesystem_is_mount_root = 0x2000;

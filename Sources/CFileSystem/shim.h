// What the headers have for those only who define _GNU_SOURCE; Swift does not. They are not included, or their types would
// become this module's.

int syncfs(int descriptor);
// With O_DIRECTORY it is O_TMPFILE.
static const int cfilesystem_nameless_file = 020000000;

// Of linux/openat2.h, which older headers lack.
struct cfilesystem_open_how {
  unsigned long long flags, mode, resolve;
};
long syscall(long number, ...);

// A path below a folder, of which no part may lead out of it or through a symbolic link (Linux 5.6).
static inline int cfilesystem_open_beneath(int folder, const char *path, int flags) {
  const long openat2 = 437;
  const unsigned long long no_magic_links = 0x02, no_symbolic_links = 0x04, beneath = 0x08;
  const struct cfilesystem_open_how how = {
      .flags = (unsigned long long)flags, .resolve = no_magic_links | no_symbolic_links | beneath};
  return (int)syscall(openat2, folder, path, &how, sizeof how);
}

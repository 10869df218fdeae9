// What the headers have for those only who define _GNU_SOURCE; Swift does not. They are not included, or their types would
// become this module's.

int syncfs(int descriptor);
// With O_DIRECTORY it is O_TMPFILE.
static const int cfilesystem_nameless_file = 020000000;

#include <stddef.h>

#include "CArguments.h"

static int count;
static char **arguments;

// Swift's runtime reads /proc/self/cmdline, which some containers and chroots lack: a gate would check nothing then. glibc
// passes these to every constructor.
__attribute__((constructor)) static void keep_arguments(int given_count, char **given) {
  count = given_count;
  arguments = given;
}

const char *program_argument(int index) {
  return arguments == NULL || index < 0 || index >= count ? NULL : arguments[index];
}

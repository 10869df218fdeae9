// Swift's module of glibc leaves it out.
#include <malloc.h>

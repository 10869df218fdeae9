// Swift's Glibc module omits this.
#include <malloc.h>

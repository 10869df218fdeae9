// syncfs(2), which unistd.h has for those only who define _GNU_SOURCE; Swift does not.
int syncfs(int descriptor);

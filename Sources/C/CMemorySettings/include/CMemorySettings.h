#ifndef CARDSHELF_CMEMORYSETTINGS_H
#define CARDSHELF_CMEMORYSETTINGS_H

/// What jemalloc reads when the program starts. Other allocators do not look for it.
extern const char *malloc_conf;

#endif

#include "CMemorySettings.h"

// A shelf makes thousands of small objects of a size, and frees them together. Each thread keeps up to a thousand of them,
// five times as many as it usually would, and fetches more of them at once: 1 % of a build's instructions.
const char *malloc_conf = "tcache_nslots_small_max:1000,lg_tcache_nslots_mul:4";

import CAllocator

/// Sets glibc's allocator up for a short run that keeps nearly all that it makes. Call before anything else does work.
///
/// By itself glibc grows by little at a time, each with a call of the kernel, and gives memory back that is asked for again at
/// once. Threads keep arenas of their own: with one for all, two jobs are hardly faster than one.
func prepareAllocation() {
  _ = mallopt(M_TOP_PAD, 4 << 20)
  _ = mallopt(M_TRIM_THRESHOLD, 1 << 30)
  _ = mallopt(M_MMAP_THRESHOLD, 32 << 20)
}

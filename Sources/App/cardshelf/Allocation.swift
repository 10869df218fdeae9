import CAllocator

/// Sets glibc's allocator up for a short run that keeps nearly all that it makes. Call before anything else does work.
///
/// By default glibc grows in small steps, each with a call of the kernel, and returns memory that is soon requested
/// again. Threads keep their own arenas: with one for all, two jobs are hardly faster than one.
func prepareAllocation() {
  _ = mallopt(M_TOP_PAD, 4 << 20)
  _ = mallopt(M_TRIM_THRESHOLD, 1 << 30)
  _ = mallopt(M_MMAP_THRESHOLD, 32 << 20)
}

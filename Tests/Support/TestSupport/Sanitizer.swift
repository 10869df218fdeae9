import Glibc

/// What a sanitizer keeps a process from doing, if the tests are compiled with one.
package enum Sanitizer {
  /// True if a process can start under a limit of its memory or of the size of its files. The sanitizers of addresses and
  /// of threads reserve terabytes of addresses at the start of a process, and that of threads also maps a file of its own.
  package static let allowsLimits = !(["__tsan_init", "__asan_init"] as [String]).contains { dlsym(nil, $0) != nil }
  package static let reason = "processes with limits cannot start under a sanitizer"
}

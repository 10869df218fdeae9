import Glibc

/// Ends the program, with a message, where the machine allows too little for any command: below these limits the
/// runtime waits for ever or ends without a word.
func requireUsableLimits() {
  let least: [(resource: __rlimit_resource, least: rlim_t, what: String)] = [
    (RLIMIT_NOFILE, 16, "open files"), (RLIMIT_AS, 256 << 20, "bytes of address space"),
  ]
  for (resource, least, what) in least {
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0, limit.rlim_cur < least else { continue }
    limit.rlim_cur = min(least, limit.rlim_max)
    if limit.rlim_cur == least, setrlimit(resource, &limit) == 0 { continue }
    printError(
      """
      error: the limit of \(limit.rlim_cur) \(what) is too low: it takes \(least)
      help: raise it with ulimit \(resource == RLIMIT_AS ? "-v, which counts in units of 1024 bytes" : "-n")

      """)
    exit(2)
  }
}

/// Makes standard streams safe to write to: a file that is opened must not take the number of one that is closed, and
/// what cannot be written must not be lost without a word.
func guardStandardStreams() {
  for stream in STDIN_FILENO...STDERR_FILENO where fcntl(stream, F_GETFD) < 0 {
    // The lowest number that is free is taken, which is this one.
    _ = open("/dev/null", O_RDWR)
  }
  // A file that grows beyond the limit is an error of the write, like a full disk.
  signal(SIGXFSZ, SIG_IGN)
  atexit {
    if fflush(stdout) == 0 && ferror(stdout) == 0 { return }
    printError("error: cannot write to standard output: \(String(cString: strerror(errno)).lowercased())\n")
    _exit(2)
  }
}

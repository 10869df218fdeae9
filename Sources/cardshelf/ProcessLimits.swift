import Glibc

/// Ends the program, with a message, where the machine allows too little for any command: below these limits the
/// runtime waits for ever or ends without a word.
func requireUsableLimits() {
  // Dispatch ends the program where it cannot open a file of its own, so that few should come near the limit.
  requireLimit(of: RLIMIT_NOFILE, atLeast: 16, better: 256, "open files", help: "raise it with ulimit -n")
  let addresses: rlim_t = 256 << 20
  requireLimit(
    of: RLIMIT_AS, atLeast: addresses, better: addresses, "bytes of addresses",
    help: "raise it with ulimit -v, which counts in KiB")
}

private func requireLimit(
  of resource: __rlimit_resource, atLeast least: rlim_t, better: rlim_t, _ what: String, help: String
) {
  let resource = __rlimit_resource_t(resource.rawValue)
  var limit = rlimit()
  guard getrlimit(resource, &limit) == 0, limit.rlim_cur < better else { return }
  let allowed = limit.rlim_cur
  limit.rlim_cur = min(better, limit.rlim_max)
  if setrlimit(resource, &limit) != 0 { limit.rlim_cur = allowed }
  if limit.rlim_cur >= least { return }
  printError("error: the limit of \(limit.rlim_cur) \(what) is too low; it takes \(least)\nhelp: \(help)\n")
  exit(2)
}

/// Allows this process no more than that, for work that should not need it; it cannot allow itself more again.
func lowerLimit(of resource: __rlimit_resource, to most: rlim_t) {
  let resource = __rlimit_resource_t(resource.rawValue)
  var limit = rlimit()
  guard getrlimit(resource, &limit) == 0 else { return }
  limit.rlim_cur = min(most, limit.rlim_max)
  // At the lower limit of time comes a signal that can be ignored, at the upper one the end.
  limit.rlim_max = min(limit.rlim_cur + (resource == __rlimit_resource_t(RLIMIT_CPU.rawValue) ? 1 : 0), limit.rlim_max)
  _ = setrlimit(resource, &limit)
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
    if fflush(nil) == 0 { return }
    printError("error: cannot write to standard output: \(String(cString: strerror(errno)).lowercased())\n")
    _exit(2)
  }
}

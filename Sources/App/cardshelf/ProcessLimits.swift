import Glibc

/// Ends the program, with a message, if the machine allows too little for any command: the runtime would wait forever
/// or end without a message.
func requireUsableLimits() {
  // Dispatch counts its threads there about once a second, and ends the program if it cannot.
  if access("/proc/self/task", R_OK) != 0 {
    printError(
      "error: /proc/self/task cannot be read: no work can be divided among threads\n"
        + "help: mount the file system: mount -t proc proc /proc\n")
    exit(2)
  }
  // This is first, because everything else needs more than a few pages of the stack.
  requireStack(atLeast: 512 << 10)
  // Dispatch ends the program if it cannot open a file, so that the program should stay far below the limit.
  requireLimit(of: RLIMIT_NOFILE, atLeast: 16, better: 256, "open files", help: "raise it with ulimit -n")
  let addresses: rlim_t = 256 << 20
  requireLimit(
    of: RLIMIT_AS, atLeast: addresses, better: addresses, "bytes of addresses",
    help: "raise it with ulimit -v, which counts in KiB")
  requireLimit(
    of: RLIMIT_DATA, atLeast: addresses, better: addresses, "bytes of data",
    help: "raise it with ulimit -d, which counts in KiB")
  // Tasks would wait forever for threads that cannot be started.
  let wanted = processorCount() + 4
  let possible = startableThreads(wanted)
  if possible < wanted {
    printError(
      "error: the limit of processes is too low: \(possible) more can be started; \(wanted) are needed\n"
        + "help: end other processes, or raise the limit of the user or container (ulimit -u, pids.max)\n")
    exit(2)
  }
}

/// The stacks of all threads have this size. They get it when the program starts, so if the limit can be raised, the
/// program starts again with a higher one.
private func requireStack(atLeast least: rlim_t) {
  let resource = __rlimit_resource_t(RLIMIT_STACK.rawValue)
  var limit = rlimit()
  guard getrlimit(resource, &limit) == 0, limit.rlim_cur < least else { return }
  let allowed = limit.rlim_cur
  if limit.rlim_max >= least {
    limit.rlim_cur = min(limit.rlim_max, 8 << 20)
    if setrlimit(resource, &limit) == 0 { execv("/proc/self/exe", CommandLine.unsafeArgv) }
  }
  printError(
    "error: the limit of \(allowed) bytes for a stack is too low; \(least) are needed\n"
      + "help: raise it with ulimit -s, which counts in KiB\n")
  exit(2)
}

/// The number of threads that can be started in addition to those that exist, up to the wanted number. Limits count all
/// processes and threads of a user or container, so only an attempt shows how many are left.
func startableThreads(_ wanted: Int) -> Int {
  var attributes = pthread_attr_t()
  pthread_attr_init(&attributes)
  defer { pthread_attr_destroy(&attributes) }
  // Addresses have a separate limit.
  pthread_attr_setstacksize(&attributes, 64 << 10)
  let gate = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  defer { gate.deallocate() }
  pthread_mutex_init(gate, nil)
  pthread_mutex_lock(gate)
  var threads: [pthread_t] = []
  while threads.count < wanted {
    var thread = pthread_t()
    if pthread_create(&thread, &attributes, waitAtGate, gate) != 0 { break }
    threads.append(thread)
  }
  pthread_mutex_unlock(gate)
  for thread in threads { pthread_join(thread, nil) }
  pthread_mutex_destroy(gate)
  return threads.count
}

/// A thread that only waits until all are started.
private let waitAtGate: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { gate in
  if let gate = gate?.assumingMemoryBound(to: pthread_mutex_t.self) {
    pthread_mutex_lock(gate)
    pthread_mutex_unlock(gate)
  }
  return nil
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
  printError("error: the limit of \(limit.rlim_cur) \(what) is too low; \(least) are needed\nhelp: \(help)\n")
  exit(2)
}

/// Limits this process to an amount that its work should not exceed; it cannot raise the limit again.
func lowerLimit(of resource: __rlimit_resource, to most: rlim_t) {
  let resource = __rlimit_resource_t(resource.rawValue)
  var limit = rlimit()
  guard getrlimit(resource, &limit) == 0 else { return }
  limit.rlim_cur = min(most, limit.rlim_max)
  // At the lower limit of time, the process gets a signal that it can ignore; at the upper one it is ended.
  limit.rlim_max = min(limit.rlim_cur + (resource == __rlimit_resource_t(RLIMIT_CPU.rawValue) ? 1 : 0), limit.rlim_max)
  _ = setrlimit(resource, &limit)
}

/// Makes standard streams safe to write to: a file that is opened must not get the number of a closed stream, and
/// failed writes must not go unnoticed.
func guardStandardStreams() {
  for stream in STDIN_FILENO...STDERR_FILENO where fcntl(stream, F_GETFD) < 0 {
    // The system uses the lowest free number, which is this one.
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

import Glibc

/// The reason why the kernel refused a call.
struct SystemError: Error, Hashable {
  /// A value of `errno`.
  let code: Int32

  /// The reason in words, for use after a colon: `permission denied`.
  var reason: String {
    guard let text = unsafe strerror(code) else { return "error \(code)" }
    let reason = unsafe String(cString: text)
    return reason.prefix(1).lowercased() + reason.dropFirst()
  }
}

/// The result of a system call that is repeated when a signal interrupts it.
func retrying<Result: SignedInteger>(_ call: () -> Result) throws(SystemError) -> Result {
  while true {
    let result = call()
    if result >= 0 { return result }
    let code = errno
    if code != EINTR { throw SystemError(code: code) }
  }
}

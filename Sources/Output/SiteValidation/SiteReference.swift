import Diagnostics

/// The purpose of a link, which decides where it may lead.
enum ReferenceUse {
  /// A link that people follow: it may lead out of the site, and to a folder.
  case link
  case styleSheet
  /// A file that is loaded with the page.
  case file
  /// A picture, which may be on another site if the page's policy and the site allow its host.
  case picture
}

/// The reason why a link is refused.
enum ReferenceFault: Error, Equatable {
  /// The text continues the sentence after the link.
  case refused(String)
  /// The site does not name the host of a picture.
  case hostNotNamed(String)
  /// The policy of the page does not allow the host of a picture.
  case hostNotAllowed(String)
  case noFile(path: String)
  case noFragment(path: String, fragment: String)

  var rule: Diagnostic.Rule {
    switch self {
    case .refused, .hostNotNamed, .hostNotAllowed: .linkRefused
    case .noFile, .noFragment: .linkDead
    }
  }
}

/// The target of a link.
enum ReferenceTarget: Equatable {
  case elsewhere
  /// A picture on another site, by its host.
  case picture(host: String)
  /// A path from the output folder, and an id in that file.
  case file(path: String, fragment: String?)
}

/// Resolves a link from the file that contains it, as in RFC 3986, section 5.2. It does not check whether the file
/// exists.
///
/// - Complexity: O(link + base).
func resolve(_ link: String, in base: String, as use: ReferenceUse) throws(ReferenceFault) -> ReferenceTarget {
  let bytes = Array(link.utf8)
  guard !bytes.contains(where: { $0 < 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "\\") }) else {
    throw .refused("contains a control character or a backslash")
  }
  if let scheme = scheme(of: bytes) {
    if use == .picture, scheme == "https", let host = hostOfPicture(bytes) { return .picture(host: host) }
    guard use == .link else { throw .refused("is not a file of the site") }
    let hasHost = ["http", "https"].contains(scheme)
    guard hasHost || ["mailto", "tel", "sms", "geo"].contains(scheme) else {
      throw .refused("has a scheme that is not allowed")
    }
    guard !bytes.contains(where: isUnfitForAddresses) else {
      throw .refused("contains a character that addresses cannot have")
    }
    if hasHost {
      let rest = bytes.dropFirst(scheme.utf8.count + 1)
      guard rest.starts(with: "//".utf8), isAuthority(rest.dropFirst(2).prefix { !"/?#".utf8.contains($0) }) else {
        throw .refused("names no host")
      }
    }
    return .elsewhere
  }
  guard bytes.first != UInt8(ascii: "/") else { throw .refused("is not relative to the page") }
  guard !bytes.contains(UInt8(ascii: " ")) else { throw .refused("contains a space; write %20") }

  let parts = bytes.split(separator: UInt8(ascii: "#"), maxSplits: 1, omittingEmptySubsequences: false)
  let fragment = parts.count > 1 && !parts[1].isEmpty ? try decodedText(parts[1]) : nil
  let path = parts[0].prefix { $0 != UInt8(ascii: "?") }
  if path.isEmpty {
    guard use == .link, parts.count > 1 else { throw .refused("names no file") }
    return .file(path: base, fragment: fragment)
  }
  return .file(path: try join(path, to: base, as: use), fragment: fragment)
}

/// The host of a picture's address; nil unless the address consists of `https://`, a name in lower case, and characters
/// that policies and markup need not escape.
private func hostOfPicture(_ address: [UInt8]) -> String? {
  guard address.starts(with: "https://".utf8) else { return nil }
  let rest = address.dropFirst(8)
  let host = rest.prefix { $0 != UInt8(ascii: "/") }
  guard !host.isEmpty, host.count < rest.count,
    host.allSatisfy({ (0x61...0x7A).contains($0) || $0.isASCIIDigit || $0 == 0x2D || $0 == 0x2E }),
    !rest.contains(where: { $0 >= 0x80 || $0 == UInt8(ascii: "'") || isUnfitForAddresses($0) })
  else { return nil }
  return String(decoding: host, as: UTF8.self)
}

/// Returns whether a link certainly leads out of a site. The check is quick and recognises the most common form; false
/// does not decide.
func leavesTheSite(_ link: Span<UInt8>) -> Bool {
  let start = link.hasText("https://", at: 0) ? 8 : link.hasText("http://", at: 0) ? 7 : 0
  guard start > 0 else { return false }
  var position = start
  while position < link.count, isPlainInHosts(link[position]) { position += 1 }
  guard position > start, position == link.count || isEndOfHost(link[position]) else { return false }
  while position < link.count {
    if isUnfitForAddresses(link[position]) { return false }
    position += 1
  }
  return true
}

private func isPlainInHosts(_ byte: UInt8) -> Bool {
  // The allowed bytes are the hyphen, the full stop and digits; and letters.
  byte.isIn(0x03FF_6000_0000_0000, 0x07FF_FFFE_07FF_FFFE)
}

private func isEndOfHost(_ byte: UInt8) -> Bool {
  byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
}

/// Returns whether an ASCII character occurs in addresses only as `%XX` (URL Standard, "URL code points").
private func isUnfitForAddresses(_ byte: UInt8) -> Bool {
  // The bits are controls, space, quotation mark, < and >; and backslash, ^, grave accent, braces, bar and U+007F.
  byte.isIn(0x5000_0005_FFFF_FFFF, 0xB800_0001_5000_0000)
}

/// Returns whether a text is a host, perhaps an address in brackets, and perhaps a port.
private func isAuthority(_ text: ArraySlice<UInt8>) -> Bool {
  var host = text.prefix { $0 != UInt8(ascii: ":") }
  if text.first == UInt8(ascii: "["), let end = text.firstIndex(of: UInt8(ascii: "]")) {
    host = text[...end]
    guard host.dropFirst().dropLast().allSatisfy({ $0.hexDigit != nil || ":.".utf8.contains($0) }) else { return false }
  } else {
    guard host.allSatisfy({ isPlainInHosts($0) || $0 == UInt8(ascii: "_") || $0 >= 0x80 }) else { return false }
  }
  let port = text[host.endIndex...]
  let isPort = port.first == UInt8(ascii: ":") && port.dropFirst().allSatisfy(\.isASCIIDigit)
  return !host.isEmpty && (port.isEmpty || isPort)
}

private func join(
  _ path: ArraySlice<UInt8>, to base: String, as use: ReferenceUse
) throws(ReferenceFault) -> String {
  var folders = base.split(separator: "/").dropLast().map(String.init)
  let segments = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
  for (index, segment) in segments.enumerated() {
    let name = try decodedText(segment)
    let isLast = index == segments.count - 1
    switch name {
    case "." where !isLast: break
    case ".." where !isLast:
      guard folders.popLast() != nil else { throw .refused("leads outside the site") }
    case "", ".", "..":
      guard isLast, use == .link else { throw .refused("does not name a file") }
      if name == "..", folders.popLast() == nil { throw .refused("leads outside the site") }
      folders.append("index.html")
    default:
      guard !name.utf8.contains(UInt8(ascii: "/")), !name.utf8.contains(0) else {
        throw .refused("has an encoded slash or zero byte in a name")
      }
      folders.append(name)
    }
  }
  return folders.joined(separator: "/")
}

/// The scheme of a link (RFC 3986, section 3.1), in lower case.
private func scheme(of link: [UInt8]) -> String? {
  let name = link.prefix { $0.isASCIILetter || $0.isASCIIDigit || [0x2B, 0x2D, 0x2E].contains($0) }
  guard let first = name.first, first.isASCIILetter, name.count < link.count, link[name.count] == UInt8(ascii: ":")
  else { return nil }
  return String(decoding: name, as: UTF8.self).lowercased()
}

private func decodedText(_ bytes: ArraySlice<UInt8>) throws(ReferenceFault) -> String {
  guard let decoded = percentDecoded(bytes) else { throw .refused("contains a % without two hexadecimal digits") }
  guard let text = String(validating: decoded, as: UTF8.self) else { throw .refused("is not UTF-8 when decoded") }
  return text
}

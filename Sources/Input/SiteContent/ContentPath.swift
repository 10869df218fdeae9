import Images

/// Returns whether a file is a card or an index, by the bytes of its name: some characters would include the dot of the
/// extension.
public func isMarkdown(_ path: String) -> Bool { path.utf8.suffix(3).elementsEqual(".md".utf8) }

/// Returns whether other programs treat a file as Markdown. It is not read, which its author might not notice.
func isMarkdownOfAnotherEnding(_ path: String) -> Bool {
  !isMarkdown(path)
    && fileEnding(of: path).map { ["md", "markdown", "mdown", "mkd", "mdx", "mdwn"].contains($0) } == true
}

/// Paths relative to the site's root, with `/` between their parts.
enum ContentPath {
  static let root = "Content"
  static let indexName = "_index.md"

  /// The path without its last part; empty for a single part.
  static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "" }
    return String(path[..<slash])
  }

  static func name(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
    return String(path[path.utf8.index(after: slash)...])
  }

  /// A file's name without `.md`.
  static func stem(of path: String) -> String {
    let name = name(of: path)
    return name.utf8.count > 3 && isMarkdown(name) ? String(decoding: name.utf8.dropLast(3), as: UTF8.self) : name
  }

  /// The part of the path below `Content/`; empty for `Content` itself.
  static func id(ofFolder folder: String) -> String {
    let start = (root + "/").utf8
    return folder.utf8.starts(with: start) ? String(decoding: folder.utf8.dropFirst(start.count), as: UTF8.self) : ""
  }

  static func parts(of path: String) -> [String] {
    path.utf8.split(separator: UInt8(ascii: "/")).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Resolves a relative path from a folder, or returns nil if it leaves `Content`.
  static func resolve(_ relative: String, from folder: String) -> String? {
    var parts = parts(of: folder)
    guard parts.first == root else { return nil }
    for part in ContentPath.parts(of: relative) {
      switch part {
      case ".": continue
      case "..":
        guard parts.count > 1 else { return nil }
        parts.removeLast()
      default: parts.append(part)
      }
    }
    return parts.joined(separator: "/")
  }

  /// The relative path from a folder to another path.
  static func relative(_ path: String, from folder: String) -> String {
    let target = parts(of: path)
    let start = parts(of: folder)
    var common = 0
    while common < min(target.count, start.count), target[common] == start[common] { common += 1 }
    let steps = Array(repeating: "..", count: start.count - common) + target[common...]
    return steps.isEmpty ? "." : steps.joined(separator: "/")
  }

  /// Returns whether no character of a path can cause trouble, which is true for most paths.
  static func isPlain(_ path: String) -> Bool {
    path.utf8.allSatisfy { byte in
      (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || (0x2D...0x2F).contains(byte)
        || (0x41...0x5A).contains(byte) || byte == UInt8(ascii: "_")
    }
  }

  /// A character at the start or end of a name that combines with the slash next to it, such as an accent.
  static func joining(_ name: String) -> Unicode.Scalar? {
    if isPlain(name) { return nil }
    let scalars = name.unicodeScalars
    if let first = scalars.first, ("/" + String(first)).count == 1 { return first }
    if let last = scalars.last, (String(last) + "/").count == 1 { return last }
    return nil
  }

  /// The characters of a name that cause trouble in addresses, ids or terminals, each once.
  static func unsuitable(in name: String) -> [Unicode.Scalar] {
    if isPlain(name) { return [] }
    var found: [Unicode.Scalar] = []
    for scalar in name.unicodeScalars where !found.contains(scalar) {
      let properties = scalar.properties
      let isUnsuitable =
        isControl(scalar) || properties.isWhitespace || properties.generalCategory == .format
        || properties.generalCategory == .control || "\"#%<>?\\`".unicodeScalars.contains(scalar)
      if isUnsuitable { found.append(scalar) }
    }
    return found
  }
}

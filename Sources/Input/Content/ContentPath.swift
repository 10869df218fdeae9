import Diagnostics
import Images

/// Returns whether a file is a card or an index, by the bytes of its name: some characters would include the dot of the
/// extension.
public func isMarkdown(_ path: String) -> Bool { lengthOfMarkdownEnding(in: path.utf8Span.span) > 0 }

/// The length of the ending of a Markdown file with its dot; 0 if the path has none.
private func lengthOfMarkdownEnding(in path: Span<UInt8>) -> Int {
  if path.hasSuffix(".md") { return 3 }
  guard path.count > 3, "dDnNxX".utf8.contains(path[path.count - 1]) else { return 0 }
  for ending in ["md", "markdown", "mdown", "mkd", "mdwn", "mdx"] {
    let count = ending.utf8.count
    guard path.count > count, path[path.count - count - 1] == UInt8(ascii: ".") else { continue }
    var index = path.count - count
    if ending.utf8.allSatisfy({ byte in
      defer { index += 1 }
      return path[index] | 0x20 == byte
    }) {
      return count + 1
    }
  }
  return 0
}

/// Returns whether other programs treat a file as Markdown. Cardshelf does not read it, which its author might not
/// notice.
func isMarkdownOfAnotherEnding(_ path: String) -> Bool {
  fileEnding(of: path).map { ["mdoc", "markdoc", "qmd", "rmd"].contains($0) } ?? false
}

/// Returns whether two files are in the same folder.
public func areSiblings(_ a: String, _ b: String) -> Bool { ContentPath.areSiblings(a, b) }

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

  /// A file's name without the ending of Markdown. An `index.md` has the name of its folder.
  static func stem(of path: String) -> String {
    let path = path.utf8Span.span
    // Slashes and the extension do not split a character.
    return unsafe String(copying: UTF8Span(unchecked: path.extracting(rangeOfStem(in: path))))
  }

  private static func rangeOfStem(in path: Span<UInt8>) -> Range<Int> {
    let start = startOfName(in: path)
    if path.count - start == 8, path.extracting(start...).isEqual(to: "index.md"), start > 0 {
      return startOfName(in: path.extracting(first: start - 1))..<(start - 1)
    }
    let ending = lengthOfMarkdownEnding(in: path)
    return start..<(path.count - start > ending ? path.count - ending : path.count)
  }

  /// The offset of the first byte of the last part.
  static func startOfName(in path: Span<UInt8>) -> Int {
    var start = path.count
    while start > 0, path[start - 1] != UInt8(ascii: "/") { start -= 1 }
    return start
  }

  /// Compares the stems of two paths by their bytes.
  static func stemPrecedes(_ a: String, _ b: String) -> Bool {
    let (a, b) = (a.utf8Span.span, b.utf8Span.span)
    return a.extracting(rangeOfStem(in: a)).precedes(b.extracting(rangeOfStem(in: b)))
  }

  static func areSiblings(_ a: String, _ b: String) -> Bool {
    let (a, b) = (a.utf8Span.span, b.utf8Span.span)
    let start = startOfName(in: a)
    return startOfName(in: b) == start && a.extracting(first: start).isEqual(to: b.extracting(first: start))
  }

  /// Returns whether a path belongs to a card with this id whose file sets no other id.
  static func isCard(_ path: String, named id: String) -> Bool {
    let (path, id) = (path.utf8Span.span, id.utf8Span.span)
    let start = root.utf8.count + 1
    return path.count == start + id.count + 3 && path.hasSuffix(".md")
      && path.extracting(start..<start + id.count).isEqual(to: id)
  }

  /// Returns whether a path is a file or folder directly in a folder.
  static func isEntry(_ path: String, of folder: String) -> Bool {
    let (path, folder) = (path.utf8Span.span, folder.utf8Span.span)
    return startOfName(in: path) == folder.count + 1 && path.extracting(first: folder.count).isEqual(to: folder)
  }

  /// Returns whether the last part of a path is `index.md`, in small or capital letters.
  static func isMisnamedIndex(_ path: String) -> Bool {
    let bytes = path.utf8Span.span
    return bytes.count - startOfName(in: bytes) == 8 && name(of: path).lowercased() == "index.md"
  }

  /// Returns whether the last part of a path equals a name.
  static func isNamed(_ name: StaticString, _ path: String) -> Bool {
    let path = path.utf8Span.span
    return path.extracting(startOfName(in: path)...).isEqual(to: name)
  }

  /// The part of the path below `Content/`; empty for `Content` itself.
  static func id(ofFolder folder: String) -> String {
    let start = (root + "/").utf8
    return folder.utf8.starts(with: start) ? String(decoding: folder.utf8.dropFirst(start.count), as: UTF8.self) : ""
  }

  static func folder(ofID id: String) -> String { id.isEmpty ? root : root + "/" + id }

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
  static func isPlain(_ path: String) -> Bool { isPlain(path.utf8Span.span) }

  private static func isPlain(_ path: Span<UInt8>) -> Bool {
    for index in path.indices {
      switch path[index] {
      case 0x61...0x7A, 0x30...0x39, 0x2D...0x2F, 0x41...0x5A, UInt8(ascii: "_"): continue
      default: return false
      }
    }
    return true
  }

  /// Returns whether a path can be an address as it is, on file systems that ignore case too: lowercase ASCII letters,
  /// digits, hyphens, underscores and dots.
  static func isPublishedAsWritten(_ path: String) -> Bool {
    let path = path.utf8Span.span
    let start = path.hasPrefix("Content") && (path.count == 7 || path[7] == UInt8(ascii: "/")) ? 7 : 0
    for index in start..<path.count {
      switch path[index] {
      case 0x61...0x7A, 0x30...0x39, 0x2D...0x2F, UInt8(ascii: "_"): continue
      default: return false
      }
    }
    return true
  }

  /// A fast check: true if no character of the last part of a path can cause trouble, and no system reserves the name.
  static func isPlainName(of path: String) -> Bool {
    let path = path.utf8Span.span
    let name = path.extracting(startOfName(in: path)...)
    // The names of devices have three letters, or three and a digit.
    let stem = name.firstIndex(of: UInt8(ascii: "."), from: 0) ?? name.count
    return isPlain(name) && stem != 3 && stem != 4 && name.count > 0 && name[name.count - 1] != UInt8(ascii: ".")
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

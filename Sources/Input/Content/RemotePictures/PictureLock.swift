public import Diagnostics
public import Images

/// The content of `pictures.lock`: the pictures of other sites that `cardshelf fetch` brought into the site. It has one
/// line for each, in the order of their addresses:
///
///     https://cdn.example.org/saturn.jpg <SHA-256> 48213 800x600 saturn-9f86d081884c7d65.jpg
public struct PictureLock: Sendable, Hashable {
  public static let name = "pictures.lock"
  /// The folder of the pictures, relative to the site's root.
  public static let folder = "Pictures"

  public struct Entry: Sendable, Hashable {
    public let address: RemoteAddress
    /// The SHA-256 of the bytes, as 64 hexadecimal digits.
    public let digest: String
    public let byteCount: Int
    public let size: ImageSize
    /// The name of the file in the folder.
    public let name: String
    /// The range of the line; empty for an entry that was not read.
    public let range: SourceRange

    public init(
      address: RemoteAddress, digest: String, byteCount: Int, size: ImageSize, name: String,
      range: SourceRange = SourceRange(0, 0)
    ) {
      self.address = address
      self.digest = digest
      self.byteCount = byteCount
      self.size = size
      self.name = name
      self.range = range
    }

    /// The path relative to the site's root.
    public var path: String { PictureLock.folder + "/" + name }

    fileprivate var line: String {
      "\(address.text) \(digest) \(byteCount) \(size.width)x\(size.height) \(name)\n"
    }
  }

  /// The entries, keyed by address.
  public private(set) var entries: [RemoteAddress: Entry] = [:]
  /// The file, for findings.
  public let source: SourceText

  public init(source: SourceText = SourceText(path: PictureLock.name, text: "")) { self.source = source }

  public mutating func add(_ entry: Entry) { entries[entry.address] = entry }

  /// The entries, keyed by the path of their file relative to the site's root. Of two with one file, which have the same
  /// bytes, the first counts.
  ///
  /// - Complexity: O(entries)
  public var entriesByPath: [String: Entry] {
    Dictionary(entries.values.map { ($0.path, $0) }) { a, b in precedesInBytes(a.address.text, b.address.text) ? a : b }
  }

  /// The file, ending in a line feed.
  public var text: String {
    "# The pictures of other sites that are in \(Self.folder)/. Written by `cardshelf fetch`; commit both.\n"
      + entries.values.sorted { precedesInBytes($0.address.text, $1.address.text) }.map(\.line).joined()
  }
}

extension PictureLock {
  /// - Throws: the first line that is damaged or names a picture again.
  /// - Complexity: O(length)
  public init(reading source: SourceText) throws(Diagnostic) {
    self.init(source: source)
    var start = 0
    for line in source.bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
      defer { start += line.count + 1 }
      let range = SourceRange(start, start + line.count)
      let text = String(decoding: line.last == 0x0D ? line.dropLast() : line, as: UTF8.self)
      if text.isEmpty || text.hasPrefix("#") { continue }
      guard let entry = Entry(line: text, at: range) else { throw .pictureLockDamaged(at: range, in: source) }
      guard entries.updateValue(entry, forKey: entry.address) == nil else {
        throw .pictureLockRepeated(entry, in: source)
      }
    }
  }
}

extension PictureLock.Entry {
  /// Reads a line; nil if it has another form. The name cannot lead out of the folder.
  fileprivate init?(line: String, at range: SourceRange) {
    let parts = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 5, let address = try? RemoteAddress(parts[0]), address.text == parts[0],
      parts[1].utf8.count == 64,
      parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }),
      let byteCount = Int(parts[2]), byteCount > 0, isPictureName(parts[4])
    else { return nil }
    let sides = parts[3].split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard sides.count == 2, let width = sides[0], let height = sides[1], width > 0, height > 0,
      width <= ImageHeader.longestSide, height <= ImageHeader.longestSide
    else { return nil }
    self.init(
      address: address, digest: parts[1], byteCount: byteCount, size: ImageSize(width: width, height: height),
      name: parts[4], range: range)
  }
}

/// Returns whether a name consists of a-z, 0-9 and hyphens, with the ending of an image.
private func isPictureName(_ name: String) -> Bool {
  let parts = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
  return parts.count == 2 && name.utf8.count <= 200 && ImageKind(path: name) != nil
    && parts.allSatisfy { part in
      !part.isEmpty
        && part.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-") }
    }
}

extension Diagnostic {
  private static let help = "restore the file; or delete the line and bring the picture again: cardshelf fetch"

  fileprivate static func pictureLockDamaged(at range: SourceRange, in source: SourceText) -> Diagnostic {
    Diagnostic(
      .error, Rule("picture-lock-damaged", fault: .cannotRun), "this line of \(PictureLock.name) cannot be read",
      at: range, in: source, help: help)
  }

  fileprivate static func pictureLockRepeated(_ entry: PictureLock.Entry, in source: SourceText) -> Diagnostic {
    Diagnostic(
      .error, Rule("picture-lock-damaged", fault: .cannotRun),
      "\(PictureLock.name) has two lines for \(shortened(entry.address.text))", at: entry.range, in: source, help: help)
  }
}

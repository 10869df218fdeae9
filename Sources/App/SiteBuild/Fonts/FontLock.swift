import Diagnostics
import TextLayout
import Themes

/// The contents of `fonts.lock`: the font files with which a theme was laid out. A later build reports any that differ.
///
/// It has one line per family and style:
///
///     Noto Sans 400 italic: NotoSans-Italic.ttf 2.013 abcdefghijklmnop
///
/// A style without a line is served by the upright face of its weight.
struct FontLock: Sendable, Equatable {
  static let name = "fonts.lock"

  struct Style: Sendable, Hashable, Comparable {
    var weight: Int
    var isItalic: Bool

    var text: String { "\(weight)" + (isItalic ? " italic" : "") }

    static func < (a: Style, b: Style) -> Bool { (a.weight, a.isItalic ? 1 : 0) < (b.weight, b.isItalic ? 1 : 0) }
  }

  struct Face: Sendable, Hashable {
    /// The file's name without its folder.
    var file: String
    /// The version in the font's name table; `-` if it has none.
    var version: String
    /// The hash that `layout.json` records.
    var hash: String

    init(file: String, version: String, hash: String) {
      self.file = file
      self.version = version
      self.hash = hash
    }

    init(_ face: FontFace) {
      file = face.description.fileName
      version = face.version.isEmpty ? "-" : face.version
      hash = contentHash(face.identity.directory)
    }
  }

  struct Entry: Sendable, Equatable {
    var family: String
    var style: Style
    var face: Face
    /// The range of the line in `fonts.lock`.
    var range = SourceRange(0, 0)

    /// The line, ending in a line feed.
    var line: String { line(withFile: face.file) }

    /// The line with another name of the file.
    func line(withFile file: String) -> String {
      "\(family) \(style.text): \(file) \(face.version) \(face.hash)\n"
    }

    static func == (a: Entry, b: Entry) -> Bool { a.family == b.family && a.style == b.style && a.face == b.face }
  }

  /// The entries in the order of the theme's families.
  var entries: [Entry] = []

  /// The file, ending in a line feed.
  var text: String {
    "# The font files that this theme was laid out with. Written by `cardshelf fonts --lock`; commit it.\n"
      + entries.map(\.line).joined()
  }

  func entry(_ family: String, _ style: Style) -> Entry? {
    entries.first { $0.family == family && $0.style == style }
      ?? entries.first { $0.family == family && $0.style == Style(weight: style.weight, isItalic: false) }
  }
}

// MARK: - Reading

extension FontLock {
  /// Reads the lock in a theme's folder; nil if it has none, or one that cannot be used, which is reported.
  static func read(
    theme: Theme, in tree: FileTree, into sink: inout DiagnosticSink
  ) -> (lock: FontLock, source: SourceText)? {
    let path = "Themes/\(theme.name)/\(name)"
    do throws(Diagnostic) {
      guard let bytes = try tree.readFileIfThere(path, limit: 1 << 20) else { return nil }
      let source = SourceText(path: path, bytes: bytes)
      return (try FontLock(reading: source), source)
    } catch {
      sink.report(error)
      return nil
    }
  }

  /// - Throws: the first fault.
  init(reading source: SourceText) throws(Diagnostic) {
    var start = 0
    var faces: [String: Entry] = [:]
    for line in source.bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
      defer { start += line.count + 1 }
      let range = SourceRange(start, start + line.count)
      let text = String(decoding: line.last == 0x0D ? line.dropLast() : line, as: UTF8.self)
      if text.isEmpty || text.hasPrefix("#") { continue }
      guard var entry = Entry(line: text) else { throw .fontLockDamaged(text, at: range, in: source) }
      entry.range = range
      if entries.contains(where: { $0.family == entry.family && $0.style == entry.style }) {
        throw .fontLockDuplicate("\(entry.family) \(entry.style.text) is locked twice", at: range, in: source)
      }
      // A collection has several families in one file.
      let key = entry.family + "/" + entry.face.file
      if let known = faces[key], known.face != entry.face {
        throw .fontLockDuplicate("two files are named \(entry.face.file)", at: range, in: source)
      }
      faces[key] = entry
      entries.append(entry)
    }
  }
}

extension FontLock.Entry {
  /// Reads a line; nil if it has another form.
  fileprivate init?(line: String) {
    let bytes = line.utf8
    guard let colon = bytes.indices.last(where: { bytes[$0...].starts(with: ": ".utf8) }) else { return nil }
    var names = bytes[..<colon].split(separator: 0x20).map { String(Substring($0)) }
    let isItalic = names.last == "italic"
    if isItalic { names.removeLast() }
    let values = bytes[bytes.index(colon, offsetBy: 2)...]
      .split(separator: 0x20, omittingEmptySubsequences: false).map { String(Substring($0)) }
    guard let weight = names.popLast().flatMap({ Int($0) }), (1...1000).contains(weight), !names.isEmpty,
      values.count >= 3, let hash = values.last, hash.utf8.count == 16,
      hash.utf8.allSatisfy({ (0x61...0x7A).contains($0) || (0x32...0x37).contains($0) }),
      !values[values.count - 2].isEmpty, values.first?.isEmpty == false
    else { return nil }
    self.init(
      family: names.joined(separator: " "), style: FontLock.Style(weight: weight, isItalic: isItalic),
      face: FontLock.Face(
        file: values.dropLast(2).joined(separator: " "), version: values[values.count - 2], hash: hash))
  }
}

// MARK: - Comparing

/// The face that a build uses for a family and style.
struct FoundFace {
  let family: String
  let style: FontLock.Style
  let face: FontFace

  /// Creates the value; nil if the family is absent.
  init?(_ found: FamilyFace, style: FontLock.Style) {
    guard let face = found.face else { return nil }
    family = found.family.name
    self.style = style
    self.face = face
  }
}

extension FontLock.Style {
  init(_ request: FontRequest) { self.init(weight: request.weight, isItalic: request.isItalic) }
}

extension FontLock {
  /// Reports all differences from the lock, once per family: what is installed, what is locked, and how to get it.
  ///
  /// - Parameter absent: the families that are not installed.
  func compare(
    _ found: [FoundFace], absent: [String] = [], in source: SourceText, into sink: inout DiagnosticSink
  ) {
    for family in absent {
      guard let entry = entries.first(where: { $0.family == family }) else { continue }
      sink.report(.fontLockFaceMissing(entry, found: nil, in: source))
    }
    var reported: Set<String> = []
    for one in found where !reported.contains(one.family) {
      let face = Face(one.face)
      guard let entry = entry(one.family, one.style) else {
        reported.insert(one.family)
        sink.report(.fontNotLocked(one.family, one.style, in: source))
        continue
      }
      if entry.face.hash == face.hash { continue }
      reported.insert(one.family)
      sink.report(
        entry.face.file == face.file
          ? .fontLockMismatch(entry, found: face, in: source) : .fontLockFaceMissing(entry, found: face, in: source))
    }
  }
}

extension Diagnostic {
  static func fontLockDamaged(_ line: String, at range: SourceRange, in source: SourceText) -> Diagnostic {
    Diagnostic(
      .error, Rule("font-lock-damaged", fault: .cannotRun), "this line of \(FontLock.name) cannot be read", at: range,
      in: source, help: "restore the file, or write it again: cardshelf fonts --lock")
  }

  static func fontLockDuplicate(_ message: String, at range: SourceRange, in source: SourceText) -> Diagnostic {
    Diagnostic(
      .error, Rule("font-lock-duplicate", fault: .cannotRun), message, at: range, in: source,
      help: "restore the file, or write it again: cardshelf fonts --lock")
  }

  static func fontNotLocked(_ family: String, _ style: FontLock.Style, in source: SourceText) -> Diagnostic {
    Diagnostic(
      .warning, Rule("font-not-locked"), "\(family) \(style.text) is not locked", path: source.path,
      help: "lock the theme's fonts again: cardshelf fonts --lock")
  }

  static func fontLockFaceMissing(
    _ entry: FontLock.Entry, found: FontLock.Face?, in source: SourceText
  ) -> Diagnostic {
    Diagnostic(
      .warning, Rule("font-lock-face-missing"),
      "\(entry.face.file) is locked for \(entry.family) \(entry.style.text) but not installed"
        + (found.map { "; \($0.file) is used instead" } ?? ""),
      at: entry.range, in: source, help: advice(entry))
  }

  static func fontLockMismatch(
    _ entry: FontLock.Entry, found: FontLock.Face, in source: SourceText
  ) -> Diagnostic {
    Diagnostic(
      .warning, Rule("font-lock-mismatch"),
      "another \(found.file) is installed than is locked: version \(found.version) instead of \(entry.face.version)",
      at: entry.range, in: source, help: advice(entry))
  }

  private static func advice(_ entry: FontLock.Entry) -> String {
    let version = entry.face.version == "-" ? "" : " in version \(entry.face.version)"
    let package = debianPackage(of: entry.family).map { " (the locked file is from the Debian 12 package \($0))" }
    return "install \(entry.face.file)\(version)\(package ?? ""), or accept the new layout: cardshelf fonts --lock"
  }
}

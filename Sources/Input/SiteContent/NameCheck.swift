import Diagnostics

/// Reports names that cannot stand in addresses and ids, or that other systems refuse, each file or folder once; and names in
/// one folder that are two only to some file systems: they would be one id, or one file where the site is copied to.
///
/// - Parameter pages: the folders that are pages, which are published under their own names.
func checkNames(of paths: [String], pages: [String], into sink: inout DiagnosticSink) {
  var checked: Set<ExactPath> = [ExactPath(path: ContentPath.root)]
  var spellings: [NameInFolder: String] = [:]
  var cases: [NameInFolder: String] = [:]
  // Of names in ASCII there are no two spellings, and of small letters no two cases.
  let mayBeSpeltTwice = !paths.allSatisfy(isASCII)
  let mayDifferByCase = mayBeSpeltTwice || paths.contains(where: hasCapital)
  var lastFolder = ""
  for path in paths.sorted(by: precedesInBytes) {
    let folder = ContentPath.folder(of: path)
    // Most files are in the folder of the one before.
    if !mayDifferByCase, folder == lastFolder, ContentPath.isPlain(path), !mayBeReserved(path) { continue }
    lastFolder = folder
    var prefix = ""
    for part in ContentPath.parts(of: path) {
      let above = ExactPath(path: prefix)
      prefix += prefix.isEmpty ? part : "/" + part
      guard checked.insert(ExactPath(path: prefix)).inserted else { continue }
      let unsuitable = ContentPath.unsuitable(in: part)
      if !unsuitable.isEmpty {
        sink.report(.nameUnsuitable(unsuitable, prefix))
      } else if let joining = ContentPath.joining(ContentPath.stem(of: part)) {
        sink.report(.nameJoining(joining, prefix))
      } else if let fault = NameFault(of: part) {
        sink.report(.nameUnportable(fault, prefix))
      }
      if mayBeSpeltTwice, let other = spellings.updateValue(prefix, forKey: NameInFolder(folder: above, name: part)) {
        sink.report(.nameTwice(prefix, other: other))
      } else if mayDifferByCase,
        let other = cases.updateValue(prefix, forKey: NameInFolder(folder: above, name: part.lowercased()))
      {
        sink.report(.nameCase(prefix, other: other, areBothPublished: pages.contains(prefix) && pages.contains(other)))
      }
    }
  }
}

/// What other systems have against a name.
enum NameFault: Hashable {
  /// Windows keeps it for a device.
  case device(String)
  /// Windows, and the artifacts of GitHub's runners, refuse the character.
  case character(Unicode.Scalar)
  /// Windows drops it.
  case dotAtEnd

  /// nil for a name that all take. Characters that no name may have are looked for elsewhere.
  init?(of name: String) {
    let stem = String(decoding: name.utf8.prefix { $0 != UInt8(ascii: ".") }, as: UTF8.self)
    if let character = name.unicodeScalars.first(where: Self.refused.contains) {
      self = .character(character)
    } else if (3...5).contains(stem.utf8.count), Self.devices.contains(stem.lowercased()) {
      self = .device(stem)
    } else if name.utf8.last == UInt8(ascii: ".") {
      self = .dotAtEnd
    } else {
      return nil
    }
  }

  private static let refused: Set<Unicode.Scalar> = [":", "*", "|"]

  /// A name with hyphens for all characters that are refused.
  static func portable(_ name: String) -> String {
    String(String.UnicodeScalarView(name.unicodeScalars.map { refused.contains($0) ? "-" : $0 }))
  }

  private static let devices: Set<String> = {
    let ports = ["com", "lpt"].flatMap { port in "123456789\u{B9}\u{B2}\u{B3}".map { port + String($0) } }
    return Set(["con", "prn", "aux", "nul"] + ports)
  }()
}

/// Whether the last name of a path in plain letters may be one that other systems refuse, at a glance.
private func mayBeReserved(_ path: String) -> Bool {
  let name = path.utf8.suffix(
    from: path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path.utf8.index(after: $0) } ?? path.startIndex)
  let stem = name.prefix { $0 != UInt8(ascii: ".") }
  return stem.count == 3 || stem.count == 4 || name.last == UInt8(ascii: ".")
}

/// Whether a path below `Content/` has a capital letter.
private func hasCapital(_ path: String) -> Bool {
  path.utf8.dropFirst(ContentPath.root.utf8.count).contains { (0x41...0x5A).contains($0) }
}

/// A path that is equal to another only if its bytes are. (Strings are equal if their characters are.)
private struct ExactPath: Hashable {
  let path: String

  static func == (a: ExactPath, b: ExactPath) -> Bool { a.path.utf8.elementsEqual(b.path.utf8) }
}

/// A name in a folder, whatever its accents are encoded as.
private struct NameInFolder: Hashable {
  let folder: ExactPath
  let name: String
}

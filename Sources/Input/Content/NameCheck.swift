import Diagnostics

/// Reports names that are not allowed in addresses and ids, or on other systems, once for each file or folder; and
/// names in the same folder that only some file systems distinguish: they would have the same id, or be the same file
/// where the site is copied to.
///
/// - Parameter pages: the folders of pages, which are published under their own names.
func checkNames(of paths: [String], pages: [String], into sink: inout DiagnosticSink) {
  var checked: Set<ExactPath> = [ExactPath(path: ContentPath.root)]
  var spellings: [NameInFolder: String] = [:]
  var cases: [NameInFolder: String] = [:]
  // Names in ASCII have only one spelling, and names in small letters only one case.
  let mayBeSpeltTwice = !paths.allSatisfy(isASCII)
  let mayDifferByCase = mayBeSpeltTwice || paths.contains(where: hasCapital)
  var lastFolder = ""
  for path in paths.sorted(by: precedesInBytes) {
    // Most files are in the same folder as the previous one.
    if !mayDifferByCase, ContentPath.isEntry(path, of: lastFolder), ContentPath.isPlainName(of: path) { continue }
    lastFolder = ContentPath.folder(of: path)
    var prefix = ""
    for part in ContentPath.parts(of: path) {
      let above = ExactPath(path: prefix)
      prefix += prefix.isEmpty ? part : "/" + part
      guard checked.insert(ExactPath(path: prefix)).inserted else { continue }
      let controls = part.unicodeScalars.filter { isControl($0) || $0.properties.generalCategory == .control }
      if !controls.isEmpty {
        sink.report(.nameUnsuitable(Array(controls), prefix))
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

/// A problem of a name on other systems.
enum NameFault: Hashable {
  /// Windows reserves the name for a device.
  case device(String)
  /// Windows, and the artifacts of GitHub's runners, do not allow the character.
  case character(Unicode.Scalar)
  /// Windows removes a dot at the end.
  case dotAtEnd

  /// Determines the problem; nil for a name that all systems allow. Characters that are never allowed are checked
  /// elsewhere.
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

  /// The name with hyphens instead of all characters that are not allowed.
  static func portable(_ name: String) -> String {
    String(String.UnicodeScalarView(name.unicodeScalars.map { refused.contains($0) ? "-" : $0 }))
  }

  private static let devices: Set<String> = {
    let ports = ["com", "lpt"].flatMap { port in "123456789\u{B9}\u{B2}\u{B3}".map { port + String($0) } }
    return Set(["con", "prn", "aux", "nul"] + ports)
  }()
}

/// Returns whether a path below `Content/` has a capital letter.
private func hasCapital(_ path: String) -> Bool {
  let path = path.utf8Span.span
  for index in path.indices.dropFirst(ContentPath.root.utf8.count) where (0x41...0x5A).contains(path[index]) {
    return true
  }
  return false
}

/// A path that equals another only if its bytes are equal. (Strings are equal if their characters are.)
private struct ExactPath: Hashable {
  let path: String

  static func == (a: ExactPath, b: ExactPath) -> Bool { a.path.utf8.elementsEqual(b.path.utf8) }
}

/// A name in a folder, compared regardless of how its accents are encoded.
private struct NameInFolder: Hashable {
  let folder: ExactPath
  let name: String
}

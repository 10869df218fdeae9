import Diagnostics

// Messages about the name of a file or folder.
extension Diagnostic {
  static func nameUnsuitable(_ characters: [Unicode.Scalar], _ path: String) -> Diagnostic {
    let list = characters.prefix(4).map(codePoint).joined(separator: ", ")
    return Diagnostic(
      .error, Rule("name-unsuitable"), "the name contains \(list)", path: path,
      help: "rename it; names have no white space and none of \" # % < > ? \\ `")
  }

  static func nameReserved(_ path: String) -> Diagnostic {
    Diagnostic(
      .error, Rule("name-reserved"), "a page cannot have this name, because builds use it", path: path,
      help: "rename the folder")
  }

  static func nameUnportable(_ fault: NameFault, _ path: String) -> Diagnostic {
    let name = ContentPath.name(of: path)
    let (message, help) =
      switch fault {
      case .device(let device):
        (
          "Windows reserves the name \(device) for a device, with any extension",
          "rename it, for example to \(name.prefix(device.count))-1\(name.dropFirst(device.count))"
        )
      case .character(let character):
        (
          "the name contains \(codePoint(character)), which Windows and GitHub artifacts do not allow",
          "rename it, for example to \(NameFault.portable(name))"
        )
      case .dotAtEnd: ("the name ends with a dot, which Windows removes", "rename it, without the dot")
      }
    return Diagnostic(.warning, Rule("name-unportable"), message, path: path, help: help)
  }

  /// - Parameter areBothPublished: true if both are published under these names.
  static func nameCase(_ path: String, other: String, areBothPublished: Bool) -> Diagnostic {
    Diagnostic(
      areBothPublished ? .error : .warning, Rule("name-case"),
      "the name differs from \(ContentPath.name(of: other)) only in capitals, which are the same name on Windows and macOS"
        + (areBothPublished ? ": one of the two pages would be lost there" : ""),
      path: path, help: "rename one of them")
  }

  static func nameTwice(_ path: String, other: String) -> Diagnostic {
    Diagnostic(
      .error, Rule("name-twice"), "the name differs from another only in how its accents are encoded", path: path,
      help: "keep one of \(codePoints(path)) and \(codePoints(other))")
  }

  /// A path with different spellings made visible.
  private static func codePoints(_ path: String) -> String {
    path.unicodeScalars.map { $0.isASCII ? String($0) : "\\u{" + String($0.value, radix: 16) + "}" }.joined()
  }
}

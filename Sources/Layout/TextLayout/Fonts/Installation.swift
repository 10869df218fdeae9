import Glibc

/// How the program was installed: it decides which fonts come with the program, and how its user gets more.
public struct Installation: Sendable, Hashable {
  /// The folder of a portable program, with `bin`, `lib` and `share`; nil if libraries and fonts are the system's.
  public let portableFolder: String?
  /// The folder of fonts that the user installed, laid out like a portable folder; nil if the user has no folder for data.
  /// It need not exist.
  public let addedFolder: String?

  /// An installation of a package of the system, whose user adds fonts to the system.
  public static let system = Installation(portableFolder: nil, addedFolder: nil)

  init(portableFolder: String?, addedFolder: String?) {
    self.portableFolder = portableFolder
    self.addedFolder = addedFolder
  }

  /// Finds out how a program was installed.
  ///
  /// - Parameters:
  ///   - program: the path of the program. A portable one is in `bin`, beside `share/cardshelf/fonts.conf`.
  ///   - variable: returns a variable of the environment. The user's folder for data is `XDG_DATA_HOME`, or else
  ///     `.local/share` in `HOME` (XDG Base Directory Specification 0.8, section 3, which ignores relative paths).
  /// - Complexity: O(1): two calls of the system.
  public init(ofProgram program: String, variable: (String) -> String?) {
    func absolute(_ name: String) -> String? { variable(name).flatMap { $0.hasPrefix("/") ? $0 : nil } }
    let data = absolute("XDG_DATA_HOME") ?? absolute("HOME").map { $0 + "/.local/share" }
    self.init(
      portableFolder: Self.folder(ofProgram: program).flatMap { folder in
        unsafe access(folder + "/" + Self.fontSettings, R_OK) == 0 ? folder : nil
      }, addedFolder: data.map { $0 + "/cardshelf/cjk" })
  }

  /// The folder that contains the program's own; nil if there is no such program.
  private static func folder(ofProgram program: String) -> String? {
    guard let path = unsafe realpath(program, nil) else { return nil }
    defer { unsafe free(path) }
    let folder = unsafe String(cString: path).split(separator: "/").dropLast(2).map { "/" + $0 }.joined()
    return folder.isEmpty ? "/" : folder
  }

  /// The configuration of the fonts that come with a portable program, from its folder.
  static let fontSettings = "share/cardshelf/fonts.conf"
  /// The fonts of Chinese, Japanese and Korean, from the folder of a portable program or that of added fonts.
  public static let addableFonts = "share/cardshelf/fonts-cjk"
  /// What fontconfig knows of the fonts, from the same folders.
  static let fontCaches = "share/cardshelf/fontconfig"
}

extension Installation {
  /// The folder of added fonts; nil if there are none.
  public var folderWithAddedFonts: String? {
    addedFolder.flatMap { folder in unsafe access(folder + "/" + Self.addableFonts, R_OK) == 0 ? folder : nil }
  }
}

extension Installation: CustomStringConvertible {
  /// The installation in words: `portable, in /opt/cardshelf`.
  public var description: String { portableFolder.map { "portable, in \($0)" } ?? "with libraries of the system" }
}

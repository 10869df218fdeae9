/// The reason why a font cannot be used.
public enum FontError: Error, Sendable, Hashable {
  /// fontconfig has no configuration to read, or a library that texts need does not start.
  case libraryUnavailable(String)
  case familyNotFound(String)
  /// The family exists only as variable fonts from which no static instance can be made. Engines round the advances of
  /// variable fonts differently.
  case familyNotStatic(String)
  /// The file does not exist, may not be read, or is empty.
  case fileUnreadable(path: String)
  /// The file is damaged, or is not a TrueType or OpenType font that browsers accept.
  case fileNotAFont(path: String)
}

extension FontError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .libraryUnavailable(let name): "\(name) is not available"
    case .familyNotFound(let family): "font family not found: \(family)"
    case .familyNotStatic(let family): "\(family) is only available as a variable font that cannot be made static"
    case .fileUnreadable(let path): "cannot read the font file \(path)"
    case .fileNotAFont(let path): "\(path) is damaged, or is not a TrueType or OpenType font"
    }
  }
}

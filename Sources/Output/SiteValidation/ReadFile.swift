/// The result of reading one file before any page is inspected: the content of a small style sheet that pages share, or
/// the forbidden parts of a rendition.
public struct ReadFile: Sendable {
  enum ReadContent: Sendable {
    case styleSheet(StyleSheet)
    case rendition(strangePart: String?)
  }

  /// The greatest size of a style sheet that is read once and kept for all pages. A larger one is read with each page:
  /// in memory, it is many times as large.
  private static let mostShared = 1 << 16

  let file: SiteFile
  let content: ReadContent

  /// True if it is a rendition with forbidden parts.
  public var isStrange: Bool {
    if case .rendition(strangePart: .some) = content { true } else { false }
  }

  /// Reads a file; nil for a file that needs no reading. Safe to call from several threads at once.
  ///
  /// - Complexity: O(bytes).
  public init?(_ file: SiteFile) {
    self.file = file
    if file.isThemeSheet {
      if file.byteCount > Self.mostShared { return nil }
      content = .styleSheet(StyleSheet(file.bytes))
    } else if file.role == .rendition {
      content = .rendition(strangePart: strangePart(ofRendition: file.bytes))
    } else {
      return nil
    }
  }
}

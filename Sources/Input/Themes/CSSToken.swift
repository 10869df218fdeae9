import Diagnostics

/// A token of a style sheet (CSS Syntax Module Level 3, section 4), without comments and white space.
struct CSSToken: Hashable {
  enum CSSTokenKind: Hashable {
    case identifier
    /// A name and the `(` after it.
    case function
    /// `@name`.
    case atKeyword
    /// `#name`.
    case hash
    case string
    /// Including its unit or percent sign.
    case number
    /// `(`, `[` or `{`.
    case opening(UInt8)
    /// `)`, `]` or `}`.
    case closing(UInt8)
    case colon
    case semicolon
    case comma
    case delimiter(UInt8)
    case unterminatedString
    case unterminatedComment
  }

  let kind: CSSTokenKind
  /// Byte offsets in the file.
  let range: SourceRange
}

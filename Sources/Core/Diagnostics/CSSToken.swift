/// A token of a style sheet (CSS Syntax Module Level 3, section 4), without comments and white space.
package struct CSSToken: Hashable, Sendable {
  package enum CSSTokenKind: Hashable, Sendable {
    case identifier
    /// A name and the `(` after it.
    case function
    /// The address in `url(…)` without quotes.
    case address
    /// `@name`.
    case atKeyword
    /// `#name`.
    case hash
    case string
    /// A number, including its unit or percent sign.
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

  package let kind: CSSTokenKind
  /// Byte offsets in the sheet.
  package let range: SourceRange
  /// True if white space precedes the token; comments do not count.
  package let followsSpace: Bool
}

extension CSSToken.CSSTokenKind {
  /// Returns whether the token is the bracket that closes another bracket or a function.
  package func closes(_ opening: Self) -> Bool {
    switch (opening, self) {
    case (.function, .closing(UInt8(ascii: ")"))), (.opening(UInt8(ascii: "(")), .closing(UInt8(ascii: ")"))),
      (.opening(UInt8(ascii: "[")), .closing(UInt8(ascii: "]"))),
      (.opening(UInt8(ascii: "{")), .closing(UInt8(ascii: "}"))):
      true
    default: false
    }
  }
}

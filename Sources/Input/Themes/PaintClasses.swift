public import Diagnostics

/// The classes in the selectors of a `paint.css`, each with its first place.
///
/// - Complexity: O(bytes)
public func paintClasses(of source: SourceText) -> [PlacedName] {
  var tokenizer = CSSTokenizer(source.bytes, from: source.bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
  var classes: [PlacedName] = []
  var known: Set<String> = []
  var statement: [CSSToken] = []
  while let token = tokenizer.next() {
    switch token.kind {
    case .opening(UInt8(ascii: "{")):
      if statement.first?.kind != .atKeyword {
        for (dot, name) in zip(statement, statement.dropFirst())
        where dot.kind == .delimiter(UInt8(ascii: ".")) && name.kind == .identifier
          && dot.range.upper == name.range.lower
        {
          let text = source.text(in: name.range)
          if known.insert(text).inserted {
            classes.append(PlacedName(name: text, range: SourceRange(dot.range.lower, name.range.upper)))
          }
        }
      }
      statement = []
    case .semicolon, .closing(UInt8(ascii: "}")): statement = []
    default: statement.append(token)
    }
  }
  return classes
}

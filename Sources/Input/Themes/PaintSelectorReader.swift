import Diagnostics

/// Reads a selector. The depth of nested lists is limited, because the author of a sheet determines it.
struct PaintSelectorReader {
  private let tokens: [CSSToken]
  private let source: SourceText
  private var index = 0
  private static let mostDepth = 8

  private init(_ tokens: [CSSToken], in source: SourceText) {
    self.tokens = tokens
    self.source = source
  }

  /// Reads a selector; nil if it uses an unsupported feature: its rule then matches nothing.
  static func selector(_ tokens: [CSSToken], in source: SourceText) -> PaintSelector? {
    var reader = PaintSelectorReader(tokens, in: source)
    guard let selector = reader.list(isRelative: false, depth: 0), reader.index == tokens.count else { return nil }
    return selector
  }

  private var token: CSSToken? { index < tokens.count ? tokens[index] : nil }

  private mutating func take(_ kind: CSSToken.CSSTokenKind) -> Bool {
    guard token?.kind == kind else { return false }
    index += 1
    return true
  }

  private mutating func list(isRelative: Bool, depth: Int) -> PaintSelector? {
    if depth > Self.mostDepth { return nil }
    var selector = PaintSelector()
    repeat {
      guard let branch = branch(isRelative: isRelative, depth: depth) else { return nil }
      selector.branches.append(branch)
    } while take(.comma)
    return selector
  }

  private mutating func branch(isRelative: Bool, depth: Int) -> [PaintSelector.Compound]? {
    var branch: [PaintSelector.Compound] = []
    var combinator = isRelative ? writtenCombinator() : nil
    repeat {
      guard let compound = compound(depth: depth, after: combinator ?? .descendant) else { return nil }
      branch.append(compound)
      combinator = writtenCombinator()
    } while combinator != nil || isAtDescendant
    return branch
  }

  private var isAtDescendant: Bool {
    guard let token, token.followsSpace else { return false }
    return token.kind != .comma && token.kind != .closing(UInt8(ascii: ")"))
  }

  private mutating func writtenCombinator() -> PaintSelector.Combinator? {
    guard case .delimiter(let byte)? = token?.kind,
      let combinator = PaintSelector.Combinator(rawValue: String(Unicode.Scalar(byte)))
    else { return nil }
    index += 1
    return combinator
  }

  private mutating func compound(depth: Int, after combinator: PaintSelector.Combinator) -> PaintSelector.Compound? {
    var compound = PaintSelector.Compound(combinator: combinator)
    let start = index
    if let name = name() {
      compound.conditions.append(.type(name.lowercased()))
    } else {
      _ = take(.delimiter(UInt8(ascii: "*")))
    }
    while let token, index == start || !token.followsSpace, compound.pseudoElement == nil {
      if take(.delimiter(UInt8(ascii: "."))) {
        guard let name = name(isAdjacent: true) else { return nil }
        compound.conditions.append(.className(name))
      } else if take(.colon) {
        if take(.colon) {
          guard let name = name(isAdjacent: true) else { return nil }
          compound.pseudoElement = "::" + name.lowercased()
        } else {
          guard let condition = pseudoClass(depth: depth) else { return nil }
          compound.conditions.append(condition)
        }
      } else {
        break
      }
    }
    return index > start ? compound : nil
  }

  private mutating func pseudoClass(depth: Int) -> PaintSelector.Condition? {
    guard let token, !token.followsSpace else { return nil }
    index += 1
    let condition: PaintSelector.Condition?
    switch source.text(in: token.range).lowercased() {
    case "first-child": return .firstChild
    case "last-child": return .lastChild
    case "hover", "active", "focus", "focus-visible", "focus-within", "target", "visited", "disabled": return .never
    case "checked": return .className(":checked")
    case "root": return .type("html")
    case "is(": condition = list(isRelative: false, depth: depth + 1).map { .anyOf($0, hasWeight: true) }
    case "where(": condition = list(isRelative: false, depth: depth + 1).map { .anyOf($0, hasWeight: false) }
    case "not(": condition = list(isRelative: false, depth: depth + 1).map { .not($0) }
    case "has(": condition = list(isRelative: true, depth: depth + 1).map { .has($0) }
    case "dir(": condition = name().map { .direction(isRightToLeft: $0 == "rtl") }
    default: return nil
    }
    return take(.closing(UInt8(ascii: ")"))) ? condition : nil
  }

  /// A name without escapes, which are not supported.
  private mutating func name(isAdjacent: Bool = false) -> String? {
    guard let token, token.kind == .identifier, !isAdjacent || !token.followsSpace else { return nil }
    let name = source.text(in: token.range)
    if name.contains("\\") { return nil }
    index += 1
    return name
  }
}

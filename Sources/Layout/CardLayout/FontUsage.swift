public import Fonts
import TextLayout
public import Themes

/// The characters of a site, by font.
public struct FontUsage: Sendable {
  public private(set) var characters: [FontRequest: CharacterCoverage] = [:]

  public init() {}

  public mutating func formUnion(_ other: FontUsage) {
    for (request, coverage) in other.characters { characters[request, default: .init()].formUnion(coverage) }
  }

  /// The part in fonts that the other uses too.
  public func restricted(to other: FontUsage) -> FontUsage {
    var usage = self
    usage.characters = characters.filter { other.characters[$0.key] != nil }
    return usage
  }

  /// Returns whether the other has all of its characters, in the same fonts.
  public func isSubset(of other: FontUsage) -> Bool {
    characters.allSatisfy { request, coverage in
      other.characters[request].map { coverage.isSubset(of: $0) } ?? false
    }
  }

  public mutating func insert(_ coverage: CharacterCoverage, font: FontRequest) {
    characters[font, default: .init()].formUnion(coverage)
  }

  /// Adds every character of a text, and the ellipsis that may end it.
  public mutating func insert(_ text: ComposedText) {
    for leaf in text.styled.leaves {
      guard case .text(let string) = leaf.content else { continue }
      insert(string, font: leaf.style.font)
    }
  }

  public mutating func insert(_ card: ComposedCard, theme: ThemeFonts) {
    for text in card.texts { insert(text) }
    insert(card.body, markers: theme.body, code: theme.code)
  }

  public mutating func insert(_ prose: ComposedProse, theme: ThemeFonts) {
    for text in prose.texts { insert(text) }
    insert(prose.blocks, markers: FontRequest(prose.style), code: theme.code)
  }

  /// - Parameter markers: the font of bullets and numbers, which the style sheet creates.
  private mutating func insert(_ blocks: [BodyBlock], markers: FontRequest, code: FontRequest) {
    for block in blocks {
      switch block.kind {
      case .paragraph, .heading, .rule, .figure: break
      case .code(_, let text, _): insert(text, font: code)
      case .quote(let children): insert(children, markers: markers, code: code)
      case .list(_, _, let items):
        insert("•0123456789.", font: markers)
        for item in items { insert(item.blocks, markers: markers, code: code) }
      }
    }
  }

  private mutating func insert(_ string: String, font: FontRequest) {
    characters[font, default: always].insert(scalarsOf: string) { $0 >= 0x20 && !isEmojiAlone($0) }
  }
}

/// The characters in every font in use.
private let always: CharacterCoverage = {
  var coverage = CharacterCoverage()
  coverage.insert(scalarsOf: " …")
  return coverage
}()

/// The fonts of parts of a body other than its texts.
public struct ThemeFonts: Sendable {
  let body: FontRequest
  let code: FontRequest

  public init(_ theme: Theme) {
    let styles = theme.textStyles
    body = FontRequest(styles.body)
    code = FontRequest(styles.code)
  }
}

extension FontRequest {
  fileprivate init(_ style: TextStyle) {
    self.init(stack: style.font, weight: style.weight, isItalic: style.isItalic)
  }
}

public import Fonts
import TextLayout
public import Themes

/// The characters of a site, by font.
public struct FontUsage: Sendable {
  // A site has a handful of fonts, and most texts have the font of the one before: searching is faster than hashing.
  private var fonts: [FontRequest] = []
  private var coverages: [CharacterCoverage] = []
  /// The index of the font that was looked for last.
  private var last = 0

  public init() {}

  public var characters: [FontRequest: CharacterCoverage] {
    Dictionary(uniqueKeysWithValues: zip(fonts, coverages))
  }

  public mutating func formUnion(_ other: FontUsage) {
    for (font, coverage) in zip(other.fonts, other.coverages) { insert(coverage, font: font) }
  }

  /// The part in fonts that the other uses too.
  public func restricted(to other: FontUsage) -> FontUsage {
    var usage = FontUsage()
    for (font, coverage) in zip(fonts, coverages) where other.fonts.contains(font) {
      usage.insert(coverage, font: font)
    }
    return usage
  }

  /// Returns whether the other has all of its characters, in the same fonts.
  public func isSubset(of other: FontUsage) -> Bool {
    zip(fonts, coverages).allSatisfy { font, coverage in
      other.fonts.firstIndex(of: font).map { coverage.isSubset(of: other.coverages[$0]) } ?? false
    }
  }

  public mutating func insert(_ coverage: CharacterCoverage, font: FontRequest) {
    coverages[index(of: font, startingWith: CharacterCoverage())].formUnion(coverage)
  }

  private mutating func index(of font: FontRequest, startingWith coverage: CharacterCoverage) -> Int {
    if last < fonts.count, fonts[last] == font { return last }
    if let known = fonts.firstIndex(of: font) {
      last = known
    } else {
      last = fonts.count
      fonts.append(font)
      coverages.append(coverage)
    }
    return last
  }

  /// Adds every character of a text, and the ellipsis that may end it.
  public mutating func insert(_ text: ComposedText) {
    for leaf in text.styled.leaves {
      guard case .text(let string) = leaf.content else { continue }
      insert(string, font: leaf.style.font)
    }
  }

  public mutating func insert(_ card: ComposedCard, theme: ThemeFonts) {
    for index in card.texts.indices { insert(card.texts[index]) }
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
        insertMarkers(markers)
        for item in items { insert(item.blocks, markers: markers, code: code) }
      }
    }
  }

  private mutating func insert(_ string: String, font: FontRequest) {
    insert(string.utf8Span, font: font)
  }

  mutating func insert(_ text: UTF8Span, font: FontRequest) {
    coverages[index(of: font, startingWith: always)].insert(scalarsOf: text) { $0 >= 0x20 && !isEmojiAlone($0) }
  }

  /// - Parameter markers: the font of bullets and numbers, which the style sheet creates.
  mutating func insertMarkers(_ markers: FontRequest) { insert("•0123456789.", font: markers) }
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
  init(_ style: TextStyle) {
    self.init(stack: style.font, weight: style.weight, isItalic: style.isItalic)
  }
}

public import TextLayout
public import Themes

/// The characters of a site, keyed by font.
public struct FontUsage: Sendable {
  // A site has a handful of fonts, and most texts have the font of the previous one: searching is faster than hashing.
  private var fonts: [FontRequest] = []
  private var coverages: [CharacterCoverage] = []
  private var marked: [MarkedLetters] = []
  /// The index of the last requested font.
  private var last = 0

  public init() {}

  public var characters: [FontRequest: CharacterCoverage] {
    Dictionary(uniqueKeysWithValues: zip(fonts, coverages))
  }

  /// The marks among the characters, with the letters on which they stand.
  public var markedLetters: [FontRequest: MarkedLetters] {
    Dictionary(uniqueKeysWithValues: zip(fonts, marked)).filter { !$0.value.isEmpty }
  }

  public mutating func formUnion(_ other: FontUsage) {
    for index in other.fonts.indices {
      insert(other.coverages[index], marked: other.marked[index], font: other.fonts[index])
    }
  }

  /// The characters in fonts that the other usage has too.
  public func restricted(to other: FontUsage) -> FontUsage {
    var usage = FontUsage()
    for index in fonts.indices where other.fonts.contains(fonts[index]) {
      usage.insert(coverages[index], marked: marked[index], font: fonts[index])
    }
    return usage
  }

  /// Returns whether another usage has all of these characters, in the same fonts.
  public func isSubset(of other: FontUsage) -> Bool {
    fonts.indices.allSatisfy { index in
      guard let place = other.fonts.firstIndex(of: fonts[index]) else { return false }
      return coverages[index].isSubset(of: other.coverages[place]) && marked[index].isSubset(of: other.marked[place])
    }
  }

  public mutating func insert(
    _ coverage: CharacterCoverage, marked letters: MarkedLetters = MarkedLetters(), font: FontRequest
  ) {
    let index = index(of: font, startingWith: CharacterCoverage())
    coverages[index].formUnion(coverage)
    marked[index].formUnion(letters)
  }

  private mutating func index(of font: FontRequest, startingWith coverage: CharacterCoverage) -> Int {
    if last < fonts.count, fonts[last] == font { return last }
    if let known = fonts.firstIndex(of: font) {
      last = known
    } else {
      last = fonts.count
      fonts.append(font)
      coverages.append(coverage)
      marked.append(MarkedLetters())
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
      case .table: insert(block.content, markers: markers, code: code)
      }
    }
  }

  private mutating func insert(_ string: String, font: FontRequest) {
    insert(string.utf8Span, font: font)
  }

  mutating func insert(_ text: UTF8Span, font: FontRequest) {
    let index = index(of: font, startingWith: always)
    coverages[index].insert(scalarsOf: text, marked: &marked[index]) { $0 >= 0x20 && !isEmojiAlone($0) }
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

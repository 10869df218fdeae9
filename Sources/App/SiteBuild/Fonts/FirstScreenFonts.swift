import CardLayout
import Content
import TextLayout
import Themes

/// The font files of the upper part of each page. Pages preload them, because text in a font that is not yet loaded has
/// different line breaks for a moment, and moves the content below.
struct FirstScreenFonts: Sendable {
  private let theme: Theme
  private let requests: [FontRequest]
  private let fonts: ServedFonts
  private let navigation: FontUsage

  /// - Parameter pages: the pages of the site's navigation.
  init(of pages: [Page], theme: Theme, fonts: ServedFonts) {
    self.theme = theme
    self.fonts = fonts
    requests = fonts.stacks.keys.sorted()
    var usage = FontUsage()
    if pages.count > 1 {
      for page in pages { usage.insert(page.title.text, theme.textStyles.body, theme: theme) }
    }
    navigation = usage
  }

  /// The font files that a page preloads, as indices of `ServedFonts.files`, ascending.
  ///
  /// All of them are included: a missing one would load later than the others, and move the content below its text.
  /// None is loaded in vain, because the page lays out all of its text at once.
  ///
  /// - Parameter cards: for each shelf, the cards that may be visible at some width; nil if the shelf is not visible.
  /// - Complexity: O(text of the page's introduction and of those cards).
  func files(of page: Page, cards: [[Int]?]) -> [Int] {
    var usage = navigation
    usage.insert(page.title.text, theme.textStyles.pageTitle, theme: theme)
    let introduction = composeProse(
      page.introduction, theme: theme, language: page.language,
      isRightToLeft: page.direction == .rtl)
    usage.insert(introduction, theme: ThemeFonts(theme))
    for (shelf, shown) in zip(page.shelves, cards) {
      guard let shown, !shelf.cards.isEmpty else { continue }
      if let title = shelf.title { usage.insert(title.text, theme.textStyles.shelfTitle, theme: theme) }
      for title in shelf.sections.compactMap(\.title) { usage.insert(title.text, theme.sectionTitle, theme: theme) }
      if let toggle = shelf.columnToggle {
        usage.insert(toggle.oneColumn + toggle.twoColumns, theme.textStyles.body, theme: theme)
      }
      guard let anatomy = theme.anatomy(called: shelf.anatomy?.text) else { continue }
      let composition = CardComposition(
        anatomy: anatomy, others: theme.anatomies(of: shelf), tags: shelf.tags, theme: theme)
      let composer = CardComposer(composition, theme: theme)
      for index in shown where shelf.cards.indices.contains(index) {
        composer.insertCharacters(of: shelf.cards[index], into: &usage)
      }
    }
    let (characters, marked) = (usage.characters, usage.markedLetters)
    var files: Set<Int> = []
    for request in requests {
      guard let needed = characters[request], let stack = fonts.stacks[request] else { continue }
      for face in stack.faces where needed.hasInk(in: face) || marked[request]?.hasInk(in: face) ?? false {
        files.insert(face.fileIndex)
      }
    }
    return files.sorted()
  }
}

extension FontUsage {
  fileprivate mutating func insert(_ text: String, _ style: TextStyle, theme: Theme) {
    insert(composeLine(text, style: style, theme: theme, language: "en", isRightToLeft: false))
  }
}

extension CharacterCoverage {
  /// Returns whether the face draws some of the characters other than the ellipsis and spaces, which are in every font.
  fileprivate func hasInk(in face: ServedFace) -> Bool {
    guard face.kind == .text else { return false }
    return scalars.contains { $0 != 0x20 && $0 != 0xA0 && $0 != 0x2026 && face.characters.contains($0) }
  }
}

extension MarkedLetters {
  /// Returns whether the face draws some of the letters apart.
  fileprivate func hasInk(in face: ServedFace) -> Bool {
    guard face.kind.positionApart != nil else { return false }
    return all.contains { mark, bases in
      face.declared.contains(mark) && bases.scalars.contains(where: face.declared.contains)
    }
  }
}

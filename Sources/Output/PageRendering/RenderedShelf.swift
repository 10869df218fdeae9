public import CardLayout
import Geometry
import LayoutFile
public import SiteContent
public import Themes

/// All that is written of a shelf, so that its layouts need not be kept.
public struct RenderedShelf: Sendable {
  /// Without the images of its cards.
  public private(set) var markup: [UInt8]
  /// Where those belong.
  let gaps: [PictureGap]
  let isEmpty: Bool
  let endsLine: Bool
  let classes: StepClasses
  /// Of the shelf, at each step.
  let heights: [Pixels]
  /// Cards that show before anybody scrolls, at any step and under either choice, if it is the first of its page; ascending.
  let firstCards: [Int]
  /// The rules of its frames at each step; none for a shelf without cards.
  let frameRules: [[UInt8]]
  /// What `layout.json` says of it, as a JSON object: most of what is written.
  public private(set) var layout: [UInt8]

  /// The markup, which is no longer kept here.
  public mutating func takeMarkup() -> [UInt8] {
    defer { markup = [] }
    return markup
  }

  /// The layout, which is no longer kept here.
  public mutating func takeLayout() -> [UInt8] {
    defer { layout = [] }
    return layout
  }
}

/// Writes one shelf.
///
/// - Parameters:
///   - page: that the shelf is on.
///   - theme: as it is for the page's text size.
/// - Complexity: O(text x steps).
public func renderShelf(_ shelf: LaidOutShelf, of page: Page, theme: Theme, urls: PageURLs) -> RenderedShelf {
  let steps = Step.all(of: theme.widthClasses)
  var classes = StepClasses(stepCount: steps.count)
  var markup = Markup()
  var cards = ShelfCards(shelf)
  ShelfMarkup(shelf: shelf, theme: theme, page: page, urls: urls).write(cards: &cards, classes: &classes, to: &markup)
  return RenderedShelf(
    markup: markup.bytes, gaps: markup.gaps, isEmpty: markup.bytes.isEmpty, endsLine: markup.bytes.last == 0x0A,
    classes: classes, heights: shelf.layouts.map(\.size.height),
    firstCards: shelf.firstCards(at: steps),
    frameRules: FrameSheet.rules(of: shelf, cards: cards, steps: steps),
    layout: layoutJSON(of: shelf, cards: cards.entries, theme: theme, steps: steps))
}

extension LaidOutShelf {
  /// - Complexity: O(cards x steps).
  fileprivate func firstCards(at steps: [Step]) -> [Int] {
    guard !steps.isEmpty else { return [] }
    var found: Set<Int> = []
    for (index, layout) in allLayouts.enumerated() {
      let step = steps[index % steps.count]
      // A row shows more on pages that are wider than the step, up to the next one.
      let width = step.index + 1 < steps.count ? steps[step.index + 1].minimumWidth : 2 * step.width
      for (card, frame) in layout.frames.enumerated()
      where frame.y < FirstScreen.height(at: step) && frame.x < Pixels(width) {
        found.insert(card)
      }
    }
    return found.sorted()
  }
}

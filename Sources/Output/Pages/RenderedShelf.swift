public import CardLayout
public import Content
import Geometry
public import Themes

/// The output for a shelf, so that its layouts need not be kept.
public struct RenderedShelf: Sendable {
  /// The markup without the images of its cards.
  public private(set) var markup: [UInt8]
  /// The controls for the number of columns, if they are in the template of the page.
  let columnToggle: [UInt8]
  /// The gaps for these images.
  let gaps: [PictureGap]
  let isEmpty: Bool
  let endsLine: Bool
  let classes: StepClasses
  /// The heights of the shelf, at each step.
  let heights: [Pixels]
  /// The cards that are visible before scrolling, at any step and for either choice, if the shelf is the first on its
  /// page; ascending.
  let firstCards: [Int]
  /// The rules of its frames at each step, one step after the other.
  public private(set) var frameRules: [UInt8]
  /// The end of each step's rules; empty for a shelf without cards.
  let frameRuleEnds: [Int]
  /// The shelf in `layout.json`, as a JSON object: most of the output.
  public private(set) var layout: [UInt8]

  /// Returns the markup and releases it here.
  public mutating func takeMarkup() -> [UInt8] {
    defer { markup = [] }
    return markup
  }

  /// Returns the rules of its frames and releases them here.
  public mutating func takeFrameRules() -> [UInt8] {
    defer { frameRules = [] }
    return frameRules
  }

  /// Returns the layout and releases it here.
  public mutating func takeLayout() -> [UInt8] {
    defer { layout = [] }
    return layout
  }
}

/// Writes one shelf.
///
/// - Parameters:
///   - page: the page of the shelf.
///   - theme: the theme, scaled to the page's text size.
/// - Complexity: O(text x steps).
public func renderShelf(_ shelf: LaidOutShelf, of page: Page, theme: Theme, urls: PageURLs) -> RenderedShelf {
  renderShelf(shelf, cards: CardAtSteps.all(of: shelf), of: page, theme: theme, urls: urls)
}

/// Writes one shelf from the different layouts of each card.
public func renderShelf(
  _ shelf: LaidOutShelf, cards layouts: [[CardAtSteps]], of page: Page, theme: Theme, urls: PageURLs
) -> RenderedShelf {
  let steps = theme.steps
  var classes = StepClasses(stepCount: steps.count)
  var markup = Markup()
  let writer = ShelfMarkup(shelf: shelf, cards: layouts, theme: theme, page: page, urls: urls)
  writer.write(classes: &classes, to: &markup)
  var columnToggle = Markup()
  if theme.hasColumnTogglesInTemplate { writer.writeToggleOfTemplate(classes: &classes, to: &columnToggle) }
  classes.endWriting()
  let frameRules = FrameSheet.rules(of: shelf, cards: layouts, steps: steps)
  return RenderedShelf(
    markup: markup.bytes, columnToggle: columnToggle.bytes, gaps: markup.gaps, isEmpty: markup.bytes.isEmpty,
    endsLine: markup.bytes.last == 0x0A,
    classes: classes, heights: shelf.layouts.map(\.size.height),
    firstCards: shelf.firstCards(at: steps),
    frameRules: frameRules.text, frameRuleEnds: frameRules.ends,
    layout: layoutObject(of: shelf, cards: layouts))
}

extension LaidOutShelf {
  /// - Complexity: O(cards x steps).
  fileprivate func firstCards(at steps: [Step]) -> [Int] {
    guard !steps.isEmpty else { return [] }
    var isFound = [Bool](repeating: false, count: prepared.cards.count)
    let layouts = allLayouts
    for index in layouts.indices {
      let step = steps[index % steps.count]
      // A row shows more on pages that are wider than the step, up to the next step.
      let width = step.index + 1 < steps.count ? steps[step.index + 1].minimumWidth : 2 * step.width
      for (card, frame) in layouts[index].frames.enumerated()
      where frame.y < FirstScreen.height(at: step) && frame.x < Pixels(width) {
        isFound[card] = true
      }
    }
    return isFound.indices.filter { isFound[$0] }
  }
}

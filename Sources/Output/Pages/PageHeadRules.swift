public import CardLayout
import Content
import Geometry
public import TextLayout
public import Themes

/// The least heights of a page's title and of the texts of its introduction at each step: in a font that has not
/// arrived yet they may have fewer lines, and then shelves would move.
///
/// - Complexity: O(text x steps)
func pageHeadRules(of page: LaidOutPage, theme: Theme) -> ShelfFrameRules {
  let steps = theme.steps
  var rules = FrameRules(selectorCount: page.introduction.texts.count + 1)
  var texts: [(selector: FrameRules.Selector, heights: [Int])] = []
  for text in HeadText.all(of: page, theme: theme) {
    let counts = steps.map { $0.isShownOnDevices ? text.lines(at: $0).lineCount : nil }
    // Pages narrower than devices have more lines, and no rules for them.
    let most = counts.lazy.compactMap(\.self).first ?? 0
    if !counts.contains(where: { $0 ?? 0 > 1 }) { continue }
    texts.append((rules.selector(text.selector), counts.map { ($0 ?? most) * text.lineHeight }))
  }
  var all = ShelfFrameRules()
  if texts.isEmpty { return all }
  for step in steps {
    for text in texts { rules.add(text.selector, .minBlockSize, Pixels(text.heights[step.index])) }
    all.endStep(of: &rules)
  }
  return all
}

/// The lines of a page's title and introduction at each step; none if no shelves are below them.
///
/// - Complexity: O(texts + text of several lines x steps)
func pageHeadRuns(of page: LaidOutPage, theme: Theme) -> [PageHeadRun] {
  if page.page.shelves.isEmpty { return [] }
  let steps = theme.steps
  let texts = HeadText.all(of: page, theme: theme)
  var (titleLines, introductionLines) = (
    [Int](repeating: 0, count: steps.count), [Int](repeating: 0, count: steps.count)
  )
  for (number, text) in texts.enumerated() {
    // A text that fits into a line fits into each that is wider.
    var widthOfOneLine = Int.max
    for (index, step) in steps.enumerated() {
      let width = text.width(at: step)
      let count = width >= widthOfOneLine ? 1 : text.lines(at: step).lineCount
      if count == 1 { widthOfOneLine = min(widthOfOneLine, width) }
      if number == 0 { titleLines[index] = count } else { introductionLines[index] += count }
    }
  }
  var runs: [PageHeadRun] = []
  for (index, step) in steps.enumerated() {
    runs.add(
      PageHeadRun(
        minWidth: step.minimumWidth, titleLines: titleLines[index], introductionLines: introductionLines[index]))
  }
  return runs
}

/// A text above the shelves of a page: its title, or a text of its introduction.
public struct HeadText: Sendable {
  /// Its location in the markup.
  let selector: String
  /// The height of a line in CSS pixels.
  public let lineHeight: Int
  private let prepared: PreparedText
  private let columns: PageHeadColumns
  private let isTitle: Bool
  /// The indent in CSS pixels.
  private let indent: Int

  /// The title, and then the texts of the introduction.
  ///
  /// - Complexity: O(texts).
  public static func all(of page: LaidOutPage, theme: Theme) -> [HeadText] {
    let columns = PageHeadColumns(theme: theme, blockCount: page.introduction.blocks.count)
    let title = HeadText(
      selector: ".page-title", lineHeight: page.title.lineHeight, prepared: page.preparedTitle, columns: columns,
      isTitle: true, indent: 0)
    let (prose, prepared) = (page.introduction, page.preparedIntroduction)
    var walk = Walk(prepared: prepared, listIndent: prose.indent, quoteIndent: theme.body.indent)
    walk.add(prose.blocks, path: "", indent: 0)
    return [title]
      + walk.found.map { number, path, indent in
        HeadText(
          selector: ".introduction" + path, lineHeight: prose.texts[number].lineHeight, prepared: prepared[number],
          columns: columns, isTitle: false, indent: indent)
      }
  }

  /// - Complexity: O(pieces).
  public func lines(at step: Step) -> MeasuredText { prepared.lines(width: width(at: step)) }

  /// The room of a line in CSS pixels.
  func width(at step: Step) -> Int {
    max(1, isTitle ? columns.title(at: step) : columns.introduction(at: step) - indent)
  }

  private struct Walk {
    let prepared: [PreparedText]
    let listIndent: Int
    let quoteIndent: Int
    var found: [(number: Int, path: String, indent: Int)] = []

    // The reader of Markdown limits the depth, so the recursion is bounded.
    mutating func add(_ blocks: [BodyBlock], path: String, indent: Int) {
      var number = 0
      for block in blocks {
        number += 1
        let own = path + ">:nth-child(\(number))"
        switch block.kind {
        case .paragraph(let text), .heading(_, let text):
          // An empty text has no element.
          if prepared[text].isEmpty {
            number -= 1
          } else {
            found.append((text, own, indent))
          }
        case .quote(let children): add(children, path: own, indent: indent + quoteIndent)
        case .list(_, _, let items):
          let inner = items.indent(prepared, least: listIndent)
          for (place, item) in items.enumerated() {
            add(item.blocks, path: own + ">:nth-child(\(place + 1))", indent: indent + inner)
          }
        case .code, .rule, .figure, .table: break
        }
      }
    }
  }
}

extension ComposedProse {
  /// The indent of lists whose markers need no more, in CSS pixels: 1.5 em.
  var indent: Int { style.size * 3 / 2 }
}

import CardLayout
import Geometry
import TextLayout
import Themes

/// The least heights of a page's title and of the texts of its introduction at each step: in a font that has not
/// arrived yet they may have fewer lines, and then shelves would move.
///
/// - Complexity: O(text x steps)
func pageHeadRules(of page: LaidOutPage, theme: Theme) -> ShelfFrameRules {
  let steps = theme.steps
  var rules = FrameRules(selectorCount: page.introduction.texts.count + 1)
  var texts: [(selector: FrameRules.Selector, heights: [Int])] = []
  func add(_ selector: String, _ text: ComposedText, _ prepared: PreparedText, width: (Step) -> Int) {
    let counts = steps.map { $0.isShownOnDevices ? prepared.lines(width: max(1, width($0))).lineCount : nil }
    // Pages narrower than devices have more lines, and no rules for them.
    let most = counts.lazy.compactMap(\.self).first ?? 0
    if !counts.contains(where: { $0 ?? 0 > 1 }) { return }
    texts.append((rules.selector(selector), counts.map { ($0 ?? most) * text.lineHeight }))
  }
  let columns = PageHeadColumns(theme: theme, blockCount: page.introduction.blocks.count)
  add(".page-title", page.title, page.preparedTitle, width: columns.title)
  for text in HeadText.all(of: page.introduction, prepared: page.preparedIntroduction, theme: theme) {
    let composed = page.introduction.texts[text.number]
    add(".introduction" + text.path, composed, page.preparedIntroduction[text.number]) {
      columns.introduction(at: $0) - text.indent
    }
  }
  var all = ShelfFrameRules()
  if texts.isEmpty { return all }
  for step in steps {
    for text in texts { rules.add(text.selector, .minBlockSize, Pixels(text.heights[step.index])) }
    all.endStep(of: &rules)
  }
  return all
}

/// A text of an introduction, and its location in the markup.
private struct HeadText {
  let number: Int
  /// The rest of its selector.
  let path: String
  /// The indent in CSS pixels.
  let indent: Int

  static func all(of prose: ComposedProse, prepared: [PreparedText], theme: Theme) -> [HeadText] {
    var walk = Walk(prepared: prepared, listIndent: prose.indent, quoteIndent: theme.body.indent)
    walk.add(prose.blocks, path: "", indent: 0)
    return walk.found
  }

  private struct Walk {
    let prepared: [PreparedText]
    let listIndent: Int
    let quoteIndent: Int
    var found: [HeadText] = []

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
            found.append(HeadText(number: text, path: own, indent: indent))
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

import Content

/// The look of shelves and cards, part by part, where `paint.css` says nothing else. The style sheet is written from
/// it, and pictures are drawn with it.
///
/// Its colours are names, to which each colour scheme gives a value.
public struct Look: Sendable {
  public let page = PaintRule(.type("html"), ["background": [.token("page")]])
  public let body = PaintRule(.type("body"), ["background": [.token("page")], "color": [.token("text")]])
  public let image = PaintRule(.type("img"), ["border": [.number(0, "")]])
  public let mark = PaintRule(.type("mark"), ["background": [.word("none")], "color": [.word("inherit")]])
  public let link = PaintRule(.type("a"), ["color": [.word("inherit")]])

  // The control for the number of columns.
  public let toggle = PaintRule(.classed("column-toggle"), ["color": [.token("text")]])
  public let choice = PaintRule(
    Self.choiceLabel, ["border": [.number(1, "px"), .word("solid"), .token("border")], "background": [.token("card")]])
  public let firstChoice = PaintRule(
    Self.choiceLabel.with(.firstChild),
    ["border-start-start-radius": [Self.radius], "border-end-start-radius": [Self.radius]])
  public let lastChoice = PaintRule(
    Self.choiceLabel.with(.lastChild),
    ["border-start-end-radius": [Self.radius], "border-end-end-radius": [Self.radius]])
  public let chosen = PaintRule(
    Self.choiceLabel.with(.has(.classed(":checked"))),
    ["border-color": [.token("accent")], "background": [.token("accent")], "color": [.token("card")]])

  /// Each text style with the elements that have it.
  public let texts: [(rule: PaintRule, style: TextStyle)]

  public let bodyLink = PaintRule(Self.prose.descendant(.type("a")), ["color": [.token("accent")]])
  public let titleLink = PaintRule(
    .classed("title").descendant(.type("a")),
    [
      "text-decoration": [.word("underline")], "text-decoration-thickness": [.number(1, "px")],
      "text-underline-offset": [.number(0.2, "em")],
    ])
  public let titleLinkLine = PaintRule(
    .classed("title").descendant(.type("a")),
    [
      "text-decoration-color": [
        .function(
          "color-mix",
          [[.word("in"), .word("srgb")], [.word("currentColor"), .number(30, "%")], [.word("transparent")]])
      ]
    ])

  // The text of cards, and the text of pages.
  public let listMarker = PaintRule(
    .classed("body").descendant(.any([.type("ul"), .type("ol")])).child(.type("li")).before,
    ["color": [.token("secondary")]])
  public let quoteBar = PaintRule(
    Self.prose.descendant(.type("blockquote")).before,
    ["border-radius": [.number(0.125, "rem")], "background": [.token("border")]])
  public let code: PaintRule
  public let divider = PaintRule(
    Self.prose.descendant(.type("hr")), ["border": [.number(0, "")], "background": [.token("border")]])
  public let figure = PaintRule(.classed("figure").descendant(.type("img")), ["border-radius": [Self.radius]])

  public let card = PaintRule(
    .classed("card").child(.type("article")), ["background": [.token("card")]])
  /// Lines inside the edges of cards. An outline takes no room, and engines draw it at least one device pixel thick.
  public let cardBorders: [PaintRule]
  public let tag = PaintRule(
    Self.tagItem, ["background": [.token("tag")], "color": [.token("tagText")]])

  private static let radius = PaintTerm.number(0.5, "rem")

  private static let choiceLabel = PaintSelector.classed("column-toggle").child(.type("label"))
  private static let tagItem = PaintSelector.classed("tags").child(.type("li"))
  private static let prose = PaintSelector.any([.classed("body"), .classed("introduction")])

  init(_ theme: Theme) {
    let (body, introduction) = (PaintSelector.classed("body"), PaintSelector.classed("introduction"))
    let pre = [body, introduction].flatMap { $0.descendant(.type("pre")).branches }
    code = PaintRule(
      PaintSelector(branches: pre),
      [
        "color": [.token(theme.textStyles.code.color)], "background": [.token("code")],
        "border-radius": [Self.radius],
      ])
    cardBorders = theme.anatomies.filter { $0.border > 0 }.map { anatomy in
      let width = Double(anatomy.border) / 2
      return PaintRule(
        .classed("card").child(.weightless(.classed(anatomy.name))),
        [
          "outline": [.number(width, "px"), .word("solid"), .token("border")],
          "outline-offset": [.number(-width, "px")],
        ])
    }
    let styles = theme.textStyles
    let headings = (1...6).map { PaintSelector.type("h\($0)") }
    var texts: [(PaintSelector, TextStyle)] = [
      (.classed("page-title"), styles.pageTitle), (introduction, styles.introduction),
      (.classed("shelf-title"), styles.shelfTitle), (.classed("section-title"), theme.sectionTitle),
    ]
    for slot in theme.slots.texts {
      let own = PaintSelector.classed(theme.slots.className(of: slot))
      // Templates use the names of slots below the body outside of cards too.
      texts.append((slot.number < Slot.body.number ? own : .classed("card").descendant(own), styles[slot]))
    }
    texts += [
      (body, styles.body), (body.descendant(.any(headings.dropFirst())), styles.heading), (Self.tagItem, styles.tag),
    ]
    let proseHeadings = [headings[1], headings[2], .any(headings[3...])].map { introduction.descendant($0) }
    texts += zip(proseHeadings, theme.proseHeadings)
    self.texts = texts.map { (PaintRule($0, ["color": [.token($1.color)]]), $1) }
  }

  /// The rules in the order of the style sheet.
  public var rules: [PaintRule] {
    [page, body, image, mark, link, toggle, choice, firstChoice, lastChoice, chosen] + texts.map(\.rule)
      + [bodyLink, titleLink, titleLinkLine, listMarker, quoteBar, code, divider, figure, card, tag]
      + cardBorders
  }

  /// The rules that browsers apply before any style sheet.
  public static let ofBrowsers = [
    PaintRule(.type("a"), ["text-decoration": [.word("underline")]]),
    PaintRule(.type("u"), ["text-decoration": [.word("underline")]]),
    PaintRule(.type("s"), ["text-decoration": [.word("line-through")]]),
  ]
}

extension Theme {
  /// - Complexity: O(slots).
  public var look: Look { Look(self) }
}

// MARK: - Selectors

extension PaintSelector {
  fileprivate static func type(_ name: String) -> PaintSelector { PaintSelector(.type(name)) }
  fileprivate static func classed(_ name: String) -> PaintSelector { PaintSelector(.className(name)) }
  /// Writes `:is`.
  fileprivate static func any(_ selectors: some Sequence<PaintSelector>) -> PaintSelector {
    PaintSelector(.anyOf(PaintSelector(branches: selectors.flatMap(\.branches)), hasWeight: true))
  }

  /// `:where`.
  fileprivate static func weightless(_ selector: PaintSelector) -> PaintSelector {
    PaintSelector(.anyOf(selector, hasWeight: false))
  }

  private init(_ condition: Condition) { branches = [[Compound(conditions: [condition])]] }

  fileprivate func child(_ other: PaintSelector) -> PaintSelector { followed(by: other, .child) }
  fileprivate func descendant(_ other: PaintSelector) -> PaintSelector { followed(by: other, .descendant) }

  private func followed(by other: PaintSelector, _ combinator: Combinator) -> PaintSelector {
    PaintSelector(
      branches: branches.flatMap { branch in
        other.branches.map { next in
          var next = next
          next[0].combinator = combinator
          return branch + next
        }
      })
  }

  fileprivate func with(_ condition: Condition) -> PaintSelector {
    changed { $0.conditions.append(condition) }
  }
  fileprivate var before: PaintSelector { changed { $0.pseudoElement = "::before" } }

  private func changed(_ change: (inout Compound) -> Void) -> PaintSelector {
    var selector = self
    for index in branches.indices { change(&selector.branches[index][branches[index].count - 1]) }
    return selector
  }
}

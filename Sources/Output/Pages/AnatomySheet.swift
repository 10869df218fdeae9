import CardLayout
import Content
import Geometry
import Themes

/// The rules of one anatomy for every width. Every length is in rem.
struct AnatomySheet {
  private typealias Declarations = [String]

  /// The container of an element.
  private enum Holder {
    case stack(CrossAlignment)
    /// A row; true if several of the items share the remaining width.
    case row(hasShares: Bool)
    case stackedRow
  }

  let anatomy: CardAnatomy
  let theme: Theme
  private let places: AnatomyPlaces
  /// True if the rules are for pages that are narrower than devices.
  private var isEnlarged = false

  init(anatomy: CardAnatomy, theme: Theme) {
    self.anatomy = anatomy
    self.theme = theme
    places = AnatomyPlaces(anatomy, slots: theme.slots, article: ".card>.\(anatomy.name)")
  }

  var text: String {
    let alignment = anatomy.textAlignment.map { ";text-align:\($0.rawValue)" } ?? ""
    return
      ".card>.\(anatomy.name){padding:\(rem(anatomy.padding));min-block-size:\(rem(anatomy.minHeight))\(alignment)}\n"
      + anatomy.elements.enumerated().map { rulesAtAllWidths(of: $1, at: [$0]) }.joined()
  }

  /// The rules for all widths. Rows are stacked on pages that are narrower than devices.
  private func rulesAtAllWidths(of element: CardAnatomy.AnatomyElement, at path: ElementPath) -> String {
    let usual = rules(of: element, in: .stack(.stretch), at: path)
    let steps = theme.steps
    guard steps.first?.isNarrowerThanDevices == true else { return usual }
    var sheet = self
    sheet.isEnlarged = true
    let enlarged = sheet.rules(of: element, in: .stack(.stretch), at: path)
    guard enlarged != usual, let first = steps.first(where: { !$0.isNarrowerThanDevices }) else { return enlarged }
    let width = rem(first.minimumWidth)
    return "@container page (width<\(width)){\n\(enlarged)}\n@container page (width>=\(width)){\n\(usual)}\n"
  }

  private func rem(_ pixels: Int) -> String { Pixels(pixels).rem }

  private func rule(_ selector: String, _ declarations: Declarations) -> String {
    declarations.isEmpty ? "" : "\(selector){\(declarations.joined(separator: ";"))}\n"
  }

  // The reader of themes limits the depth, so the recursion is bounded.
  private func rules(of elements: [CardAnatomy.AnatomyElement], in holder: Holder, at path: ElementPath) -> String {
    elements.enumerated().map { rules(of: $1, in: holder, at: path + [$0]) }.joined()
  }

  private func rules(of element: CardAnatomy.AnatomyElement, in holder: Holder, at path: ElementPath) -> String {
    var text = ""
    if case .stack = holder, element.gap > 0 {
      text += rule(places.notFirst(path), ["margin-block-start:\(rem(element.gap))"])
    }
    switch element {
    case .image(let image): text += rules(of: image, in: holder, at: path)
    case .text(let placement):
      var isStretched = false
      if case .row = holder { isStretched = true }
      text += rule(
        places.any(path), declarations(of: placement, isStretched: isStretched) + width(of: element, in: holder))
    case .row(let row): text += rules(of: row, width: width(of: element, in: holder), at: path)
    case .stack(let stack):
      text += rule(places.any(path), width(of: element, in: holder))
      text += rules(of: stack.elements, in: .stack(stack.alignment), at: path)
    }
    return text
  }

  private func rules(of row: CardAnatomy.ItemRow, width: Declarations, at path: ElementPath) -> String {
    let selector = places.any(path)
    if row.isStacked(whereTextIsEnlarged: isEnlarged) {
      return rule(selector, ["flex-direction:column", "row-gap:\(rem(row.spacing))"] + width)
        + rule(selector + ">*", ["flex:none"]) + rules(of: row.items, in: .stackedRow, at: path)
    }
    let shares = row.items.count { $0.width == .fill }
    return rule(
      selector, ["column-gap:\(rem(row.spacing))", "align-items:\(flexWord(row.alignment))"] + width)
      + rules(of: row.items, in: .row(hasShares: shares > 1), at: path)
  }

  private func rules(of image: CardAnatomy.ImagePlacement, in holder: Holder, at path: ElementPath) -> String {
    var text = ""
    let selector = places.any(path)
    if image.below > 0 { text += rule(selector + ":not(:last-child)", ["margin-block-end:\(rem(image.below))"]) }
    if image.bleeds {
      text += rule(selector, ["margin-inline:-\(rem(anatomy.padding))"])
      text += rule(places.first(path), ["margin-block-start:-\(rem(anatomy.padding))"])
    }
    var declarations: Declarations = []
    if case .row(let hasShares) = holder, image.width == nil {
      declarations += hasShares ? [] : ["flex:1 1 0", "min-inline-size:0"]
    }
    if let width = image.width {
      declarations.append("inline-size:\(rem(width))")
    } else if let most = image.maxWidth {
      declarations += ["inline-size:100%", "max-inline-size:\(rem(most))"]
    }
    if let height = image.height { declarations.append("block-size:\(rem(height))") }
    if case .stack(let alignment) = holder, image.width ?? image.maxWidth != nil {
      declarations += place(image.alignment ?? alignment)
    }
    return text + rule(selector, declarations)
  }

  private func declarations(of placement: CardAnatomy.TextPlacement, isStretched: Bool) -> Declarations {
    var declarations: Declarations = []
    if placement.minLines > 0 {
      declarations.append("min-block-size:\(rem(placement.minLines * theme.textStyles[placement.slot].lineHeight))")
    }
    if let alignment = placement.textAlignment { declarations.append("text-align:\(alignment.rawValue)") }
    // Lines of tags stay together if the slot is taller than they are.
    if placement.slot == .tags, placement.level != nil || isStretched {
      declarations.append("align-content:flex-start")
    }
    return declarations
  }

  /// The declarations for the width of an element. Widths that differ from card to card, or would be fractions, are in
  /// the sheet of frames.
  private func width(of element: CardAnatomy.AnatomyElement, in holder: Holder) -> Declarations {
    switch (holder, element.width) {
    case (.stack, .fill), (.stackedRow, _): return []
    case (.stack(let alignment), .fixed(let width)):
      return ["inline-size:\(rem(width))", "max-inline-size:100%"] + place(alignment)
    case (.stack(let alignment), .hug): return place(alignment)
    case (.row, .fixed(let width)): return ["flex:none", "inline-size:\(rem(width))"]
    case (.row(hasShares: true), .fill), (.row, .hug): return ["flex:none"]
    case (.row(hasShares: false), .fill):
      if case .stack = element { return [] }
      return ["flex:1 1 0", "min-inline-size:0"]
    }
  }

  private func place(_ alignment: CrossAlignment) -> Declarations {
    switch alignment {
    case .start, .stretch: []
    case .center, .end: ["align-self:\(flexWord(alignment))"]
    }
  }

  private func flexWord(_ alignment: CrossAlignment) -> String {
    switch alignment {
    case .start: "flex-start"
    case .center: "center"
    case .end: "flex-end"
    case .stretch: "stretch"
    }
  }
}

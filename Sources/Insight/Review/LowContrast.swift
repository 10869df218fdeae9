import Content
import Diagnostics
import Pages
import Themes

extension ReviewedSite {
  /// The findings of `contrast-low`: one for each colour scheme and text colour.
  ///
  /// The colours are those of `theme.yml` on their backgrounds; `paint.css` is not considered.
  func lowContrasts() -> [Diagnostic] {
    let values = sourceValues(of: theme.source)
    return [("light", theme.lightColors), ("dark", theme.darkColors)].flatMap { scheme, colors -> [Diagnostic] in
      let low = theme.coloredTexts.compactMap { LowContrast($0, colors: colors) }
      return Set(low.map(\.text.color)).sorted().map { color in
        Diagnostic.contrastLow(
          low.filter { $0.text.color == color }, in: scheme, colors: colors,
          at: values["colors.\(scheme).\(color)"]?.range, source: theme.source)
      }
    }
  }
}

/// A text in one colour on another.
struct ColoredText: Hashable {
  /// The name in words: `title`, `links of a body`.
  let name: String
  let color: String
  let background: String
  /// The least sufficient contrast (WCAG 2.2, 1.4.3).
  let needed: Double
}

extension Theme {
  /// The texts of cards and pages with their backgrounds.
  var coloredTexts: [ColoredText] {
    let shown = Set(anatomies.flatMap(\.texts).map(\.slot))
    func text(_ name: String, _ style: TextStyle, on background: String) -> ColoredText {
      ColoredText(name: name, color: style.color, background: background, needed: style.isLarge ? 3 : 4.5)
    }
    var texts: [ColoredText] = [
      text(slots.name(of: .title), textStyles[.title], on: "card"), text("pageTitle", textStyles.pageTitle, on: "page"),
      text("introduction", textStyles.introduction, on: "page"), text("shelfTitle", textStyles.shelfTitle, on: "page"),
      ColoredText(name: "links of the page", color: "accent", background: "page", needed: 4.5),
    ]
    for slot in slots.texts where slot != .title && shown.contains(slot) {
      texts.append(text(slots.name(of: slot), textStyles[slot], on: "card"))
    }
    if shown.contains(.body) {
      texts += [
        text("body", textStyles.body, on: "card"), text("heading", textStyles.heading, on: "card"),
        text("code", textStyles.code, on: "code"),
        ColoredText(name: "links of a body", color: "accent", background: "card", needed: 4.5),
      ]
    }
    if shown.contains(.tags) {
      texts.append(
        ColoredText(name: "tag", color: "tagText", background: "tag", needed: textStyles.tag.isLarge ? 3 : 4.5))
    }
    return texts
  }
}

extension TextStyle {
  /// True for the "large scale (text)" of WCAG 2.2: 18 pt, or 14 pt in bold; a point is 4/3 px.
  fileprivate var isLarge: Bool { size >= 24 || size >= 19 && weight >= 700 }
}

private struct LowContrast {
  let text: ColoredText
  let ratio: Double

  /// Checks a text; nil if the contrast is sufficient, or unknown.
  init?(_ text: ColoredText, colors: [String: String]) {
    guard let page = colors["page"].flatMap(SRGBColor.init(hexadecimal:)),
      let own = colors[text.color].flatMap(SRGBColor.init(hexadecimal:)),
      let below = colors[text.background].flatMap(SRGBColor.init(hexadecimal:))
    else { return nil }
    let background = below.seen(on: text.background, page: page, colors: colors)
    ratio = own.over(background).contrast(on: background)
    self.text = text
    if ratio >= text.needed { return nil }
  }
}

extension SRGBColor {
  /// The visible colour of a background: tags and code are on cards, cards on the page, and a page on white.
  fileprivate func seen(on name: String, page: SRGBColor, colors: [String: String]) -> SRGBColor {
    let bottom = page.over(.white)
    if name == "page" { return bottom }
    let card = colors["card"].flatMap(SRGBColor.init(hexadecimal:))?.over(bottom) ?? bottom
    return name == "card" ? card : over(card)
  }
}

extension Diagnostic {
  /// - Parameter low: the texts in one colour; at least one.
  fileprivate static func contrastLow(
    _ low: [LowContrast], in scheme: String, colors: [String: String], at range: SourceRange?, source: SourceText
  ) -> Diagnostic {
    let color = low[0].text.color
    let parts = Dictionary(grouping: low, by: \.text.background).sorted { $0.key < $1.key }.map { background, texts in
      let names = texts.map(\.text.name).joined(separator: ", ")
      let needed = texts.map(\.text.needed).max() == 3 ? "3" : "4.5"
      return "\(decimal(texts[0].ratio)) on `\(background)` for \(names) (at least \(needed))"
    }
    let page = colors["page"].flatMap(SRGBColor.init(hexadecimal:)) ?? .white
    let backgrounds = low.compactMap { text in
      colors[text.text.background].flatMap(SRGBColor.init(hexadecimal:))?.seen(
        on: text.text.background, page: page, colors: colors)
    }
    let better = colors[color].flatMap(SRGBColor.init(hexadecimal:))?
      .readable(on: backgrounds, ratio: low.map(\.text.needed).max() ?? 4.5)
    return found(
      .contrastLow,
      "`\(color)` of the \(scheme) scheme has too little contrast (WCAG 1.4.3): \(parts.joined(separator: "; "))",
      at: range, in: source,
      help: better.map { "\($0) is similar and readable there" }
        ?? "no shade of it is readable there: change the background")
  }

  /// The ratio rounded down, so that an insufficient contrast does not look sufficient.
  private static func decimal(_ ratio: Double) -> String {
    let hundredths = Int(ratio * 100)
    let rest = hundredths % 100
    return "\(hundredths / 100)." + (rest < 10 ? "0\(rest)" : "\(rest)")
  }
}

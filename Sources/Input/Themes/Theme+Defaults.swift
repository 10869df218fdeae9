import Arrangements
import Content

/// The defaults of a theme.
extension TextStyles {
  public static let standard = TextStyles(
    ofSlots: SlotTable.standard.names.map { ofStandardSlots[$0] ?? ofBody },
    body: ofBody,
    heading: TextStyle(font: "text", weight: 700, size: 15, lineHeight: 20, color: "text", dynamicStyle: .headline),
    code: TextStyle(font: "mono", weight: 400, size: 13, lineHeight: 20, color: "text"),
    tag: TextStyle(font: "text", weight: 400, size: 12, lineHeight: 16, color: "tagText", dynamicStyle: .caption1),
    pageTitle: TextStyle(font: "text", weight: 700, size: 34, lineHeight: 41, color: "text", dynamicStyle: .largeTitle),
    introduction: TextStyle(font: "text", weight: 400, size: 17, lineHeight: 24, color: "secondary"),
    shelfTitle: TextStyle(font: "text", weight: 700, size: 22, lineHeight: 28, color: "text", dynamicStyle: .title2))

  /// The style on which a slot that a theme adds is based by default.
  static let usualBase = "subtitle"

  private static let ofBody = TextStyle(font: "text", weight: 400, size: 15, lineHeight: 20, color: "text")

  private static let ofStandardSlots = [
    "eyebrow": TextStyle(
      font: "text", weight: 700, size: 12, lineHeight: 16, maxLines: 1, color: "accent", dynamicStyle: .caption1),
    "title": TextStyle(
      font: "text", weight: 700, size: 17, lineHeight: 22, maxLines: 2, color: "text", dynamicStyle: .headline),
    "subtitle": TextStyle(
      font: "text", weight: 400, size: 15, lineHeight: 20, maxLines: 2, color: "secondary", dynamicStyle: .subhead),
    "footer": TextStyle(
      font: "text", weight: 400, size: 12, lineHeight: 16, maxLines: 2, color: "secondary", dynamicStyle: .caption1),
  ]
}

extension TagStyle {
  public static let standard = TagStyle(paddingBlock: 4, paddingInline: 8, spacing: 6, lineSpacing: 6)
}

extension BodyStyle {
  public static let standard = BodyStyle(
    blockSpacing: 8, itemSpacing: 4, indent: 20, codePadding: 8, ruleThickness: 1, imageRatioWidth: 16,
    imageRatioHeight: 9)
}

extension ShelfStyle {
  public static let standard = ShelfStyle(
    cardWidth: 280, spacing: 16, titleGap: 12, shelfGap: 32,
    columns: ["compact": 1, "medium": 2, "expanded": 3, "large": 4, "extra-large": 5])
}

extension WidthClass {
  /// Common window widths. From 1024 on, they are widths of windows with a scrollbar of 15 px: without one, a page has
  /// half of that more on each side.
  public static let standard = [
    WidthClass(
      name: "compact", from: 0, margin: 16, steps: [160, 200, 240, 280, 320, 360, 375, 390, 412, 430, 480, 540]),
    WidthClass(name: "medium", from: 600, margin: 24, steps: [600, 678, 768, 820]),
    WidthClass(name: "expanded", from: 840, margin: 24, steps: [840, 912, 1009, 1165]),
    WidthClass(name: "large", from: 1200, margin: 24, steps: [1200, 1265, 1351, 1425, 1521]),
    WidthClass(name: "extra-large", from: 1600, margin: 24, steps: [1600, 1665, 1905, 2545]),
  ]
}

public import CardLayout
import JSONText
import PageRendering
import TextLayout
public import Themes

/// A card at one width.
public struct CardMeasurement: Sendable {
  public let card: PreparedCard
  public let measured: MeasuredCard

  /// - Parameter width: whole CSS pixels.
  public init(card: PreparedCard, width: Int, maximumHeight: Int?, limits: CardLimits, theme: Theme) {
    self.card = card
    measured = card.fitted(width: width, maximumHeight: maximumHeight, limits: limits, theme: theme)
  }

  /// Keys sorted; slots as in `layout.json`.
  public var json: String {
    var json = JSONWriter()
    json.object { json in
      json.key("anatomy")
      json.string(card.composed.anatomy(measured.variant).name)
      json.key("exceedsMaximum")
      json.boolean(measured.exceedsMaximum)
      json.key("height")
      json.number(measured.naturalHeight)
      json.key("settled")
      json.number(measured.texts.reduce(0) { $0 + ($1?.settledCount ?? 0) })
      json.key("slots")
      write(slotsOf: measured, in: card, height: measured.naturalHeight, to: &json)
      json.key("truncated")
      json.boolean(measured.slots.contains(where: \.isTruncated) || !measured.hiddenBlocks.isEmpty)
      json.key("version")
      json.number(1)
      json.key("width")
      json.number(measured.width)
    }
    return String(decoding: json.bytes, as: UTF8.self) + "\n"
  }
}

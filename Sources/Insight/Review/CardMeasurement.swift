public import CardLayout
import Diagnostics
public import Geometry
import Pages
import TextLayout
public import Themes

/// A card at one width.
public struct CardMeasurement: Sendable {
  public let card: PreparedCard
  public let measured: MeasuredCard
  /// The height of the card, which is at least the one that is set for it.
  public let height: Pixels

  /// - Parameters:
  ///   - width: the width in whole CSS pixels.
  ///   - ownHeight: the height that the card, its section or its shelf sets.
  public init(
    card: PreparedCard, width: Int, maximumHeight: Int?, ownHeight: Int? = nil, limits: CardLimits, theme: Theme
  ) {
    self.card = card
    measured = card.fitted(
      width: width, maximumHeight: maximumHeight, ownHeight: ownHeight, limits: limits, theme: theme)
    height = max(measured.naturalHeight, Pixels(ownHeight ?? 0))
  }

  /// The measurement as JSON with sorted keys; slots as in `layout.json`.
  public var json: String {
    var json = JSONWriter()
    json.object { json in
      json.string(card.composed.anatomy(measured.variant).name, for: "anatomy")
      json.boolean(measured.exceedsMaximum, for: "exceedsMaximum")
      json.number(height, for: "height")
      json.number(measured.texts.reduce(0) { $0 + ($1?.settledCount ?? 0) }, for: "settled")
      json.key("slots")
      write(slotsOf: measured, in: card, height: height, to: &json)
      json.boolean(measured.slots.contains(where: \.isTruncated) || !measured.hiddenBlocks.isEmpty, for: "truncated")
      json.number(1, for: "version")
      json.number(measured.width, for: "width")
    }
    return String(decoding: json.bytes, as: UTF8.self) + "\n"
  }
}

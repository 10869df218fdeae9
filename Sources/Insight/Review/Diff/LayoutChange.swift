public import Geometry

/// The differences between two layouts, in reading order.
public struct LayoutDifference: Sendable, Hashable {
  public var changes: [LayoutChange]
  /// The number of shelves on either side; `changedShelves` are those that changed.
  public var shelfCount: Int
  public var changedShelves: Set<String>
  public var cardCount: Int
  public var changedCardCount: Int

  public var isEmpty: Bool { changes.isEmpty }
  /// True if all that changed moved nothing.
  public var isOfContent: Bool { changes.allSatisfy { $0.kind == .content } }
}

/// One change of a layout, at all widths at which it is the same.
public struct LayoutChange: Sendable, Hashable {
  public enum ChangeKind: String, Sendable, Hashable, CaseIterable {
    /// A change of a theme's value, a font or a setting that affects many shelves at once.
    case everything
    case widths
    case pageAdded = "page-added"
    case pageRemoved = "page-removed"
    case shelfAdded = "shelf-added"
    case shelfRemoved = "shelf-removed"
    case shelfRenamed = "shelf-renamed"
    case shelfMoved = "shelf-moved"
    case arrangement, direction
    case cardAdded = "card-added"
    case cardMoved = "card-moved"
    case cardRemoved = "card-removed"
    case cardRenamed = "card-renamed"
    case order, columns, height
    case cardSize = "card-size"
    case column, row, tags
    case textCut = "text-cut"
    case text, image, slot, position
    /// The title or the introduction of a page, which stand above its shelves.
    case pageHead = "page-head"
    /// A part of the site that is not as it was approved, if the site that was approved is unknown.
    case part
    /// Shelves that change only on pages narrower than devices are, as enlarged text has them.
    case enlargedText = "enlarged-text"
    /// A change of content that moves nothing.
    case content
  }

  public var kind: ChangeKind
  /// The path of the page's file; empty if several pages are concerned.
  public var page: String
  /// The id of the shelf; nil if several or none are concerned.
  public var shelf: String?
  /// The cards of the change.
  public var cards: [String] = []
  /// The widths that show it; empty if it concerns none in particular.
  public var widths = WidthSpan()
  /// The change, if it is not a number: `shelf -> grid`, `order`.
  public var what = ""
  /// The change as a number at each step.
  public var amounts: Amounts?
  /// The kind of a change of content that moves nothing; nil for other changes.
  public var content: ContentKind?
  /// The causes; empty if none was found.
  public var causes: [ChangeCause] = []
  /// The consequences.
  public var movement = Movement()
  /// The shelf's height, if something else is reported as the change.
  public var heights: Amounts?
  /// The number of cards whose content differs, if the change concerns all of them and not one.
  public var insideCount = 0
  /// The card that sets the height of a row, if it is another one.
  public var setter: Setter?
  /// True if the shelf also changes on pages narrower than devices are.
  public var isAlsoEnlarged = false
  /// The numbers of shelves and cards that a change of everything affects.
  public var counts: Counts?

  /// True for a card that came, went, or moved to another shelf.
  var isOfStructure: Bool { [.cardAdded, .cardRemoved, .cardMoved].contains(kind) }

  public struct Counts: Sendable, Hashable {
    public var shelves: Int
    public var allShelves: Int
    public var cards: Int
  }

  public struct Setter: Sendable, Hashable {
    public var before: String
    public var after: String
  }
}

/// Cards that moved because others did.
public struct Movement: Sendable, Hashable {
  public var count = 0
  /// The distance by which all of them moved down; nil if it is not the same for all.
  public var down: Pixels?
  /// The number of cards that moved to another line of a flow or grid.
  public var rowCount = 0

  mutating func merge(_ other: Movement) {
    if other.count == 0 { return }
    if count == 0 {
      self = other
      return
    }
    if down != other.down { down = nil }
    count = max(count, other.count)
    rowCount = max(rowCount, other.rowCount)
  }
}

/// The reason for a change, and its location.
public struct ChangeCause: Sendable, Hashable {
  /// The path from the root; empty if the cause is in no file.
  public var path: String
  public var line: Int?
  /// The changed part: `subtitle`, `card.padding`.
  public var subject: String
  /// The change, if it is not a number: `16 -> 20`, `added`; or an addition to the number.
  public var detail: String = ""
  public var amounts: Amounts?

  /// The cause as text, such as `subtitle 1 -> 2 lines`.
  public var text: String {
    let numbers = [subject, amounts?.text ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
    if detail.isEmpty || numbers.isEmpty { return numbers + detail }
    return numbers + (amounts == nil ? " " : ", ") + detail
  }

  /// The location, such as `Content/planets/saturn.md:3`.
  public var place: String { path.isEmpty ? "" : path + (line.map { ":\($0)" } ?? "") }

  func isSame(as other: ChangeCause) -> Bool {
    path == other.path && line == other.line && subject == other.subject && detail == other.detail
      && amounts?.unit == other.amounts?.unit
  }
}

/// A number before and after, at each step that shows a change.
public struct Amounts: Sendable, Hashable {
  public enum AmountUnit: String, Sendable, Hashable {
    case pixels = "px"
    case lines, rows, columns
    /// The number of visible tags.
    case shown
  }

  public struct Pair: Sendable, Hashable {
    /// The least page width of the step.
    public var minWidth: Int
    public var before: Pixels
    public var after: Pixels

    var delta: Pixels { after - before }
  }

  public var unit: AmountUnit
  public var pairs: [Pair]

  init(_ unit: AmountUnit, at width: Int, _ before: Pixels, _ after: Pixels) {
    self.unit = unit
    pairs = [Pair(minWidth: width, before: before, after: after)]
  }

  init(_ unit: AmountUnit, at width: Int, _ before: Int, _ after: Int) {
    self.init(unit, at: width, Pixels(before), Pixels(after))
  }

  /// The change as text: `212 -> 232 px`; if it differs by width, the growth: `+20 px`, `+20 to +42 px`.
  public var text: String {
    // Pages of monitors that few people have come last, unless nothing else changed.
    let usual = self.pairs.filter { $0.minWidth <= Self.greatestUsualWidth }
    let pairs = usual.isEmpty ? self.pairs : usual
    guard let first = pairs.first else { return "" }
    if pairs.allSatisfy({ $0.before == first.before && $0.after == first.after }) {
      return "\(shown(first.before)) -> \(shown(first.after)) \(name(of: first.after))"
    }
    let deltas = pairs.map(\.delta)
    let (least, most) = (deltas.min() ?? .zero, deltas.max() ?? .zero)
    if least == most { return "\(signed(least)) \(name(of: least))" }
    // The smaller change comes first, regardless of sign.
    let (near, far) = most.sixtyFourths <= 0 ? (most, least) : (least, most)
    return "\(signed(near)) to \(signed(far)) \(name(of: far))"
  }

  /// CSS pixels.
  private static let greatestUsualWidth = 1920

  private func name(of number: Pixels) -> String {
    switch unit {
    case .pixels, .shown: unit.rawValue
    case .lines, .rows, .columns:
      number.sixtyFourths.magnitude == 64 ? String(unit.rawValue.dropLast()) : unit.rawValue
    }
  }
}

/// A length with at most two decimals.
func shown(_ length: Pixels) -> String {
  let hundredths = (length.sixtyFourths.magnitude * 100 + 32) / 64
  let rest = hundredths % 100
  var text = (length.sixtyFourths < 0 ? "-" : "") + "\(hundredths / 100)"
  if rest > 0 { text += "." + (rest < 10 ? "0" : "") + "\(rest % 10 == 0 ? rest / 10 : rest)" }
  return text
}

private func signed(_ length: Pixels) -> String { (length > .zero ? "+" : "") + shown(length) }

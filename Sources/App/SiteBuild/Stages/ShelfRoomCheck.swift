import Arrangements
import CardLayout
import Content
import Diagnostics
import Geometry
import Pages
import Themes

/// Reports settings that make a card of a shelf narrower than its paddings: nothing could be laid out there, and
/// browsers would show something other than the computed layout.
///
/// - Parameter theme: the theme, scaled to the page's text size.
/// - Complexity: O(cards + steps x sections); with a fault, also that of reading the front matter and the theme again.
func checkRoom(of shelf: Shelf, theme: Theme, into sink: inout DiagnosticSink) {
  var reported: Set<ShelfRoomCheck.ReportedPlace> = []
  for kind in shelf.cardKinds {
    guard let anatomy = theme.anatomy(called: shelf.anatomyName(of: kind)) else { continue }
    ShelfRoomCheck(shelf, kind: kind, anatomy: anatomy, theme: theme).run(&reported, into: &sink)
  }
}

/// The check of the cards of one kind.
private struct ShelfRoomCheck {
  private let shelf: Shelf
  private let kind: CardKind
  private let theme: Theme
  /// The anatomy that needs the most room, among those that the cards may use.
  private let anatomy: CardAnatomy
  private let steps: [Step]

  init(_ shelf: Shelf, kind: CardKind, anatomy: CardAnatomy, theme: Theme) {
    self.shelf = shelf
    self.kind = kind
    self.theme = theme
    self.anatomy = theme.lastAlternative(of: anatomy)
    steps = shelf.steps(in: theme)
  }

  /// Reports the narrowest page without enough room, once for each setting that causes it.
  func run(_ reported: inout Set<ReportedPlace>, into sink: inout DiagnosticSink) {
    for step in steps {
      for choice in shelf.columnChoices {
        let room = shelf.room(at: step, in: kind.section, sizes: kind.sizes, columnChoice: choice, theme: theme)
        guard room.leastCardWidth < anatomy.leastWidth else { continue }
        let shortage = Shortage(room: room, step: step, section: kind.section)
        for cause in causes(of: shortage) {
          let place = ReportedPlace(path: cause.source.path, range: cause.range, card: cause.card)
          if reported.insert(place).inserted { sink.report(diagnostic(of: shortage, cause)) }
        }
      }
    }
  }

  struct ReportedPlace: Hashable {
    let path: String
    let range: SourceRange
    /// The card that has the setting: rows of a table have ranges of their own.
    let card: Int?
  }

  private struct Shortage {
    let room: ShelfRoom
    let step: Step
    let section: ShelfSection?
  }

  // MARK: - Causes

  private enum Setting {
    case columns, leastColumn, columnToggle
    case spacing, cellPadding, inset
    case cardWidth, padding
    /// An anatomy that single cards, or their section, name.
    case anatomy
  }

  /// A setting with which there would be room if it had another value.
  private struct Cause {
    let setting: Setting
    let source: SourceText
    let range: SourceRange
    /// The value as it is written.
    let text: String
    /// The largest number that fits, of columns or of pixels, or the least width.
    let limit: Int
    /// The card that has the setting itself.
    var card: Int?
  }

  /// The causes of a shortage: one for each card that sets its own sizes, else a single one.
  private func causes(of shortage: Shortage) -> [Cause] {
    let own = ownCauses(of: shortage)
    return own.isEmpty ? [cause(of: shortage)] : own
  }

  /// The cause of a shortage. Settings that the author of the shelf can change come before those of the theme, and
  /// settings of the section before those of the shelf.
  private func cause(of shortage: Shortage) -> Cause {
    let sources = [shortage.section?.source, shelf.source, theme.source].compactMap(\.self)
    var alone = shortage.room
    for mayChangeOthers in [false, true] {
      if mayChangeOthers, let cause = implicitColumns(of: shortage) { return cause }
      if mayChangeOthers {
        // More than one setting is too large: the insets are checked as if there were no other settings.
        (alone.columnCount, alone.columnGap, alone.cellPadding) = (1, 0, 0)
      }
      let limits = limits(of: alone)
      for source in sources {
        for (setting, limit) in limits {
          if let cause = written(setting, limit, in: source, at: shortage.step) { return cause }
        }
      }
    }
    return Cause(setting: .padding, source: theme.source, range: theme.source.firstLine, text: "", limit: 0)
  }

  /// The causes if cards, or their section, set a width that is too small, or name an anatomy that needs more room than
  /// that of the shelf.
  private func ownCauses(of shortage: Shortage) -> [Cause] {
    let need = anatomy.leastWidth
    if let width = kind.sizes?.width?.value(upTo: shortage.step.classNames), width < need,
      shortage.room.contentWidth >= need
    {
      return ownCauses(.cardWidth, text: "\(width)") {
        $0.width?.setting(upTo: shortage.step.classNames).map { ($0.range, $0.owner) }
      }
    }
    guard let name = kind.sizes?.anatomy?.value, let usual = theme.anatomy(called: shelf.settings.anatomy?.text),
      shortage.room.leastCardWidth >= theme.lastAlternative(of: usual).leastWidth
    else { return [] }
    return ownCauses(.anatomy, text: name) { $0.anatomy.map { ($0.range, $0.owner) } }
  }

  /// - Parameter place: returns the place and the owner of the setting.
  private func ownCauses(
    _ setting: Setting, text: String, at place: (OwnSizes) -> (SourceRange, OwnSizes.Owner)?
  ) -> [Cause] {
    kind.cards.compactMap { index in
      guard let (range, owner) = shelf.cards[index].sizes.flatMap(place) else { return nil }
      return Cause(
        setting: setting, source: shelf.source(of: owner, ofCard: index), range: range, text: text,
        limit: anatomy.leastWidth, card: owner == .card ? index : nil)
    }
  }

  /// The cause if nobody wrote a number of columns, and the default is too large.
  private func implicitColumns(of shortage: Shortage) -> Cause? {
    guard let most = shortage.room.mostColumns(ofWidth: anatomy.leastWidth), most < shortage.room.columnCount,
      let value = sourceValues(of: shelf.source)["arrangement"]
    else { return nil }
    return Cause(
      setting: .columns, source: shelf.source, range: value.range, text: "\(shortage.room.columnCount)", limit: most)
  }

  /// The settings each of which alone could make room, with their limits.
  private func limits(of room: ShelfRoom) -> [(Setting, Int)] {
    let need = anatomy.leastWidth
    var limits: [(Setting, Int)] = []
    if room.columnCount > 1 {
      if let most = room.mostColumns(ofWidth: need), most < room.columnCount {
        limits += [(.columns, most), (.leastColumn, need), (.columnToggle, most)]
      }
    }
    let columns = room.contentWidth - room.columnCount * need
    if room.cellPadding > 0, columns >= 0 { limits.append((.cellPadding, columns / (2 * room.columnCount))) }
    if room.columnGap > 0, room.columnCount > 1, columns >= 0 {
      limits.append((.spacing, columns / (room.columnCount - 1)))
    }
    let taken = room.columnCount * (need + 2 * room.cellPadding) + room.columnGap * (room.columnCount - 1)
    limits.append((.inset, taken))
    if let width = room.cardWidth, width < need, room.contentWidth >= need { limits.append((.cardWidth, need)) }
    limits.append((.padding, (room.leastCardWidth - 1) / 2))
    return limits
  }

  /// The setting as a file states it; nil if it does not, or if no value would help.
  private func written(_ setting: Setting, _ limit: Int, in source: SourceText, at step: Step) -> Cause? {
    let values = sourceValues(of: source)
    let isTheme = source.path == theme.source.path
    let key: String
    var least = 0
    var limit = limit
    switch setting {
    case .columns:
      // With a toggle there are always one and two columns.
      if shelf.columnToggle != nil { return nil }
      (key, least) = ("columns", 1)
    case .leastColumn: key = "columns.min"
    case .columnToggle: key = "columnToggle"
    case .spacing: key = "spacing"
    case .cellPadding: key = "cellPadding"
    case .cardWidth: key = "cardWidth"
    case .padding: key = "cards.\(anatomy.name).padding"
    case .anatomy: return nil
    case .inset:
      guard !isTheme else { return nil }
      limit = step.contentWidth - limit
      return inset(limit, values, in: source, at: step)
    }
    guard limit >= least else { return nil }
    let path = isTheme && setting != .padding ? "shelf." + key : key
    if isTheme != (setting == .padding), [.padding, .cellPadding, .leastColumn, .columnToggle].contains(setting) {
      return nil
    }
    let names = [path] + step.classNames.map { "\(path).\($0)" }
    guard let value = names.reversed().lazy.compactMap({ values[$0] }).first else { return nil }
    return Cause(setting: setting, source: source, range: value.range, text: value.text, limit: limit)
  }

  private func inset(
    _ limit: Int, _ values: [String: SourceValue], in source: SourceText, at step: Step
  ) -> Cause? {
    guard limit >= 0 else { return nil }
    let bases = ["inset"] + step.classNames.map { "inset.\($0)" }
    for base in bases.reversed() {
      let sides = [base, base + ".leading", base + ".trailing"].compactMap { values[$0] }
      // The larger one of both sides should be changed.
      if let value = sides.max(by: { (Int($0.text) ?? 0) < (Int($1.text) ?? 0) }) {
        return Cause(setting: .inset, source: source, range: value.range, text: value.text, limit: limit)
      }
    }
    return nil
  }

  // MARK: - Findings

  private func diagnostic(of shortage: Shortage, _ cause: Cause) -> Diagnostic {
    let room = shortage.room
    let width = "\(room.leastCardWidth) px"
    let window = shortage.step.window.words.map { " " + $0 } ?? ""
    let place = "at the width class \(shortage.step.className) (\(shortage.step.width) px)\(window)"
    let paddings = "whose paddings take \(2 * anatomy.padding) px"
    let gaps =
      room.cellPadding > 0
      ? " with `cellPadding: \(room.cellPadding)`"
      : room.columnGap > 0 && room.columnCount > 1 ? " with \(room.columnGap) px between columns" : ""
    let cards = room.columnCount > 1 ? "each of \(room.columnCount) cards in a line" : "a card"
    let message: String
    let help: String
    switch cause.setting {
    case .columns:
      message = "`columns: \(cause.text)` leaves \(width) for a card \(place)\(gaps), \(paddings)"
      help = "at most \(cause.limit) fit\(cause.limit == 1 ? "s" : "") there\(advice(in: shortage.section))"
    case .leastColumn:
      message = "`columns: { min: \(cause.text) }` leaves \(width) for a card \(place), \(paddings)"
      help = "write at least \(cause.limit)"
    case .columnToggle:
      message = "`columnToggle` leaves \(width) for each of two cards in a line \(place)\(gaps), \(paddings)"
      help = "remove `columnToggle`, or leave more room for columns"
    case .spacing:
      message =
        "`spacing: \(cause.text)` leaves \(width) for \(cards) \(place), \(paddings)"
      help = "at most \(cause.limit) px fit there, or name fewer `columns`"
    case .cellPadding:
      message =
        "`cellPadding: \(cause.text)` leaves \(width) for \(cards) \(place), \(paddings)"
      help = "at most \(cause.limit) px fit there" + (room.columnCount > 1 ? ", or name fewer `columns`" : "")
    case .inset:
      message = "`inset` leaves \(width) for a card \(place), \(paddings)"
      help = "at most \(cause.limit) px fit there for leading and trailing together; an inset can differ by width class"
    case .cardWidth:
      message = "`cardWidth: \(cause.text)` leaves no room in a card, \(paddings)"
      help = "write at least \(cause.limit)"
    case .anatomy:
      message = "`card: \(cause.text)` leaves no room in a card of \(width) \(place), \(paddings)"
      help = "name an anatomy with less padding, or make the card at least \(cause.limit) px wide"
    case .padding:
      message = "the paddings of `\(anatomy.name)` leave no room in cards of \(width) \(place), as in \(shelf.id)"
      help = cause.limit > 0 ? "at most \(cause.limit) px fit there" : "give these cards less padding"
    }
    return Diagnostic(
      .error, Diagnostic.Rule("no-room"), message, at: cause.range, in: cause.source, help: help)
  }

  /// The numbers of columns that fit, class by class.
  private func advice(in section: ShelfSection?) -> String {
    var numbers: [(name: String, count: Int)] = []
    for widthClass in theme.widthClasses {
      let counts = steps.filter { $0.className == widthClass.name }.map { step in
        let room = shelf.room(at: step, in: section, theme: theme)
        return min(room.columnCount, room.mostColumns(ofWidth: anatomy.leastWidth) ?? 1)
      }
      // At accessibility text sizes there is one column less than the setting says.
      guard let count = counts.min(), count != numbers.last?.count else { continue }
      numbers.append((widthClass.name, count))
    }
    if numbers.count < 2 { return numbers.first.map { "; write columns: \($0.count)" } ?? "" }
    return "; write columns: { " + numbers.map { "\($0.name): \($0.count)" }.joined(separator: ", ") + " }"
  }
}

extension Theme {
  /// The anatomy that cards have where none of the alternatives fits.
  fileprivate func lastAlternative(of anatomy: CardAnatomy) -> CardAnatomy {
    alternatives(of: anatomy).last ?? anatomy
  }
}

extension Diagnostic {
  /// - Parameter need: the width of the wider of the two controls.
  static func columnToggleWithoutRoom(_ shelf: Shelf, need: Int, at step: Step) -> Diagnostic {
    Diagnostic(
      .error, Diagnostic.Rule("no-room"),
      "a label of `columnToggle` needs \(need) px, and the page has \(step.contentWidth) px at the width class "
        + "\(step.className) (\(step.width) px)",
      at: sourceValues(of: shelf.source)["columnToggle"]?.range ?? shelf.source.firstLine, in: shelf.source,
      help: "write shorter labels")
  }

  /// The finding, at the element of the theme's card, or the list that contains it.
  static func slotWithoutRoom(_ shortage: SlotShortage, of card: Card, in theme: Theme) -> Diagnostic {
    let slot = theme.slots.name(of: shortage.slot)
    let prefix = "cards.\(shortage.anatomy).stack"
    let values = sourceValues(of: theme.source).filter { $0.key.hasPrefix(prefix) }
    let own = values.filter { $0.key.split(separator: ".").contains { $0 == slot } }
    let lists = values.filter { $0.value.text.dropFirst().dropLast().split(separator: ", ").contains { $0 == slot } }
    let place =
      own.min { ($0.key.utf8.count, $0.key) < ($1.key.utf8.count, $1.key) }
      ?? lists.max { ($0.key.utf8.count, $0.key) < ($1.key.utf8.count, $1.key) }
    let quantity = shortage.isHeight ? "tall" : "wide"
    return Diagnostic(
      .error, Diagnostic.Rule("no-room"),
      "`\(slot)` of `\(shortage.anatomy)` is \(shortage.length) px \(quantity) in a card of \(shortage.cardWidth) px, "
        + "and needs \(shortage.need), as in \(card.id)",
      at: place?.value.range ?? theme.source.firstLine, in: theme.source,
      help: shortage.isHeight
        ? "choose another ratio, or write `minHeight`"
        : "make the cards of the shelf wider, or the elements next to it narrower")
  }
}

extension Diagnostic {
  /// The finding, at the shelf's arrangement, or at the first line of its index or of its first card.
  static func tooLong(_ shelf: Shelf, _ kind: String, _ quantity: String, _ length: Pixels) -> Diagnostic {
    let source = shelf.source.bytes.isEmpty ? shelf.cards.first?.source ?? shelf.source : shelf.source
    let place = sourceValues(of: shelf.source)["arrangement"]?.range ?? source.firstLine
    return Diagnostic(
      .error, Diagnostic.Rule("page-too-long"),
      "the \(kind) would be \(length.roundedUp) px \(quantity), but browsers lay out at most \(Pixels.longestInBrowsers)",
      at: place, in: source,
      help: "show fewer cards, for example with `limit`, make them less tall, or divide them among pages")
  }
}

extension SourceText {
  fileprivate var firstLine: SourceRange { line(at: 0) }
}

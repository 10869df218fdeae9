import CardLayout
import Content
import Themes

/// How style sheets choose one of the layouts of a shelf: by what the reader chose, and by the shape of the window.
struct ViewCondition: Sendable, Hashable {
  /// The rest of the shelf's selector; empty if the reader has no choice.
  let selector: String
  /// A media query; empty if the shape of the window does not matter.
  let mediaQuery: String
  /// True if the reader has chosen the number of columns that does not show first.
  var isOtherChoice = false
}

/// Which conditions the views of a shelf have, in their order: its rules and classes are written for each of them.
struct ViewConditions: Hashable, Comparable {
  let byColumns: Bool
  let byOrientation: Bool
  let byHeight: Bool

  /// One view, which always shows.
  static let always = ViewConditions(byColumns: false, byOrientation: false, byHeight: false)

  init(byColumns: Bool, byOrientation: Bool, byHeight: Bool) {
    self.byColumns = byColumns
    self.byOrientation = byOrientation
    self.byHeight = byHeight
  }

  init(_ shelf: LaidOutShelf) {
    let first = shelf.views.first?.choice ?? LayoutChoice()
    self.init(
      byColumns: first.columns != nil, byOrientation: first.window.orientation != nil,
      byHeight: first.window.isLow != nil)
  }

  static func < (a: ViewConditions, b: ViewConditions) -> Bool {
    func number(_ views: ViewConditions) -> Int {
      (views.byColumns ? 1 : 0) + (views.byOrientation ? 2 : 0) + (views.byHeight ? 4 : 0)
    }
    return number(a) < number(b)
  }

  var count: Int { (byColumns ? 2 : 1) * (byOrientation ? 2 : 1) * (byHeight ? 2 : 1) }

  /// The conditions of each view. The input that was not chosen at first has a class.
  var all: [ViewCondition] {
    WindowShape.all(byOrientation: byOrientation, byHeight: byHeight).flatMap { shape in
      let query = shape.mediaQuery
      if !byColumns { return [ViewCondition(selector: "", mediaQuery: query)] }
      return [
        ViewCondition(selector: ":not(:has(.other:checked))", mediaQuery: query),
        ViewCondition(selector: ":has(.other:checked)", mediaQuery: query, isOtherChoice: true),
      ]
    }
  }
}

extension WindowShape {
  fileprivate var mediaQuery: String {
    [
      orientation.map { "(orientation:\($0.rawValue))" },
      isLow.map { "(height\($0 ? "<" : ">=")\(Self.leastHeight)px)" },
    ].compactMap(\.self).joined(separator: " and ")
  }
}

extension ViewCondition {
  /// Rules that hold in windows of its shape only.
  func rules(_ rules: String) -> String {
    rules.isEmpty || mediaQuery.isEmpty ? rules : "@media \(mediaQuery){\n\(rules)}\n"
  }

  /// Appends rules that hold in windows of its shape only.
  func write(to text: inout [UInt8], rules: (inout [UInt8]) -> Void) {
    if mediaQuery.isEmpty { return rules(&text) }
    let start = text.count
    text += "@media \(mediaQuery){\n".utf8
    let head = text.count
    rules(&text)
    if text.count == head { text.removeSubrange(start...) } else { text += "}\n".utf8 }
  }
}

/// Selectors for the content of a shelf in one of its views.
struct ShelfScope {
  private let shelf: String
  private let condition: ViewCondition

  init(shelf: String, condition: ViewCondition) {
    self.shelf = shelf
    self.condition = condition
  }

  func element(_ id: String) -> String {
    let element = "#" + escapedIdentifier(id)
    if condition.selector.isEmpty { return element }
    let chosen = "#" + escapedIdentifier(shelf) + condition.selector
    return id == shelf ? chosen : chosen + " " + element
  }
}

import CardLayout
import Content
import Themes

/// How style sheets choose one of the layouts of a shelf: by what the reader chose, and by the shape of the window.
struct ViewCondition: Sendable, Hashable {
  /// True if the reader has chosen the number of columns that does not show first; nil if there is no choice.
  let isOtherChoice: Bool?
  /// A media query; empty if the shape of the window does not matter.
  let mediaQuery: String

  /// The selector of a shelf, or of all shelves that have their own controls.
  ///
  /// - Parameters:
  ///   - shelf: a selector.
  ///   - id: the id of the shelf if its controls are elsewhere on the page.
  func selector(of shelf: String, controlsElsewhere id: String? = nil) -> String {
    guard let isOtherChoice else { return shelf }
    // The input that is not chosen at first has a class.
    guard let id else { return shelf + (isOtherChoice ? ":has(.other:checked)" : ":not(:has(.other:checked))") }
    let isOther = ":has(#\(escapedIdentifier(columnToggleID(ofShelf: id))) .other:checked)"
    return (isOtherChoice ? ":root" + isOther : ":root:not(\(isOther))") + " " + shelf
  }
}

/// The id of the controls for the number of columns of a shelf, if they are outside it. No card can have it.
func columnToggleID(ofShelf id: String) -> String { id + "//columns" }

/// Which conditions the views of a shelf have, in their order: its rules and classes are written for each of them.
struct ViewConditions: Hashable, Comparable {
  /// Each condition is a bit: classes are counted by it.
  private let bits: UInt8

  var byColumns: Bool { bits & 1 != 0 }
  var byOrientation: Bool { bits & 2 != 0 }
  var byHeight: Bool { bits & 4 != 0 }

  /// One view, which always shows.
  static let always = ViewConditions(byColumns: false, byOrientation: false, byHeight: false)

  init(byColumns: Bool, byOrientation: Bool, byHeight: Bool) {
    bits = (byColumns ? 1 : 0) | (byOrientation ? 2 : 0) | (byHeight ? 4 : 0)
  }

  init(_ shelf: borrowing LaidOutShelf) {
    let first = shelf.views.first?.choice ?? LayoutChoice()
    self.init(
      byColumns: first.columns != nil, byOrientation: first.window.orientation != nil,
      byHeight: first.window.isLow != nil)
  }

  static func < (a: ViewConditions, b: ViewConditions) -> Bool { a.bits < b.bits }

  var count: Int { (byColumns ? 2 : 1) * (byOrientation ? 2 : 1) * (byHeight ? 2 : 1) }

  /// The conditions of each view. The input that was not chosen at first has a class.
  var all: [ViewCondition] {
    WindowShape.all(byOrientation: byOrientation, byHeight: byHeight).flatMap { shape in
      let query = shape.mediaQuery
      return (byColumns ? [false, true] : [nil]).map { ViewCondition(isOtherChoice: $0, mediaQuery: query) }
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
  private let hasControls: Bool

  /// - Parameter hasControls: false if the controls for the choice are elsewhere on the page.
  init(shelf: String, condition: ViewCondition, hasControls: Bool = true) {
    self.shelf = shelf
    self.condition = condition
    self.hasControls = hasControls
  }

  func element(_ id: String) -> String {
    let element = "#" + escapedIdentifier(id)
    if condition.isOtherChoice == nil { return element }
    let chosen = condition.selector(
      of: "#" + escapedIdentifier(shelf), controlsElsewhere: hasControls ? nil : shelf)
    return id == shelf ? chosen : chosen + " " + element
  }
}

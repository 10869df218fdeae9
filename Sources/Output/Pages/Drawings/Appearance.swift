import CardLayout
import Content
import Themes

/// The look of a page's elements in one colour scheme.
final class Appearance {
  let isDark: Bool
  private let rules: [PaintRule]
  private let colors: [String: SRGBColor]
  private var tree = ElementTree()
  private var looks: [Int: ElementLook] = [:]
  private var declarations: [Int: [String: PaintValue]] = [:]

  init(theme: Theme, isDark: Bool) {
    self.isDark = isDark
    rules = Look.ofBrowsers + theme.look.rules + (theme.paint?.rules ?? [])
    let own = isDark ? theme.darkColors.merging(theme.lightColors) { dark, _ in dark } : theme.lightColors
    colors = own.compactMapValues { SRGBColor(hexadecimal: $0) }
  }

  /// - Returns: the element's number.
  func add(_ name: String, _ classes: Set<String> = [], in parent: Int?, isRightToLeft: Bool? = nil) -> Int {
    tree.add(name, classes, in: parent, isRightToLeft: isRightToLeft)
  }

  /// The background of the page.
  var pageColor: SRGBColor { colors["page"] ?? .white }

  /// The look of an element; valid only after the element and its siblings were added.
  func look(of element: Int) -> ElementLook {
    if let known = looks[element] { return known }
    let inherited = tree.parent(of: element).map { self.look(of: $0) }
    let own = declarations(of: element)
    var look = ElementLook(color: inherited?.color ?? .black, box: BoxPaint(), lines: inherited?.lines ?? [])
    if let color = reader(of: element, own, color: look.color).ink("color") { look.color = color }
    let values = reader(of: element, own, color: look.color)
    look.box = values.paint
    if let line = values.line(of: element) { look.lines.append(line) }
    looks[element] = look
    return look
  }

  private func reader(of element: Int, _ declarations: [String: PaintValue], color: SRGBColor) -> PaintReader {
    PaintReader(declarations: declarations, color: color, isRightToLeft: tree.isRightToLeft(element)) {
      self.variable($0, at: element)
    }
  }

  private func declarations(of element: Int) -> [String: PaintValue] {
    if let known = declarations[element] { return known }
    let found = rules.declarations(of: element, in: tree, isDark: isDark)
    declarations[element] = found
    return found
  }

  /// The value of a custom property, which is inherited; the theme's colours are on the root.
  private func variable(_ name: String, at element: Int) -> PaintValue? {
    var current: Int? = element
    while let node = current, name.hasPrefix("--paint-") {
      if let value = declarations(of: node)[name] { return value }
      current = tree.parent(of: node)
    }
    return colors[String(name.dropFirst(2))].map { [[.color($0)]] }
  }
}

/// The computed look of one element, with inherited values.
struct ElementLook {
  var color: SRGBColor
  var box: BoxPaint
  var lines: [TextLine]
}

/// A decoration line of a text; nil lengths are the browser's defaults.
struct TextLine: Hashable {
  /// The element that declares the line, which runs through all its content.
  var element: Int
  var isThrough: Bool
  var thickness: PaintLength?
  /// The distance below the baseline.
  var offset: PaintLength?
  var skipsInk: Bool
  var color: DrawnColor
}

extension PaintReader {
  /// Reads `text-decoration`.
  fileprivate func line(of element: Int) -> TextLine? {
    var line = TextLine(
      element: element, isThrough: false, thickness: nil, offset: nil, skipsInk: true, color: .ink(color))
    var hasLine = false
    for name in ["text-decoration", "text-decoration-line", "text-decoration-color", "text-decoration-thickness"] {
      for term in terms(name) {
        switch term {
        case .word("underline"), .word("line-through"):
          hasLine = true
          line.isThrough = term == .word("line-through")
        case .word("none"): hasLine = false
        default:
          if let length = PaintLength(term) {
            line.thickness = length
          } else if let ink = ink(term) {
            line.color = .ink(ink)
          }
        }
      }
    }
    line.offset = length("text-underline-offset")
    line.skipsInk = terms("text-decoration-skip-ink") != [.word("none")]
    return hasLine ? line : nil
  }
}

import CardLayout
import Content
import Themes

/// The look of a page's elements in one colour scheme, computed from its style sheet.
final class Appearance {
  let isDark: Bool
  private let sheet: PaintSheet
  private let colors: [String: String]
  private var tree = ElementTree()
  private var looks: [Int: ElementLook] = [:]
  private var declarations: [Int: [String: String]] = [:]

  /// - Parameter styleSheet: that of the theme, followed by its `paint.css`.
  init(styleSheet: [UInt8], theme: Theme, isDark: Bool) {
    self.isDark = isDark
    colors = isDark ? theme.darkColors.merging(theme.lightColors) { dark, _ in dark } : theme.lightColors
    // The defaults of browsers.
    let own = "body{color:var(--text)}a,u{text-decoration:underline}s{text-decoration:line-through}\n"
    sheet = PaintSheet(Array(own.utf8) + styleSheet)
  }

  /// - Returns: the element's number.
  func add(_ name: String, _ classes: Set<String> = [], in parent: Int?, isRightToLeft: Bool? = nil) -> Int {
    tree.add(name, classes, in: parent, isRightToLeft: isRightToLeft)
  }

  /// The background of the page.
  var pageColor: SRGBColor { colors["page"].flatMap { SRGBColor(hexadecimal: $0) } ?? .white }

  /// Valid only after the element and its siblings were added.
  func look(of element: Int) -> ElementLook {
    if let known = looks[element] { return known }
    let inherited = tree.parent(of: element).map { self.look(of: $0) }
    let own = declarations(of: element)
    var look = ElementLook(color: inherited?.color ?? .black, box: BoxPaint(), lines: inherited?.lines ?? [])
    if let text = own["color"], text != "inherit",
      let color = reader(of: element, own, color: look.color).ink(text)
    {
      look.color = color
    }
    let values = reader(of: element, own, color: look.color)
    look.box = values.paint
    if let line = values.line(of: element) { look.lines.append(line) }
    looks[element] = look
    return look
  }

  private func reader(of element: Int, _ declarations: [String: String], color: SRGBColor) -> PaintReader {
    PaintReader(declarations: declarations, color: color, isRightToLeft: tree.isRightToLeft(element)) {
      self.variable($0, at: element)
    }
  }

  private func declarations(of element: Int) -> [String: String] {
    if let known = declarations[element] { return known }
    let found = sheet.declarations(of: element, in: tree, isDark: isDark)
    declarations[element] = found
    return found
  }

  /// Custom properties are inherited; the theme's colours are on the root.
  private func variable(_ name: String, at element: Int) -> String? {
    var current: Int? = element
    while let node = current, name.hasPrefix("paint-") {
      if let value = declarations(of: node)["--" + name] { return value }
      current = tree.parent(of: node)
    }
    return colors[name]
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
  /// Below the baseline.
  var offset: PaintLength?
  var skipsInk: Bool
  var color: DrawnColor
}

extension PaintReader {
  /// `text-decoration`.
  fileprivate func line(of element: Int) -> TextLine? {
    var line = TextLine(
      element: element, isThrough: false, thickness: nil, offset: nil, skipsInk: true, color: .ink(color))
    var hasLine = false
    func take(_ word: String) {
      switch word {
      case "underline", "line-through":
        hasLine = true
        line.isThrough = word == "line-through"
      case "none": hasLine = false
      default:
        if let length = PaintLength(word) {
          line.thickness = length
        } else if let ink = ink(word) {
          line.color = .ink(ink)
        }
      }
    }
    for name in ["text-decoration", "text-decoration-line", "text-decoration-color", "text-decoration-thickness"] {
      for word in PaintValue(declarations[name] ?? "").words { take(word) }
    }
    line.offset = declarations["text-underline-offset"].flatMap { PaintLength($0) }
    line.skipsInk = declarations["text-decoration-skip-ink"] != "none"
    return hasLine ? line : nil
  }
}

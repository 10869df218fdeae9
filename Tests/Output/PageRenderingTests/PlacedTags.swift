import Arrangements
import CardLayout
import Geometry
import Themes

/// Computes where a browser puts the tags of the only card of `shelf/card`, from the rules of a frame sheet (CSS
/// Flexible Box Layout 1, 9.3), if each tag has its measured width or that of the sheet.
struct PlacedTags {
  private var rules: [(minimumWidth: Double, selector: String, property: String, value: String)] = []

  init(_ sheet: String) {
    var minimumWidth = 0.0
    for line in sheet.split(separator: "\n") {
      if line == "}" {
        minimumWidth = 0
      } else if line.hasPrefix("@container") {
        minimumWidth = Self.pixels(line.drop { $0 != ":" }.dropFirst().prefix { $0 != ")" })
      } else if let open = line.firstIndex(of: "{") {
        for declaration in line[line.index(after: open)...].dropLast().split(separator: ";") {
          let parts = declaration.split(separator: ":", maxSplits: 1)
          rules.append((minimumWidth, String(line[..<open]), String(parts[0]), String(parts[1])))
        }
      }
    }
  }

  private static func pixels(_ rem: some StringProtocol) -> Double {
    (rem.hasSuffix("rem") ? Double(rem.dropLast(3)) ?? .nan : .nan) * 16
  }

  private func value(_ property: String, of selector: String, at step: Step) -> String? {
    rules.last {
      $0.selector == selector && $0.property == property && $0.minimumWidth <= Double(step.minimumWidth)
    }?.value
  }

  func frames(of tags: MeasuredTags, counts: [Int], tagCount: Int, at step: Step) -> [String] {
    let available = number(tags.available)
    let spacing = number(tags.rules.spacing)
    var items: [(start: Double, width: Double, end: Double)] = []
    for (place, frame) in tags.frames.enumerated() {
      let isChip = place >= tags.arrangement.frames.count
      let chip = counts.firstIndex(of: tags.arrangement.hiddenCount) ?? 0
      let child = "#shelf\\/card .tags>:nth-child(\(isChip ? tagCount + chip + 1 : place + 1))"
      func length(_ property: String) -> Double? { value(property, of: child, at: step).map { Self.pixels($0) } }
      items.append(
        (
          length("margin-inline-start") ?? 0, length("min-inline-size") ?? number(frame.width),
          length("margin-inline-end") ?? 0
        ))
    }
    var rows: [[Int]] = []
    var x = 0.0
    for (index, item) in items.enumerated() {
      let outer = item.start + item.width + item.end
      if rows.isEmpty || x + spacing + outer > available {
        rows.append([index])
        x = outer
      } else {
        rows[rows.count - 1].append(index)
        x += spacing + outer
      }
    }
    let place = value("justify-content", of: "#shelf .tags", at: step)
    var drawn: [String] = []
    for (number, row) in rows.enumerated() {
      let outer = row.map { items[$0].start + items[$0].width + items[$0].end }.reduce(0, +)
      let room = available - outer - Double(row.count - 1) * spacing
      var x = place == "center" ? room / 2 : place == "flex-end" ? room : 0
      let y = Pixels(number * (24 + 8))
      for index in row {
        x += items[index].start
        drawn.append("\(pixels(x)) \(y) \(pixels(items[index].width))")
        x += items[index].width + items[index].end + spacing
      }
    }
    return drawn
  }

  private func number(_ length: Pixels) -> Double { Double(length.sixtyFourths) / 64 }

  private func pixels(_ length: Double) -> Pixels { Pixels(sixtyFourths: Int((length * 64).rounded())) }
}

import Geometry
import JSONText
import Themes

/// A page that shows what changed: every changed shelf before and after, drawn from its frames and the outlines of its
/// glyphs. It asks for nothing but itself.
public struct VisualReport: Sendable {
  public var title: String
  /// What is compared with what, and how much changed; a line each.
  public var summary: [String]
  /// The most important first; those of one shelf beside each other.
  public var pairs: [ShelfPair]

  public init(title: String, summary: [String], pairs: [ShelfPair]) {
    self.title = title
    self.summary = summary
    self.pairs = pairs
  }

  /// The most bytes of a page. What is more is drawn with less: at first cards that did not change have no text, then
  /// pairs from the end are told and not drawn.
  public static let mostBytes = 990_000

  /// What stands near the beginning of every page, and of no other file: so that none of these is written over.
  public static let pageMark = "img-src data:;style-src 'sha256-"
  /// Likewise of every picture of a pair.
  public static let pictureMark = "<style>.label{font:600 13px system-ui,sans-serif;fill:#777}"

  /// The page, UTF-8.
  ///
  /// - Complexity: O(texts and frames of the pairs).
  public func page() -> [UInt8] {
    let painter = ShelfPainter()
    let frame = ReportPage(report: self, drawn: DrawnReport(self, 0, showsAllTexts: true, painter: painter)).bytes.count
    let room = max(50_000, Self.mostBytes - frame)
    var drawn = DrawnReport(self, pairs.count, showsAllTexts: true, painter: painter)
    if drawn.byteCount > room { drawn = DrawnReport(self, pairs.count, showsAllTexts: false, painter: painter) }
    var count = pairs.count
    while drawn.byteCount > room, count > 0 {
      count = min(count - 1, count * room / drawn.byteCount)
      drawn = DrawnReport(self, count, showsAllTexts: false, painter: painter)
    }
    return ReportPage(report: self, drawn: drawn).bytes
  }
}

/// What a report draws, and what it left out.
struct DrawnReport {
  let encoder: ReportEncoder
  let numbers: PackedNumbers
  /// So many pairs from the first.
  let pairCount: Int
  let themes: [ThemeColors]
  let showsAllTexts: Bool
  let byteCount: Int

  init(_ report: VisualReport, _ count: Int, showsAllTexts: Bool, painter: ShelfPainter) {
    var encoder = ReportEncoder(mostGlyphBytes: 420_000, mostImageBytes: 200_000)
    var themes = Table<ThemeColors>()
    for pair in report.pairs.prefix(count) {
      let texts = showsAllTexts ? nil : pair.changedCards
      let drawings = [pair.before, pair.after].map { side in
        side.flatMap { painter.draw($0, texts: texts) }
      }
      let numbers = [pair.before ?? pair.after, pair.after ?? pair.before].map { themes.number(of: ThemeColors($0)) }
      encoder.append(
        pair, before: drawings[0], after: drawings[1], themes: (before: numbers[0], after: numbers[1]))
    }
    self.encoder = encoder
    self.themes = themes.values
    self.showsAllTexts = showsAllTexts
    pairCount = min(count, report.pairs.count)
    numbers = encoder.numbers
    byteCount =
      numbers.bytes.count + encoder.glyphs.byteCount + encoder.images.urls.reduce(0) { $0 + $1.utf8.count }
      + encoder.strings.values.reduce(0) { $0 + $1.utf8.count + 3 }
  }

  /// The tables that the script reads.
  var json: [UInt8] {
    var json = JSONWriter(capacity: byteCount + 1024)
    json.object { json in
      json.key("numbers")
      json.string(String(decoding: numbers.bytes, as: UTF8.self))
      json.key("glyphs")
      json.array(encoder.glyphs.paths) { $0.string(String(decoding: $1, as: UTF8.self)) }
      json.key("strings")
      json.array(encoder.strings.values) { $0.string($1) }
      json.key("images")
      json.array(encoder.images.urls) { $0.string($1) }
    }
    return json.bytes
  }
}

/// The colours of a side, light and dark, sorted by their tokens.
struct ThemeColors: Hashable {
  struct Token: Hashable {
    let name: String
    let light: String
    let dark: String
  }

  let tokens: [Token]

  init(_ side: ShelfSide?) {
    guard case .laidOut(let side)? = side else {
      tokens = Self.plain
      return
    }
    let (light, dark) = (side.theme.lightColors, side.theme.darkColors)
    let own = light.sorted { $0.key < $1.key }.map { name, color in
      Token(name: name, light: Self.safe(color), dark: Self.safe(dark[name] ?? color))
    }
    tokens = own + Self.plain.filter { light[$0.name] == nil }
  }

  /// Colours go into a style sheet: what could leave its declaration is none.
  private static func safe(_ color: String) -> String {
    color.utf8.allSatisfy { !"<>{};\"'\\@".utf8.contains($0) && $0 >= 0x20 } ? color : "currentcolor"
  }

  private static let plain = [
    Token(name: "accent", light: "#0a58c2", dark: "#7db5ff"), Token(name: "border", light: "#dcdfe6", dark: "#30343d"),
    Token(name: "card", light: "#ffffff", dark: "#1a1c21"), Token(name: "code", light: "#eef0f5", dark: "#252830"),
    Token(name: "page", light: "#f3f4f7", dark: "#0e0f12"),
    Token(name: "secondary", light: "#585c67", dark: "#a8acb8"), Token(name: "tag", light: "#e7eaf1", dark: "#2a2e37"),
    Token(name: "tagText", light: "#3c414d", dark: "#d4d8e2"), Token(name: "text", light: "#1a1c21", dark: "#f1f2f5"),
  ]
}

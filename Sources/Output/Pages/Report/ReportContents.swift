import Diagnostics
import Geometry

/// The shelves of a report in the format of its script.
struct ReportContents {
  enum Widths {
    case all
    case firstOfEachClass
  }

  /// The widths of a shelf; `first` is shown first.
  struct ShelfContents {
    let widths: [ReportedWidth]
    let first: Int
  }

  let shelves: [ShelfContents]
  /// The number of images in the shelves that are omitted.
  let missingImageCount: Int
  let json: [UInt8]
  /// The size of `json` without its images.
  let byteCount: Int

  init(_ report: VisualReport, shelfCount: Int, widths: Widths) {
    shelves = report.shelves.prefix(shelfCount).map { ShelfContents($0.widths, widths) }
    var texts = SharedPieces()
    let entries = zip(report.shelves, shelves).map { PackedShelf($0, $1, texts: &texts) }
    let names = texts.pieces.reduce(into: (fonts: Set<String>(), images: [String]())) { names, piece in
      names.fonts.formUnion(addresses(in: Array(piece.utf8), behind: "url(", endedBy: UInt8(ascii: ")")))
      names.images += imageNames(in: Array(piece.utf8))
    }
    var images = JSONWriter()
    missingImageCount = Self.write(report.images, named: names.images, to: &images)
    var json = JSONWriter()
    json.object { json in
      json.key("pieces")
      json.array(texts.pieces) { $0.string($1) }
      json.key("fonts")
      json.object { json in
        for (name, bytes) in report.fonts.sorted(by: { $0.key < $1.key }) where names.fonts.contains(name) {
          json.key(name)
          json.string(base64(bytes))
        }
      }
      json.key("images")
      json.value(images.bytes[...])
      json.key("shelves")
      json.array(entries) { $1.write(to: &$0) }
    }
    self.json = json.bytes
    byteCount = json.bytes.count - images.bytes.count
  }

  /// - Returns: the number of images that are missing or do not fit.
  private static func write(_ images: [String: ReportedImage], named names: [String], to json: inout JSONWriter) -> Int
  {
    var written: Set<String> = []
    var missing: Set<String> = []
    var byteCount = 0
    json.object { json in
      for name in names where !written.contains(name) {
        guard let image = images[name] else { continue }
        guard !image.bytes.isEmpty, byteCount + image.bytes.count * 4 / 3 <= VisualReport.mostImageBytes else {
          missing.insert(name)
          continue
        }
        byteCount += image.bytes.count * 4 / 3
        written.insert(name)
        json.key(name)
        json.array([image.mediaType, base64(image.bytes)]) { $0.string($1) }
      }
    }
    return missing.count
  }
}

extension ReportContents.ShelfContents {
  init(_ all: [ReportedWidth], _ widths: ReportContents.Widths) {
    // Pages that are narrower than devices are for enlarged text.
    let first = all.firstIndex { $0.pageWidth >= 320 }
    switch widths {
    case .all:
      self.init(widths: all, first: first ?? 0)
    case .firstOfEachClass:
      var classes: Set<String> = []
      self.init(
        widths: all[(first ?? 0)...].filter { classes.insert($0.widthClass).inserted }, first: 0)
    }
  }
}

/// A shelf with its texts as numbers of pieces.
private struct PackedShelf {
  private let shelf: ReportedShelf
  private let shown: ReportContents.ShelfContents
  private let sides: [(name: String, side: ReportedSide, texts: [(name: String, runs: [Int])])]

  init(_ shelf: ReportedShelf, _ shown: ReportContents.ShelfContents, texts: inout SharedPieces) {
    self.shelf = shelf
    self.shown = shown
    var sides: [(name: String, side: ReportedSide, texts: [(name: String, runs: [Int])])] = []
    for (name, side) in [("before", shelf.before), ("after", shelf.after)] {
      guard case .rendered(let rendered) = side else {
        sides.append((name, side, []))
        continue
      }
      let frames = rendered.frameSheet(shown.widths.map(\.pageWidth))
      sides.append(
        (
          name, side,
          [
            ("markup", texts.runs(of: rendered.markup)), ("style", texts.runs(of: rendered.styleSheet)),
            ("frames", texts.runs(of: frames)),
          ]
        ))
    }
    self.sides = sides
  }

  func write(to json: inout JSONWriter) {
    let cards = Set(shown.widths.flatMap(\.changedCards)).sorted()
    let numbers = Dictionary(uniqueKeysWithValues: cards.enumerated().map { ($1, $0) })
    json.object { json in
      json.key("id")
      json.string(shelf.id)
      json.key("lang")
      json.string(shelf.language)
      json.key("dir")
      json.string(shelf.isRightToLeft ? "rtl" : "ltr")
      json.key("first")
      json.number(shown.first)
      json.key("cards")
      json.array(cards) { $0.string($1) }
      for (name, side, texts) in sides {
        json.key(name)
        json.object { json in
          json.key("is")
          json.string(side.name)
          for text in texts {
            json.key(text.name)
            json.array(text.runs) { $0.number($1) }
          }
        }
      }
      json.key("widths")
      json.array(shown.widths) { json, width in
        json.object { json in
          json.key("class")
          json.string(width.widthClass)
          json.key("width")
          json.number(width.pageWidth)
          for (name, box) in [("before", width.before), ("after", width.after)] {
            guard let box else { continue }
            json.key(name)
            write([box], to: &json)
          }
          json.key("changed")
          json.array(asRuns(width.changedCards.compactMap { numbers[$0] }.sorted())) { $0.number($1) }
          if !width.framesBefore.isEmpty {
            json.key("frames")
            write(width.framesBefore, to: &json)
          }
        }
      }
    }
  }

  /// Writes x, y, width and height of each frame.
  private func write(_ frames: [Frame], to json: inout JSONWriter) {
    json.array(frames.flatMap { [$0.x, $0.y, $0.width, $0.height] }) { json, length in
      json.number(length.sixtyFourths, dividedBy: 64)
    }
  }
}

extension ReportedSide {
  fileprivate var name: String {
    switch self {
    case .absent: "absent"
    case .recorded: "recorded"
    case .rendered: "rendered"
    }
  }
}

/// The names of the images in markup, and texts that look like such names.
///
/// - Complexity: O(bytes).
public func imageNames(in markup: [UInt8]) -> [String] {
  addresses(in: markup, behind: "src=\"", endedBy: UInt8(ascii: "\""))
}

/// The last components of the addresses in a text.
///
/// - Complexity: O(bytes).
private func addresses(in bytes: [UInt8], behind start: StaticString, endedBy end: UInt8) -> [String] {
  let length = start.utf8CodeUnitCount
  var found: [String] = []
  var index = 0
  start.withUTF8Buffer { start in
    while index + length < bytes.count {
      guard bytes[index] == start[0], bytes[index..<index + length].elementsEqual(start) else {
        index += 1
        continue
      }
      let address = bytes[(index + length)...].prefix { $0 != end }
      index += length
      if let name = address.split(separator: UInt8(ascii: "/")).last {
        found.append(String(decoding: name, as: UTF8.self))
      }
    }
  }
  return found
}

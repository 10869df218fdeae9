import Diagnostics
import FoundationEssentials
import PreviewServer

/// What `layout.json` says, as far as a browser can be asked about it. Lengths are CSS pixels.
struct ComputedSite: Decodable, Sendable {
  struct ComputedClass: Decodable, Sendable {
    struct ComputedStep: Decodable, Sendable { let minWidth: Int }

    let steps: [ComputedStep]
  }

  var pages: [ComputedPage]
  let widthClasses: [ComputedClass]
}

struct ComputedPage: Decodable, Sendable {
  let path: String
  /// The file that holds the shelves where `layout.json` does not.
  let file: String?
  let shelves: [ComputedShelf]?
}

struct ComputedShelf: Decodable, Sendable {
  /// What the reader may choose.
  struct ComputedChoice: Decodable, Sendable { let layouts: [ComputedLayout] }

  let id: String
  /// Ascending by least width; nil where there are choices.
  let layouts: [ComputedLayout]?
  /// The one that is chosen at first comes first.
  let choices: [ComputedChoice]?

  init(id: String, layouts: [ComputedLayout]?, choices: [ComputedChoice]? = nil) {
    self.id = id
    self.layouts = layouts
    self.choices = choices
  }

  /// - Parameter choice: 0 for what is chosen at first.
  func layouts(ofChoice choice: Int) -> [ComputedLayout] {
    guard let choices else { return layouts ?? [] }
    return choices.indices.contains(choice) ? choices[choice].layouts : []
  }
}

/// A shelf on pages of some widths.
struct ComputedLayout: Decodable, Sendable {
  /// Of the page.
  let minWidth: Double
  let width: Double
  let height: Double
  let cards: [CardFrame]
}

/// A card's place in its shelf, from the leading edge.
struct CardFrame: Decodable, Hashable, Sendable {
  let id: String
  let x: Double
  let y: Double
  let width: Double
  let height: Double
  let slots: [String: SlotFrame]
}

/// A slot's place in its card, from the leading edge.
struct SlotFrame: Decodable, Hashable, Sendable {
  let x: Double
  let y: Double
  let width: Double
  let height: Double
  /// For each line of its text, how many UTF-16 code units come before it, white space apart.
  var starts: [Int]?
  /// Of tags: leading edge and top, from those of the slot, and width of each that shows.
  var frames: [[Double]]?
  /// Of the slot's own text; measured only.
  var lineHeight: Double?
}

extension ComputedSite {
  static let path = "layout.json"

  init(_ files: ServedFiles) throws(Diagnostic) {
    self = try decoded(Self.path, from: files)
    for (index, page) in pages.enumerated() {
      guard let file = page.file else { continue }
      pages[index] = try decoded(file, from: files)
    }
  }

  /// Every step's least page width; for the first, which begins at 0, the one that it is laid out for.
  var defaultWidths: [Int] {
    Set(widthClasses.flatMap(\.steps).map { $0.minWidth > 0 ? $0.minWidth : narrowestWidth }).sorted()
  }

  /// As wide as the shelves of the first step; 320 px where there is none.
  private var narrowestWidth: Int {
    let layouts = pages.lazy.flatMap { $0.shelves ?? [] }.compactMap { $0.layouts(ofChoice: 0).first }
    return layouts.first.map { Int($0.width.rounded(.up)) } ?? 320
  }
}

private func decoded<Value: Decodable>(_ path: String, from files: ServedFiles) throws(Diagnostic) -> Value {
  let bytes = try files.bytes(ofFile: path)
  do {
    return try JSONDecoder().decode(Value.self, from: Data(bytes))
  } catch {
    throw .layoutUnreadable(path, reason: decodingReason(error))
  }
}

private func decodingReason(_ error: any Error) -> String {
  guard let error = error as? DecodingError else { return "it is not JSON" }
  let context =
    switch error {
    case .keyNotFound(let key, let context): (context.codingPath + [key], "is missing")
    case .typeMismatch(_, let context), .valueNotFound(_, let context): (context.codingPath, "has another type")
    case .dataCorrupted(let context): (context.codingPath, "is not JSON")
    @unknown default: ([any CodingKey](), "cannot be read")
    }
  let place = context.0.map { key in key.intValue.map(String.init) ?? key.stringValue }.joined(separator: ".")
  return (place.isEmpty ? "it" : place) + " " + context.1
}

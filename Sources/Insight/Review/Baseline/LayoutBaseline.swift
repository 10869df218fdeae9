import Diagnostics

/// The approved layout of a site, to be committed: a line for each part.
///
/// The parts are in the order of the site. The line of a part has a hash of what the part itself brings to the layout:
/// for a card its content and its natural sizes, not the height of the shelf, which follows from all cards. So one
/// change is in one line. An empty line follows each, because git merges two changes only if a line between them stays
/// the same.
public struct LayoutBaseline: Sendable, Hashable {
  public static let name = "layout.baseline"
  /// The first line.
  static let heading = "cardshelf baseline 1"
  /// The last line: a file without it is incomplete.
  static let ending = "end"

  public internal(set) var parts: [BaselinePart]

  /// The file, in UTF-8.
  public var bytes: [UInt8] {
    let lines = [Self.heading + ", written by cardshelf approve"] + parts.map(\.line) + [Self.ending]
    return Array((lines.joined(separator: "\n\n") + "\n").utf8)
  }

  public func count(of kind: BaselinePart.PartKind) -> Int { parts.count { $0.kind == kind } }
}

/// A part of a site, as it was approved.
public struct BaselinePart: Sendable, Hashable {
  public enum PartKind: String, Sendable, CaseIterable {
    /// The theme's files and the settings.
    case file
    case font, page, shelf, card
  }

  public let kind: PartKind
  /// The path of a file or page, the name of a font, or the id of a shelf or card.
  public let name: String
  /// 64 bits of SHA-256, hexadecimal: nobody can make another card that passes for an approved one.
  let hash: String
  /// The natural heights of a card on pages of ``measuredWidths``, in CSS pixels; empty for other parts.
  let heights: [Int]

  /// Page widths of a phone, a tablet and a desktop, in CSS pixels.
  static let measuredWidths = [390, 768, 1280]

  /// - Parameter content: the bytes that determine the part.
  init(_ kind: PartKind, _ name: String, content: [UInt8], heights: [Int] = []) {
    self.init(
      kind, printable(name), hash: String(hexadecimal(sha256(content)).prefix(Self.digitCount)), heights: heights)
  }

  private init(_ kind: PartKind, _ name: String, hash: String, heights: [Int]) {
    self.kind = kind
    self.name = name
    self.hash = hash
    self.heights = heights
  }

  private static let digitCount = 16

  /// `card 8f3a1c92d4e0bb12 184 212 198 planets/saturn`
  var line: String { ([kind.rawValue, hash] + heights.map(String.init) + [name]).joined(separator: " ") }

  /// Reads a line; nil if it is none of a part.
  init?(line: some StringProtocol) {
    let isOfCard = line.hasPrefix(PartKind.card.rawValue + " ")
    let count = isOfCard ? Self.measuredWidths.count : 0
    let words = line.split(separator: " ", maxSplits: 2 + count, omittingEmptySubsequences: false)
    guard words.count == 3 + count, let kind = PartKind(rawValue: String(words[0])), !words[2 + count].isEmpty,
      words[1].utf8.count == Self.digitCount, words[1].utf8.allSatisfy({ "0123456789abcdef".utf8.contains($0) })
    else { return nil }
    let heights = words[2..<2 + count].compactMap { Int($0) }
    guard heights.count == count, heights.allSatisfy({ (0...1 << 30).contains($0) }) else { return nil }
    self.init(kind, String(words[2 + count]), hash: String(words[1]), heights: heights)
  }
}

public import Content

/// A summary of a card's source: enough to determine which of its keys have changed.
///
/// A layout in a file does not contain the sources. Without this, a card that changed by itself could not be
/// distinguished from one that the theme changed, nor a renamed card from a new one.
public struct CardTexts: Sendable, Hashable {
  /// The hash of all bytes; see ``hash(of:)``.
  public let whole: String
  /// The values keyed by key, and `body`. Short values are stored as they are; others, and the body, are hashes.
  public let values: [String: String]

  init(whole: String, values: [String: String]) {
    self.whole = whole
    self.values = values
  }

  public init(_ card: Card) {
    whole = Self.hash(of: card)
    var values = sourceValues(of: card).mapValues { Self.shown($0.text) }
    values["body"] = Self.hash(card.writtenBody)
    self.values = values
  }

  /// The form in which a value of a key is stored.
  private static func shown(_ value: String) -> String {
    value.count <= mostCharacters && value.utf8.first != UInt8(ascii: "#") ? value : hash(Array(value.utf8)[...])
  }

  /// The placeholder for an unknown value.
  public static let unknown = "#"

  /// Returns whether a value is a hash instead of the original.
  public static func isHash(_ value: String) -> Bool { value.utf8.first == UInt8(ascii: "#") }

  /// The hash of a card's file, or of the texts of its row with their keys.
  ///
  /// - Complexity: O(length)
  public static func hash(of card: Card) -> String { hash(card.writtenBytes[...]) }

  /// The value of an empty body.
  public static let hashOfNothing = hash([])

  /// The greatest number of characters of a value that findings show.
  private static let mostCharacters = 24

  /// The hash is FNV-1a in 64 bits: nobody benefits from two texts with the same hash. Carriage returns are omitted, as
  /// a checkout may add them.
  static func hash(_ bytes: ArraySlice<UInt8>) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes where byte != 0x0D { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    let digits = String(hash, radix: 16)
    return "#" + String(repeating: "0", count: 16 - digits.count) + digits
  }
}

/// Where a line may break in what is between two spaces, and how much of it the markup has to say.
struct TokenShape: Sendable, Equatable {
  struct Break: Sendable, Equatable {
    /// From the start of the token, in bytes.
    var offset: Int
    /// Engines disagree here: the markup lets the line break.
    var isMarked: Bool
  }

  /// Ascending, neither at the token's start nor at its end.
  private(set) var breaks: [Break]
  /// For each stretch between breaks: whether an engine might break inside, so that the markup holds it together.
  private(set) var isHeld: [Bool]

  /// All engines leave the token whole.
  static let whole = TokenShape(breaks: [], isHeld: [false])

  /// All engines break exactly at these offsets: after hyphens between letters, between ideographs.
  static func bare(at offsets: [Int]) -> TokenShape {
    TokenShape(
      breaks: offsets.map { Break(offset: $0, isMarked: false) },
      isHeld: Array(repeating: false, count: offsets.count + 1))
  }

  /// Engines disagree about the token: breaks stand in the markup, at these offsets and nowhere else.
  static func marked(at offsets: [Int]) -> TokenShape {
    TokenShape(
      breaks: offsets.map { Break(offset: $0, isMarked: true) },
      isHeld: Array(repeating: true, count: offsets.count + 1))
  }

  /// Engines disagree about some stretches and places. A break beside a held stretch is marked as well, because
  /// engines differ about the edges of stretches that may not wrap.
  static func mixed(at offsets: [Int], isHeld: [Bool], isContested: [Bool]) -> TokenShape {
    let breaks = offsets.indices.map { index in
      Break(offset: offsets[index], isMarked: isContested[index] || isHeld[index] || isHeld[index + 1])
    }
    return TokenShape(breaks: breaks, isHeld: isHeld)
  }

  var isBare: Bool { !isHeld.contains(true) && !breaks.contains(where: \.isMarked) }
}

/// The break opportunities between two spaces, and which of them the markup must state.
struct TokenShape: Sendable, Equatable {
  struct Break: Sendable, Equatable {
    /// The offset from the start of the token, in bytes.
    var offset: Int
    /// True if engines disagree here: the markup allows the break.
    var isMarked: Bool
  }

  /// The breaks in ascending order; none is at the token's start or end.
  private(set) var breaks: [Break]
  /// For each part between breaks, true if an engine might break inside, so that the markup holds it together.
  private(set) var isHeld: [Bool]

  /// No engine breaks the token.
  static let whole = TokenShape(breaks: [], isHeld: [false])

  /// All engines break exactly at these offsets: after hyphens between letters, between ideographs.
  static func bare(at offsets: [Int]) -> TokenShape {
    TokenShape(
      breaks: offsets.map { Break(offset: $0, isMarked: false) },
      isHeld: Array(repeating: false, count: offsets.count + 1))
  }

  /// Engines disagree about the token: the markup states breaks, at these offsets and nowhere else.
  static func marked(at offsets: [Int]) -> TokenShape {
    TokenShape(
      breaks: offsets.map { Break(offset: $0, isMarked: true) },
      isHeld: Array(repeating: true, count: offsets.count + 1))
  }

  /// Engines disagree about some parts and positions. A break next to a held part is marked as well, because engines
  /// differ about the edges of parts that may not wrap.
  ///
  /// - Parameter breaks: the breaks; those at which engines disagree are marked.
  static func mixed(at breaks: consuming [Break], isHeld: [Bool]) -> TokenShape {
    for index in breaks.indices where isHeld[index] || isHeld[index + 1] { breaks[index].isMarked = true }
    return TokenShape(breaks: breaks, isHeld: isHeld)
  }

  var isBare: Bool { !isHeld.contains(true) && !breaks.contains(where: \.isMarked) }
}

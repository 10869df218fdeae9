/// The positions at which a chunk can be split, including its start and end, and the parts between them.
struct Division: Sequence {
  struct DivisionPlace {
    var index: Int
    /// The piece that starts or continues here, and the one that ends or is split.
    var piece: Int
    var pieceBefore: Int
    var offset: Int
    /// The advance from the start of the chunk.
    var sum: Advance
  }

  let chunk: Range<Int>
  private let pieces: [Piece]
  private let graphemes: [GraphemeEdge]
  /// The number of positions.
  private let count: Int
  private let splitSlack: Int

  /// - Precondition: `chunk` is not empty.
  init(of chunk: Range<Int>, in text: PreparedText) {
    self.chunk = chunk
    pieces = text.pieces
    graphemes = text.graphemes
    var (count, splitSlack) = (2, 0)
    for piece in pieces[chunk] {
      count += piece.graphemes.count
      splitSlack = Swift.max(splitSlack, piece.splitSlack)
    }
    self.count = count
    self.splitSlack = splitSlack
  }

  var underestimatedCount: Int { count }

  /// - Precondition: `start` is not after `end`.
  func advance(from start: DivisionPlace, to end: DivisionPlace) -> Advance {
    let (from, to) = (start.sum, end.sum)
    let isWhole = start.index == 0 && end.index == count - 1
    return Advance(
      width: to.width - from.width, rounded: to.rounded - from.rounded,
      itemCount: to.itemCount - from.itemCount + (isWhole ? 0 : 1),
      slack: to.slack - from.slack + (isWhole ? 0 : 2 * splitSlack))
  }

  func makeIterator() -> DivisionPlaces { DivisionPlaces(division: self, piece: chunk.lowerBound) }

  /// Creates one position after another, because a word that fills a card has as many as the card has characters.
  struct DivisionPlaces: IteratorProtocol {
    fileprivate let division: Division
    fileprivate var piece: Int
    private var edge: Int
    private var index = 0
    private var sum = Advance()

    fileprivate init(division: Division, piece: Int) {
      self.division = division
      self.piece = piece
      edge = division.pieces[piece].graphemes.lowerBound
    }

    mutating func next() -> DivisionPlace? {
      let (first, last) = (division.chunk.lowerBound, division.chunk.upperBound - 1)
      if index == 0 { return place(piece: first, pieceBefore: first, offset: division.pieces[first].lower, sum: sum) }
      while piece <= last {
        let current = division.pieces[piece]
        if edge < current.graphemes.upperBound {
          let edge = division.graphemes[edge]
          self.edge += 1
          var upToEdge = sum + edge.advance
          let isInside = edge.offset > current.lower
          if isInside {
            upToEdge.itemCount += current.advance.itemCount
            upToEdge.slack += current.advance.slack
          }
          let pieceBefore = isInside ? piece : Swift.max(first, piece - 1)
          return place(piece: piece, pieceBefore: pieceBefore, offset: edge.offset, sum: upToEdge)
        }
        sum += current.advance
        piece += 1
        if piece <= last { edge = division.pieces[piece].graphemes.lowerBound }
      }
      if index == division.count { return nil }
      return place(piece: last, pieceBefore: last, offset: division.pieces[last].upper, sum: sum)
    }

    private mutating func place(piece: Int, pieceBefore: Int, offset: Int, sum: Advance) -> DivisionPlace {
      defer { index += 1 }
      return DivisionPlace(index: index, piece: piece, pieceBefore: pieceBefore, offset: offset, sum: sum)
    }
  }
}

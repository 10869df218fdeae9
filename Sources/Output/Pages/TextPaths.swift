import CardLayout
import Geometry
import TextLayout

/// An element around a piece of text.
struct Wrapper: Equatable {
  enum WrapperKind: UInt8 {
    /// Everything after a cut, by its index in `TextVariants.cuts`.
    case rest
    /// An element, by its index in `ComposedText.spans`.
    case span
    /// A run against the block's direction, by its index in `PreparedText.isolated`.
    case isolate
    /// A part that does not wrap at some steps, by its index in `TextVariants.glues`.
    case glue
    /// An unbreakable part, by its number.
    case atom
  }

  let kind: WrapperKind
  let number: Int

  init(_ kind: WrapperKind, _ number: Int) {
    self.kind = kind
    self.number = number
  }
}

/// The paths of a text's pieces, outermost first, one after the other: neighbouring paths are usually the same.
struct TextPaths: ~Copyable {
  let composed: ComposedText
  private let pieces: [Piece]
  private let isolated: [IsolatedRun]
  /// The number of elements around each isolated run, which its pieces have in common.
  private var depths: [Int] = []
  /// The run of each piece; empty if no piece is in a run.
  private var runs: [OptionalIndex] = []
  /// The glue of each piece; empty if no piece is in a glue.
  private var gluing: [OptionalIndex] = []

  // The positions of the piece, and of the one before it.
  private var place = PathPlace()
  private var before = PathPlace()
  /// The end of the atom that contains the piece.
  private var atomEnd = 0
  /// The number of elements around that atom; nil if it needs no protection.
  private var atomDepth: Int?

  /// The elements and the isolated run around the piece.
  private(set) var aroundPiece: [Wrapper] = []
  /// The elements and run together with glue and atom, if there are any.
  private var withGlueAndAtom: [Wrapper] = []
  /// See ``findSpace(inLeaf:)``.
  private(set) var ofSpace: [Wrapper] = []

  /// The path of the piece, including glue and atom.
  var ofPiece: [Wrapper] { place.glue.index != nil || place.atom > 0 ? withGlueAndAtom : aroundPiece }

  private struct PathPlace: Equatable {
    var leaf = OptionalIndex.none
    var run = OptionalIndex.none
    var glue = OptionalIndex.none
    /// The number of an atom that must be in the markup.
    var atom = 0
  }

  init(of composed: ComposedText, _ prepared: PreparedText, glues: [TextVariants.VariantGlue]) {
    self.composed = composed
    pieces = prepared.pieces
    isolated = prepared.isolated
    if !isolated.isEmpty { findRuns() }
    if !glues.isEmpty { findGlues(glues) }
  }

  var hasAtom: Bool { place.atom > 0 }

  /// True if some pieces are in isolated runs or glues.
  var hasRunsOrGlues: Bool { !runs.isEmpty || !gluing.isEmpty }

  /// True if a glue begins or ends before the piece.
  var isNextToGlue: Bool { !isInsideGlue && (place.glue.index != nil || before.glue.index != nil) }

  /// True if the piece and the one before it are in the same atom.
  var isInsideAtom: Bool { place.atom > 0 && place.atom == before.atom }

  private var isInsideRun: Bool { place.run.index != nil && place.run == before.run }
  private var isInsideGlue: Bool { place.glue.index != nil && place.glue == before.glue }

  /// Advances to the next piece.
  ///
  /// - Returns: whether it has the same elements around it as the one before.
  mutating func move(to index: Int) -> Bool {
    before = place
    place.leaf.index = pieces[index].leaf
    place.run.index = run(of: index)
    place.glue.index = glue(of: index)
    place.atom = 0
    if pieces[index].atom > 0 {
      if index >= atomEnd { enterAtom(at: index) }
      if atomDepth != nil { place.atom = pieces[index].atom }
    }
    if place == before, index > 0 { return true }
    aroundPiece.removeAll(keepingCapacity: true)
    composed.appendPath(ofLeaf: pieces[index].leaf, to: &aroundPiece)
    if let run = place.run.index {
      aroundPiece.insert(Wrapper(.isolate, run), at: min(depths[run], aroundPiece.count))
    }
    if place.glue.index == nil, place.atom == 0 { return false }
    withGlueAndAtom.removeAll(keepingCapacity: true)
    withGlueAndAtom.append(contentsOf: aroundPiece)
    if let glue = place.glue.index { withGlueAndAtom.append(Wrapper(.glue, glue)) }
    if place.atom > 0, let atomDepth {
      withGlueAndAtom.insert(Wrapper(.atom, place.atom), at: min(atomDepth, withGlueAndAtom.count))
    }
    return false
  }

  /// The path of everything between the piece and the one before it. Before the first piece of an isolated run, the
  /// path is outside the run. Inside an atom, it is inside the atom, which would otherwise end there at all steps:
  /// lines can break between two boxes.
  func beforePiece() -> [Wrapper] {
    let path = isInsideAtom ? ofPiece : aroundPiece
    if isInsideRun || place.run.index == nil { return path }
    return path.filter { $0.kind != .isolate }
  }

  /// Determines the path of the space between the piece and the one before it.
  mutating func findSpace(inLeaf leaf: Int) {
    ofSpace.removeAll(keepingCapacity: true)
    composed.appendPath(ofLeaf: leaf, to: &ofSpace)
    if isInsideRun, let run = place.run.index {
      ofSpace.insert(Wrapper(.isolate, run), at: min(depths[run], ofSpace.count))
    }
    if isInsideGlue, let glue = place.glue.index { ofSpace.append(Wrapper(.glue, glue)) }
  }

  private func run(of index: Int) -> Int? { runs.isEmpty ? nil : runs[index].index }

  private func glue(of index: Int) -> Int? { gluing.isEmpty ? nil : gluing[index].index }

  private func append(around index: Int, to path: inout [Wrapper]) {
    composed.appendPath(ofLeaf: pieces[index].leaf, to: &path)
    if let run = run(of: index) { path.insert(Wrapper(.isolate, run), at: min(depths[run], path.count)) }
  }

  /// Determines the atom around a piece. An atom may extend over several leaves: it is around their common elements. A
  /// single character, or a box, needs no protection.
  private mutating func enterAtom(at index: Int) {
    var end = index + 1
    while end < pieces.count, pieces[end].atom == pieces[index].atom { end += 1 }
    atomEnd = end
    let isWord = pieces[index].kind == .text && pieces[index].upper - pieces[index].lower > 1
    guard end - index > 1 || isWord else {
      atomDepth = nil
      return
    }
    atomDepth = commonDepth(of: index..<end, withRuns: true)
  }

  /// The number of common elements at the beginning of the paths of all pieces in a range, without atoms.
  private func commonDepth(of range: Range<Int>, withRuns: Bool) -> Int {
    var first: [Wrapper] = []
    var depth = 0
    for index in range {
      if index > range.lowerBound, pieces[index].leaf == pieces[index - 1].leaf, !withRuns || isAlike(index, index - 1)
      {
        continue
      }
      var path: [Wrapper] = []
      if withRuns {
        append(around: index, to: &path)
        if let glue = glue(of: index) { path.append(Wrapper(.glue, glue)) }
      } else {
        composed.appendPath(ofLeaf: pieces[index].leaf, to: &path)
      }
      if index == range.lowerBound {
        first = path
        depth = path.count
      } else {
        var common = 0
        while common < depth, common < path.count, path[common] == first[common] { common += 1 }
        depth = common
      }
    }
    return depth
  }

  /// Returns whether two pieces are in the same run and the same glue, or in none.
  func isAlike(_ a: Int, _ b: Int) -> Bool { run(of: a) == run(of: b) && glue(of: a) == glue(of: b) }

  private mutating func findRuns() {
    runs = Array(repeating: OptionalIndex.none, count: pieces.count)
    for (number, run) in isolated.enumerated() {
      depths.append(commonDepth(of: run.pieces, withRuns: false))
      for index in run.pieces { runs[index] = OptionalIndex(number) }
    }
  }

  private mutating func findGlues(_ glues: [TextVariants.VariantGlue]) {
    gluing = Array(repeating: OptionalIndex.none, count: pieces.count)
    var index = 0
    for (number, glue) in glues.enumerated() {
      while index < pieces.count, pieces[index].lower < glue.offset { index += 1 }
      while index < pieces.count, pieces[index].upper <= glue.end {
        gluing[index] = OptionalIndex(number)
        index += 1
      }
    }
  }
}

extension ComposedText {
  /// The elements around a leaf, without the block. An image is not an element around its own box.
  fileprivate func appendPath(ofLeaf leaf: Int, to path: inout [Wrapper]) {
    var current = styled.leaves[leaf].span
    let start = path.count
    while current != 0 {
      if case .image = spans[current].element {} else { path.append(Wrapper(.span, current)) }
      current = spans[current].parent
    }
    if path.count - start > 1 { path[start...].reverse() }
  }
}

/// A grapheme cluster that is in a separate element.
struct ClusterApart {
  let range: Range<Int>
  /// The index in the stack of the family that draws it; nil if it is a box.
  let position: Int?

  var kind: Piece.PieceKind { position == nil ? .missing : .apart }
}

/// The index of the face that draws a grapheme cluster in a separate element; nil if it needs none, or a box.
func faceApart(of cluster: ArraySlice<UInt8>, stack: ServedStack) -> Int? {
  // Joining letters would have to join letters outside the element.
  if !stack.hasLettersApart || mayJoin(cluster, cluster) { return nil }
  return stack.faceApart(
    of: ScalarSequence(bytes: cluster).lazy.map(\.scalar), where: CharacterProperties.isDefaultIgnorable)
}

/// Returns whether a text contains something that no served face draws, or a mark that the face of its letter does not
/// draw: then each browser would choose a different font for the two.
func needsBoxOrFace(_ bytes: ArraySlice<UInt8>, stack: ServedStack?) -> Bool {
  var letterFace: Int?
  // The block of the last letter.
  var block: ClosedRange<UInt32> = 0...0
  let text = bytes.span
  var next = 0
  while next < text.count {
    let (scalar, length) = text.scalar(at: next)
    next += length
    if !block.contains(scalar), let own = CharacterProperties.letters(around: scalar) { block = own.scalars }
    if block.contains(scalar) {
      guard let face = stack?.faceIndex(of: scalar) else { return true }
      letterFace = face
      continue
    }
    if isEmojiAlone(scalar) { return true }
    let isIgnorable = CharacterProperties.isDefaultIgnorable(scalar)
    guard let face = stack?.faceIndex(of: scalar) else {
      if !isIgnorable { return true }
      continue
    }
    if scalar >= 0x0300, !isIgnorable, isMark(scalar) {
      if stack?.faceIndex(of: scalar, after: letterFace) != letterFace { return true }
    } else if !isIgnorable {
      letterFace = face
    }
  }
  return false
}

/// The characters to report for a box: those without a face, or else the marks that no face draws together with their
/// letter. Emoji, which the reader's system draws, are not reported.
func missing(in cluster: ArraySlice<UInt8>, stack: ServedStack?) -> [UInt32] {
  let all = ScalarSequence(bytes: cluster).map(\.scalar)
  if all.contains(where: isEmojiAlone) { return [] }
  let scalars = all.filter { !CharacterProperties.isDefaultIgnorable($0) }
  let uncovered = scalars.filter { stack?.faceIndex(of: $0) == nil }
  return uncovered.isEmpty
    ? scalars.filter(isMark) : uncovered
}

/// Returns whether browsers draw a scalar with the reader's emoji font, regardless of the page's fonts.
public func isEmojiAlone(_ scalar: UInt32) -> Bool {
  scalar >= 0x231A && (scalar == 0xFE0F || CharacterProperties.isEmojiPresentation(scalar))
}

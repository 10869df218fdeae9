/// A part of a text with one face, script and direction.
struct ShapingRun {
  var range: Range<Int>
  var face: Int
  /// The script as an ISO 15924 tag, big-endian.
  var script: UInt32
  var isRightToLeft: Bool
  /// True while nothing in the run requires a particular face.
  fileprivate var isFaceOpen: Bool

  func properties(disablesKerning: Bool, reading: ScriptReading? = nil) -> ShapingProperties {
    let isUnkerned = reading?.kernsIdeographs == false && isIdeographic(script: script)
    return ShapingProperties(
      script: script, isRightToLeft: isRightToLeft, disablesKerning: disablesKerning || isUnkerned)
  }
}

extension WordShaper {
  /// The runs of a range, in the order of the text.
  ///
  /// Characters without a script take that of the characters before them, or otherwise of those after them. Invisible
  /// characters take the face of their neighbour, so that a joiner never separates letters.
  ///
  /// - Parameter reading: the scripts, if they differ from those of the range by itself.
  func runs(
    in range: Range<Int>, stack: ServedStack, text: ShapingText, reading: ScriptReading? = nil
  ) -> [ShapingRun] {
    if stack.hasLettersApart, let face = faceApart(of: text.bytes[range], stack: stack) {
      return [run(of: range, face: face, text: text, reading: reading)]
    }
    var runs: [ShapingRun] = []
    var current: ShapingRun?
    var scripts = reading?.runs[...] ?? []
    let startsAnew = reading == .byFace
    let hasOwnScripts = scripts.isEmpty
    // The block of the last letter: most words are in one block.
    var block: (scalars: ClosedRange<UInt32>, script: UInt32) = (0...0, CharacterProperties.common)
    for (offset, scalar) in ScalarSequence(bytes: text.bytes[range]) {
      let length = scalar < 0x80 ? 1 : scalar < 0x800 ? 2 : scalar < 0x10000 ? 3 : 4
      let end = min(offset + length, range.upperBound)
      let isRightToLeft = !text.levels.isEmpty && text.levels[offset] & 1 == 1
      if hasOwnScripts, block.scalars.contains(scalar), let run = current, run.script == block.script,
        !run.isFaceOpen, isRightToLeft == run.isRightToLeft, stack.faces[run.face].characters.contains(scalar)
      {
        current?.range = run.range.lowerBound..<end
        continue
      }
      let before = scripts.count
      while let script = scripts.first, script.end <= offset { scripts.removeFirst() }
      let startsScript = scripts.count < before
      let own = CharacterProperties.letters(around: scalar)
      if let own { block = own }
      let script = scripts.first?.script ?? own?.script ?? CharacterProperties.script(of: scalar)
      let isIgnorable = own == nil && CharacterProperties.isDefaultIgnorable(scalar)
      let ownFace =
        isIgnorable ? nil : stack.faceIndex(of: scalar, after: current.flatMap { $0.isFaceOpen ? nil : $0.face })
      guard let last = current else {
        current = ShapingRun(
          range: offset..<end, face: ownFace ?? 0, script: script, isRightToLeft: isRightToLeft,
          isFaceOpen: ownFace == nil)
        continue
      }
      let isNeutral = CharacterProperties.isNeutral(script: script)
      let face = last.isFaceOpen ? ownFace ?? last.face : last.face
      let isSameFace = ownFace == nil || ownFace == face
      if isSameFace, isRightToLeft == last.isRightToLeft, !startsScript,
        isNeutral || CharacterProperties.isNeutral(script: last.script) || script == last.script
      {
        current = ShapingRun(
          range: last.range.lowerBound..<end, face: face,
          script: CharacterProperties.isNeutral(script: last.script) ? script : last.script,
          isRightToLeft: isRightToLeft, isFaceOpen: last.isFaceOpen && ownFace == nil)
      } else {
        runs.append(last)
        current = ShapingRun(
          range: offset..<end, face: ownFace ?? last.face, script: isNeutral && !startsAnew ? last.script : script,
          isRightToLeft: isRightToLeft, isFaceOpen: false)
      }
    }
    if let current { runs.append(current) }
    return runs
  }

  /// A range in one face.
  private func run(of range: Range<Int>, face: Int, text: ShapingText, reading: ScriptReading?) -> ShapingRun {
    let own = ScalarSequence(bytes: text.bytes[range]).map { CharacterProperties.script(of: $0.scalar) }
      .first { !CharacterProperties.isNeutral(script: $0) }
    return ShapingRun(
      range: range, face: face, script: reading?.runs.first?.script ?? own ?? CharacterProperties.common,
      isRightToLeft: !text.levels.isEmpty && text.levels[range.lowerBound] & 1 == 1, isFaceOpen: false)
  }

  /// Returns whether one face draws all of a range that any face draws.
  func isInOneFace(_ range: Range<Int>, of text: ShapingText, context: Int) -> Bool {
    guard let stack = stack(ofContext: context) else { return true }
    var face: Int?
    for (_, scalar) in ScalarSequence(bytes: text.bytes[range]) {
      if let face, stack.faces[face].characters.contains(scalar) { continue }
      guard let own = stack.faceIndex(of: scalar, after: face) else { continue }
      if face != nil { return false }
      face = own
    }
    return true
  }
}

import Fonts
import TextSegmentation

/// A part of a text with one face, script and direction.
struct ShapingRun {
  var range: Range<Int>
  var face: Int
  /// An ISO 15924 tag, big-endian.
  var script: UInt32
  var isRightToLeft: Bool
  /// True while nothing in it requires a particular face.
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
  /// Characters of no script take that of the characters before them, or otherwise of those after them. Invisible
  /// characters take the face of their neighbour, so that a joiner never separates letters.
  ///
  /// - Parameter reading: the scripts, if they differ from those of the range by itself.
  func runs(
    in range: Range<Int>, stack: ServedStack, text: ShapingText, reading: ScriptReading? = nil
  ) -> [ShapingRun] {
    var runs: [ShapingRun] = []
    var scripts = reading?.runs[...] ?? []
    let startsAnew = reading == .byFace
    for (offset, scalar) in ScalarSequence(bytes: text.bytes[range]) {
      let length = UTF8.width(Unicode.Scalar(scalar) ?? "\u{FFFD}")
      let end = min(offset + length, range.upperBound)
      let isRightToLeft = !text.levels.isEmpty && text.levels[offset] & 1 == 1
      let before = scripts.count
      while let script = scripts.first, script.end <= offset { scripts.removeFirst() }
      let startsScript = scripts.count < before
      let block = CharacterProperties.block(of: scalar)
      let script = scripts.first?.script ?? block?.script ?? CharacterProperties.script(of: scalar)
      let isIgnorable = block == nil && CharacterProperties.isDefaultIgnorable(scalar)
      let ownFace = isIgnorable ? nil : stack.faceIndex(of: scalar)
      guard let last = runs.last else {
        runs.append(
          ShapingRun(
            range: offset..<end, face: ownFace ?? 0, script: script, isRightToLeft: isRightToLeft,
            isFaceOpen: ownFace == nil))
        continue
      }
      let isNeutral = CharacterProperties.isNeutral(script: script)
      let face = last.isFaceOpen ? ownFace ?? last.face : last.face
      let isSameFace = ownFace == nil || ownFace == face
      if isSameFace, isRightToLeft == last.isRightToLeft, !startsScript,
        isNeutral || CharacterProperties.isNeutral(script: last.script) || script == last.script
      {
        let index = runs.count - 1
        runs[index].range = last.range.lowerBound..<end
        runs[index].face = face
        runs[index].isFaceOpen = last.isFaceOpen && ownFace == nil
        if CharacterProperties.isNeutral(script: last.script) { runs[index].script = script }
      } else {
        runs.append(
          ShapingRun(
            range: offset..<end, face: ownFace ?? last.face, script: isNeutral && !startsAnew ? last.script : script,
            isRightToLeft: isRightToLeft, isFaceOpen: false))
      }
    }
    return runs
  }
}

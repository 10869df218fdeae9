import Content
import Diagnostics
import TestSupport
import Testing

/// Finds the first byte that is not UTF-8, directly from table 3-7 of the Unicode Standard, like strict decoders.
private func firstIllFormed(in bytes: [UInt8]) -> Int? {
  let rows: [[ClosedRange<UInt8>]] = [
    [0x00...0x7F],
    [0xC2...0xDF, 0x80...0xBF],
    [0xE0...0xE0, 0xA0...0xBF, 0x80...0xBF],
    [0xE1...0xEC, 0x80...0xBF, 0x80...0xBF],
    [0xED...0xED, 0x80...0x9F, 0x80...0xBF],
    [0xEE...0xEF, 0x80...0xBF, 0x80...0xBF],
    [0xF0...0xF0, 0x90...0xBF, 0x80...0xBF, 0x80...0xBF],
    [0xF1...0xF3, 0x80...0xBF, 0x80...0xBF, 0x80...0xBF],
    [0xF4...0xF4, 0x80...0x8F, 0x80...0xBF, 0x80...0xBF],
  ]
  var offset = 0
  while offset < bytes.count {
    guard
      let row = rows.first(where: { row in
        offset + row.count <= bytes.count && row.indices.allSatisfy { row[$0].contains(bytes[offset + $0]) }
      })
    else { return offset }
    offset += row.count
  }
  return nil
}

/// The forbidden characters, as bytes: ASCII controls except tab and line ends, DEL, C1 controls, U+FFFD, and the
/// noncharacters, which are U+FDD0 to U+FDEF and the last two of each plane.
private let noText: [[UInt8]] =
  (0x00...0x1F).filter { ![0x09, 0x0A, 0x0D].contains($0) }.map { [$0] } + [[0x7F]]
  + (0x80...0x9F).map { [0xC2, $0] } + [[0xEF, 0xBF, 0xBD], [0xEF, 0xBF, 0xBE], [0xEF, 0xBF, 0xBF]]
  + (0x90...0xAF).map { [0xEF, 0xB7, $0] } + lastOfPlanes

private let lastOfPlanes: [[UInt8]] = (1...16).flatMap { plane in
  let lead: [UInt8] = [0xF0 | UInt8(plane >> 2), 0x80 | UInt8(plane & 3) << 4 | 0x0F, 0xBF]
  return [lead + [0xBE], lead + [0xBF]]
}

private func firstNoText(in bytes: [UInt8]) -> Int? {
  bytes.indices.first { index in noText.contains { bytes[index...].starts(with: $0) } }
}

/// The sequence follows a text of some length, so that its bytes are at every position within a vector, and more text
/// follows.
private func disagreement(about sequence: [UInt8], behind length: Int) -> String? {
  let lead = Array("é".utf8) + [UInt8](repeating: 0x61, count: length)
  let bytes = lead + sequence + [0x7A, 0xC3, 0xA9]
  let expected = [firstIllFormed(in: bytes), firstNoText(in: bytes)].compactMap { $0 }.min()
  // The first fault is reported; an ill-formed sequence contains no character.
  let found = forbiddenText(in: SourceText(path: "a", bytes: bytes))
  guard expected != nil || found != nil else { return nil }
  guard let expected, let found else { return "\(sequence) behind \(length): \(found?.message ?? "nothing")" }
  // All characters before the fault are well formed: the é, letters, and possibly a part of the sequence.
  let lines = bytes[..<expected].split(separator: 0x0A, omittingEmptySubsequences: false)
  let column = String(decoding: lines.last ?? [], as: UTF8.self).count + 1
  return found.position == SourcePosition(line: lines.count, column: column)
    ? nil : "\(sequence) behind \(length): \(found.rendered)"
}

@Suite struct ForbiddenTextTests {
  @Test func allSequencesOfOneAndTwoBytes() {
    var faults: [String] = []
    for value in 0...0xFF {
      if let fault = disagreement(about: [UInt8(value)], behind: value % 19) { faults.append(fault) }
    }
    for value in 0...0xFFFF {
      let sequence = [UInt8(value >> 8), UInt8(value & 0xFF)]
      if let fault = disagreement(about: sequence, behind: value % 19) { faults.append(fault) }
    }
    #expect(faults.prefix(5) == [])
  }

  /// Random bytes, many of which begin a character.
  @Test func sequencesOfThreeAndFourBytes() {
    let seed: UInt64 = 20_261_122
    var random = SeededGenerator(seed: seed)
    let leads: [UInt8] = [0xE0, 0xE1, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xC2, 0xDF, 0x61]
    let others: [UInt8] = [0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBD, 0xBE, 0xBF, 0xC0, 0x7F]
    var faults: [String] = []
    for round in 0..<40_000 {
      let isDrawn = round % 2 == 0
      let sequence = (0..<3 + round / 2 % 2).map { index -> UInt8 in
        let some = index == 0 ? leads : others
        return isDrawn
          ? some[Int.random(in: 0..<some.count, using: &random)] : UInt8.random(in: 0...255, using: &random)
      }
      let length = Int.random(in: 0..<40, using: &random)
      if let fault = disagreement(about: sequence, behind: length) { faults.append(fault) }
    }
    #expect(faults.prefix(5) == [], "seed \(seed)")
  }
}

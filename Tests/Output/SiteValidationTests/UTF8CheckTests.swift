import TestSupport
import Testing

@testable import SiteValidation

struct UTF8CheckTests {
  /// Compares with the standard library on texts that were damaged at random.
  @Test func agreesWithTheStandardLibrary() {
    var generator = SeededGenerator(seed: 21)
    let pieces = [
      "a", "plain text of some length", "é", "\u{7F}", "\u{80}", "\u{9F}", "\u{A0}", "日本", "\u{1F600}", "…",
      "كتاب كبير ", "«שלום»",
    ]
    var counts = (valid: 0, invalid: 0)
    for _ in 0..<4000 {
      let text = (0..<Int.random(in: 0..<6, using: &generator)).map { _ in
        pieces[Int.random(in: pieces.indices, using: &generator)]
      }
      var bytes = Array(text.joined().utf8)
      if Bool.random(using: &generator), let place = bytes.indices.randomElement(using: &generator) {
        bytes[place] = UInt8.random(in: .min ... .max, using: &generator)
      }
      let check = UTF8Check(bytes.span)
      let valid = String(validating: bytes, as: UTF8.self)
      #expect(check.isValid == (valid != nil), "\(bytes)")
      guard let valid else {
        counts.invalid += 1
        continue
      }
      counts.valid += 1
      #expect(check.hasControls == valid.unicodeScalars.contains { (0x7F...0x9F).contains($0.value) }, "\(bytes)")
    }
    #expect(counts.valid > 1000 && counts.invalid > 200, "\(counts)")
  }

  /// The first bytes of characters with all that may follow them.
  @Test func everyPairOfBytes() {
    for first in UInt8.min...UInt8.max {
      for second in UInt8.min...UInt8.max {
        for rest in [[], [0x80], [0x80, 0x80], [0x41]] as [[UInt8]] {
          let bytes = [first, second] + rest
          let isValid = String(validating: bytes, as: UTF8.self) != nil
          #expect(UTF8Check(bytes.span).isValid == isValid, "\(bytes)")
        }
      }
    }
  }
}

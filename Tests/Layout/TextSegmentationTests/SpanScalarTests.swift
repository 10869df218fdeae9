import Testing
import TextLayout

struct SpanScalarTests {
  @Test func readsEveryScalar() {
    for value in (0...0x10FFFF as ClosedRange<UInt32>) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let bytes = Array("-\(scalar)-".utf8)
      let (read, length) = bytes.span.scalar(at: 1)
      if read != value || length != bytes.count - 2 { Issue.record("U+\(String(value, radix: 16))") }
    }
  }

  @Test(
    arguments: [[0x80], [0xBF, 0x41], [0xC1, 0x81], [0xC3], [0xE2, 0x80], [0xF0, 0x9F, 0x98], [0xFF]] as [[UInt8]])
  func replacesMalformedBytes(bytes: [UInt8]) {
    let (value, length) = bytes.span.scalar(at: 0)
    #expect(value == 0xFFFD && length == 1)
  }
}

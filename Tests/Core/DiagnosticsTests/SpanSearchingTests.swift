import TestSupport
import Testing

@testable import Diagnostics

/// What is searched eight bytes at a time has the same result byte by byte.
struct SpanSearchingTests {
  private func samples(seed: UInt64) -> [[UInt8]] {
    var random = SeededGenerator(seed: seed)
    return (0..<2000).map { _ in
      let kinds: [ClosedRange<UInt8>] = [0x61...0x7A, 0x41...0x5A, 0x20...0x20, 0x20...0x7E, 0x00...0xFF, 0x80...0xFF]
      let kind = kinds.randomElement(using: &random) ?? 0...255
      return (0..<Int.random(in: 0...40, using: &random)).map { _ in
        UInt8.random(in: Int.random(in: 0..<20, using: &random) == 0 ? 0...255 : kind, using: &random)
      }
    }
  }

  @Test func findsASCII() {
    for bytes in samples(seed: 0x51A1) { #expect(bytes.span.isASCII == bytes.allSatisfy { $0 < 0x80 }, "\(bytes)") }
  }

  @Test func findsTheFirstIndexOfAByte() {
    for bytes in samples(seed: 0x51A2) {
      for byte in Set(bytes).union([0, 0x0A, 0x80, 0xEF, 0xFF]) {
        for start in [0, bytes.count / 2, bytes.count] {
          let expected = bytes[start...].firstIndex(of: byte)
          #expect(bytes.span.firstIndex(of: byte, from: start) == expected, "\(byte) in \(bytes)")
        }
      }
    }
  }

  @Test func findsTheEndOfALine() {
    for bytes in samples(seed: 0x51A5) {
      for start in [0, bytes.count / 2, bytes.count] {
        let expected = bytes[start...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
        #expect(bytes.span.lineEnd(from: start) == expected, "\(bytes)")
        let lines = bytes.map { $0 & 1 == 0 ? $0 : [0x09, 0x0A, 0x0D, 0x0E, 0x8A][Int($0 % 5)] }
        let first = lines[start...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
        #expect(lines.span.lineEnd(from: start) == first, "\(lines)")
      }
    }
  }

  @Test func comparesInTheOrderOfBytes() {
    let all = samples(seed: 0x51A4)
    for (a, b) in zip(all, all.dropFirst()) {
      let common = Array(a.prefix(17))
      for (a, b) in [(a, b), (common + a, common + b), (a, a), (a, a + [0])] {
        #expect(a.span.precedes(b.span) == a.lexicographicallyPrecedes(b))
        #expect(a.span.isEqual(to: b.span) == (a == b))
      }
    }
  }

  @Test func comparesWithTexts() {
    let path = Array("Content/a.md".utf8)
    #expect(path.span.hasPrefix("Content/") && path.span.hasSuffix(".md") && path.span.isEqual(to: "Content/a.md"))
    #expect(!path.span.hasPrefix("content") && !path.span.hasSuffix("x.md") && !path.span.isEqual(to: "Content/a.m"))
    #expect(!path.span.hasPrefix("Content/a.mdx") && !path.span.hasSuffix("xContent/a.md") && path.span.hasSuffix(""))
  }
}

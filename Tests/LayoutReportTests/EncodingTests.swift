import Fonts
import Geometry
import Testing

@testable import LayoutReport

struct EncodingTests {
  /// As `reading.js` reads them.
  private struct Reader {
    let bytes: [UInt8]
    var position = 0
    private let alphabet = (UInt8(33)...126).filter { !"\"&'<>\\".utf8.contains($0) }

    init(_ numbers: PackedNumbers) { bytes = numbers.bytes }

    mutating func next() -> Int {
      var value = 0
      var unit = 1
      while position < bytes.count {
        let digit = alphabet.firstIndex(of: bytes[position]) ?? 0
        position += 1
        if digit < 44 { return value + digit * unit }
        value += (digit - 44) * unit
        unit *= 44
      }
      return -1
    }

    mutating func signed() -> Int {
      let value = next()
      return value % 2 == 1 ? -1 - (value - 1) / 2 : value / 2
    }

    mutating func length() -> Int {
      let value = signed()
      return value & 1 == 1 ? (value - 1) / 2 : value / 2 * 64
    }
  }

  @Test func numbersComeBack() {
    var generator = SeededGenerator(seed: 7)
    let values =
      [0, 1, 43, 44, 45, 1935, 1936, 1 << 32] + (0..<2000).map { _ in Int.random(in: 0..<1 << 24, using: &generator) }
    var packed = PackedNumbers()
    for value in values {
      packed.append(value)
      packed.append(signed: value)
      packed.append(signed: -value)
      packed.append(Pixels(sixtyFourths: value))
      packed.append(Pixels(sixtyFourths: -value))
    }
    var reader = Reader(packed)
    for value in values {
      #expect(reader.next() == value)
      #expect(reader.signed() == value)
      #expect(reader.signed() == -value)
      #expect(reader.length() == value)
      #expect(reader.length() == -value)
    }
    #expect(packed.bytes.allSatisfy { (33...126).contains($0) && !"\"&'<>\\".utf8.contains($0) })
  }

  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
  ])
  func digestsOfTheStandard(text: String, digest: String) {
    let hex = sha256(Array(text.utf8)).map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
    #expect(hex == digest)
  }

  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("foobar", "Zm9vYmFy"),
  ])
  func base64OfTheStandard(text: String, encoded: String) { #expect(base64(Array(text.utf8)) == encoded) }

  @Test func pathsCountFromThePointBefore() {
    func point(_ x: Float, _ y: Float) -> GlyphOutline.Point { .init(x: x, y: y) }
    let outline = GlyphOutline([
      .move(point(100, 0)), .line(point(100, 700)), .line(point(100, 700)), .line(point(200, 700)),
      .quadratic(point(250, 700), point(250, 650)), .close, .move(point(0, 0)),
      .cubic(point(10, 10), point(20, 10), point(30, 0)), .close,
    ])
    // 1,000 units to the em are 512 here; y grows downwards.
    #expect(
      String(decoding: outline.path(unitsPerEm: 1000), as: UTF8.self)
        == "m51 0l0-358 51 0q26 0 26 25zm-51 0c5-5 10-5 15 0z")
    #expect(GlyphOutline().path(unitsPerEm: 0) == [])
  }

  @Test(
    arguments: [
      ([0x89, 0x50, 0x4E, 0x47], "image/png"), ([0xFF, 0xD8, 0xFF, 0xE0], "image/jpeg"),
      (Array("<?xml version=\"1.0\"?><svg/>".utf8), "image/svg+xml"), (Array("<html>".utf8), nil), ([], nil),
    ] as [([UInt8], String?)])
  func imagesAreKnownByTheirBytes(bytes: [UInt8], type: String?) { #expect(imageType(of: bytes) == type) }
}

import Diagnostics
import Testing

@testable import SiteValidation

/// Sets of characters are written as bits.
@Suite struct ByteSetTests {
  @Test func letters() {
    for byte in UInt8.min...UInt8.max {
      let scalar = Unicode.Scalar(byte)
      #expect(byte.isIn(0, 0x07FF_FFFE_07FF_FFFE) == (byte < 0x80 && scalar.properties.isAlphabetic), "\(byte)")
      let isCapital = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
      #expect(byte.lowercasedASCII == (isCapital ? byte + 0x20 : byte), "\(byte)")
    }
  }

  /// Links with these characters are looked at more closely.
  @Test func linksThatLeaveTheSite() {
    for byte in UInt8.min..<0x80 {
      let isFit = byte > 0x20 && byte < 0x7F && !"\"<>\\^`{|}".utf8.contains(byte)
      #expect(leavesTheSite((Array("https://a.org/".utf8) + [byte]).span) == isFit, "\(byte)")
      let isInHost = byte.isASCIILetter || byte.isASCIIDigit || ".-/?#".utf8.contains(byte)
      #expect(leavesTheSite((Array("https://a".utf8) + [byte]).span) == isInHost, "\(byte)")
    }
  }
}

import Diagnostics

/// The encoding of a data file without a byte order mark.
public enum DataEncoding: String, Sendable, Hashable, CaseIterable {
  case utf8 = "utf-8"
  /// The encoding of spreadsheets on Windows in Western Europe and the Americas.
  case windows1252 = "windows-1252"
}

/// A data file as UTF-8, with the same lines and columns.
///
/// A byte order mark takes precedence over the given encoding.
///
/// - Returns: nil, with an error, if the bytes are not text.
/// - Complexity: O(length)
func decoded(_ source: SourceText, as encoding: DataEncoding?, into sink: inout DiagnosticSink) -> SourceText? {
  let bytes = source.bytes
  for (mark, isBigEndian) in [([0xFF, 0xFE] as [UInt8], false), ([0xFE, 0xFF], true)] where bytes.starts(with: mark) {
    guard let text = utf16(bytes.dropFirst(2), isBigEndian: isBigEndian) else {
      sink.report(.dataNotUTF16(in: source))
      return nil
    }
    return SourceText(path: source.path, text: text)
  }
  // Half of the bytes of such a text are zero, which is valid UTF-8.
  if bytes.count > 3, bytes[1] == 0 && bytes[3] == 0 || bytes[0] == 0 && bytes[2] == 0 {
    sink.report(.dataUnmarkedUTF16(in: source))
    return nil
  }
  if encoding == .windows1252, !bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
    let text = SourceText(path: source.path, bytes: fromWindows1252(bytes))
    // In a text with another encoding, a letter with a mark is hardly ever followed by the bytes that would make it
    // UTF-8.
    if let offset = bytes.firstIndex(where: { $0 >= 0x80 }), String(validating: bytes, as: UTF8.self) != nil {
      sink.report(.encodingDoubtful(.windows1252, at: offset, in: text))
    }
    return text
  }
  guard String(validating: bytes, as: UTF8.self) != nil else {
    sink.report(.dataNotUTF8(in: source))
    return nil
  }
  return source
}

private func utf16(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool) -> String? {
  guard bytes.count.isMultiple(of: 2) else { return nil }
  let units = stride(from: bytes.startIndex, to: bytes.endIndex, by: 2).map { index in
    let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
    return isBigEndian ? first << 8 | second : second << 8 | first
  }
  return String(validating: units, as: UTF16.self)
}

private func fromWindows1252(_ bytes: [UInt8]) -> [UInt8] {
  if bytes.allSatisfy({ $0 < 0x80 }) { return bytes }
  var text: [UInt8] = []
  text.reserveCapacity(bytes.count + bytes.count / 8)
  for byte in bytes {
    guard byte >= 0x80 else {
      text.append(byte)
      continue
    }
    let value = byte < 0xA0 ? upperControls[Int(byte) - 0x80] : UInt32(byte)
    text += Array(String(Unicode.Scalar(value) ?? "\u{FFFD}").utf8)
  }
  return text
}

/// The characters from 0x80 to 0x9F (Encoding Standard, index windows-1252).
private let upperControls: [UInt32] = [
  0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D, 0x017D,
  0x8F,
  0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D, 0x017E,
  0x0178,
]

/// The script of a word, which selects its font.
enum Script: Int {
  case latin, arabic, japanese

  init(of scalar: UInt32) {
    switch scalar {
    case 0x600..<0x700: self = .arabic
    case 0x3000..<0xA000, 0xFF00..<0xFFF0: self = .japanese
    default: self = .latin
    }
  }
}

/// Divides text at spaces, and Japanese text where kanji, hiragana and katakana change.
func forEachWord(in text: UnsafeBufferPointer<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
  var start = 0
  var kind = -1
  var at = 0
  while at < text.count {
    let byte = text[at]
    var length = 1
    var next = 0
    if byte <= 0x20 {
      next = -1
    } else if byte >= 0xE3, byte < 0xEA, at + 2 < text.count {
      length = 3
      next = byte > 0xE3 ? 3 : text[at + 1] < 0x81 ? 4 : text[at + 1] < 0x83 ? 1 : 2
    } else if byte >= 0xC0 {
      length = min(byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2, text.count - at)
    }
    if next != kind {
      if kind >= 0, at > start { body(UnsafeBufferPointer(rebasing: text[start..<at])) }
      start = at
      kind = next
    }
    at += length
  }
  if kind >= 0, text.count > start { body(UnsafeBufferPointer(rebasing: text[start...])) }
}

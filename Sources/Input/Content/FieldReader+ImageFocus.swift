import Diagnostics
import Images

extension ImageFocus {
  /// Reads `top`, `left`, `top right`, `30% 70%`: one word or two, or percentages from the left and the top.
  ///
  /// - Returns: nil for words that have no meaning, or for two that mean the same.
  init?(words: [String]) {
    guard (1...2).contains(words.count) else { return nil }
    var (x, y): (Int?, Int?) = (nil, nil)
    for (index, word) in words.enumerated() {
      switch word {
      case "left" where x == nil: x = 0
      case "right" where x == nil: x = 100
      case "top" where y == nil: y = 0
      case "bottom" where y == nil: y = 100
      case "center": continue
      default:
        guard let percent = Self.percent(word), words.count == 2 else { return nil }
        if index == 0, x == nil {
          x = percent
        } else if index == 1, y == nil {
          y = percent
        } else {
          return nil
        }
      }
    }
    self.init(x: x ?? 50, y: y ?? 50)
  }

  private static func percent(_ word: String) -> Int? {
    guard word.utf8.last == UInt8(ascii: "%") else { return nil }
    let digits = word.utf8.dropLast()
    guard (1...3).contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) }),
      let percent = Int(word.dropLast()), percent <= 100
    else { return nil }
    return percent
  }
}

extension FieldReader {
  /// Reads a text of words, or a list of them.
  mutating func imageFocus(into sink: inout DiagnosticSink) -> ImageFocus? {
    let key = YAMLKey(
      "imageFocus",
      """
      The point of the image that stays visible when it is cropped, such as top left or [30%, 70%]. \
      Default: center.
      """)
    keys.recorder?.note(key, imageFocusShape)
    guard let node = keys.node(key) else { return nil }
    let written: [Placed<String>]?
    if case .scalar = node.value {
      written = keys.string(key, into: &sink).map { [$0] }
    } else {
      written = keys.strings(key, into: &sink)
    }
    guard let written else { return nil }
    let words = written.flatMap { $0.value.split(whereSeparator: \.isWhitespace).map(String.init) }
    if let focus = ImageFocus(words: words) { return focus }
    sink.report(findings.imageFocus(written.map(\.value).joined(separator: ", "), at: node.range))
    return nil
  }
}

/// The values that ``ImageFocus/init(words:)`` accepts, as precisely as one expression can describe them.
private let imageFocusShape: ValueShape = {
  let (percent, word) = ("(100|0?[0-9]{1,2})%", "(center|top|bottom|left|right)")
  let two =
    "(left|right|center|\(percent)) +(top|bottom|center|\(percent))|(top|bottom|center) +(left|right|center)"
  return .either([
    .text(pattern: "^ *(\(word)|\(two)) *$", orNumber: false),
    .list(.text(pattern: "^ *(\(word)|\(percent)) *$", orNumber: false), count: 1...2),
  ])
}()

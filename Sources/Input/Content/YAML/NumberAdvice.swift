/// Advice on how to write a number.
///
/// - Parameters:
///   - text: the text that was written instead.
///   - name: the name of the key in messages.
func numberAdvice(_ text: String, for name: String, in range: ClosedRange<Int>) -> String {
  let key = name.split(separator: ".").first.map(String.init) ?? name
  guard range != linesOfTexts, !countKeys.contains(key) else {
    let example = "write a whole number, such as \(countExample(of: range))"
    return key == "weight" && range.lowerBound < 0 ? example + "; cards with a smaller weight come first" : example
  }
  if text.hasSuffix("px"), NumberNotation(String(text.dropLast(2))) != nil {
    return "write \(text.dropLast(2)), without a unit; lengths are CSS pixels"
  }
  if text.hasSuffix("rem"), let count = Int(text.dropLast(3)), range.contains(count.multipliedClamped(by: 16)) {
    return "write \(count * 16), without a unit; lengths are CSS pixels, and 1rem is 16 of them"
  }
  return "write a whole number without a unit, such as \(lengthExample(of: range)); lengths are CSS pixels"
}

/// The keys whose numbers are not lengths.
private let countKeys: Set<String> = [
  "columns", "limit", "maxLines", "maxRows", "minLines", "span", "weight",
]

/// The range of line counts, whose keys are the names of slots.
private let linesOfTexts = 1...1000

func lengthExample(of range: ClosedRange<Int>) -> Int {
  [100, 10, 1].first(where: range.contains) ?? range.lowerBound
}

private func countExample(of range: ClosedRange<Int>) -> Int {
  range.lowerBound >= 100 ? 400 : range.lowerBound < 0 ? 10 : [3, 1].first(where: range.contains) ?? range.lowerBound
}

extension Int {
  fileprivate func multipliedClamped(by other: Int) -> Int {
    let (product, overflow) = multipliedReportingOverflow(by: other)
    return overflow ? .max : product
  }
}

/// The notation of a number.
enum NumberNotation {
  case whole
  case fraction

  init?(_ text: String) {
    let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
    let parts = digits.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), parts.joined().allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    // Some readers of YAML read `010` as 8, others as 10.
    guard !parts[0].isEmpty, parts[0].count == 1 || parts[0].first != UInt8(ascii: "0") else { return nil }
    self = parts.count == 1 ? .whole : .fraction
  }
}

import PlacementProof
import Testing

/// A change of a site, and what must refuse it.
struct Mutant: Sendable, CustomTestStringConvertible {
  /// A file of the site, by its purpose.
  enum File: String {
    case home = "index.html"
    case more = "more/index.html"
    /// The frame style sheets of these pages.
    case homeFrames = "assets/frames-home"
    case moreFrames = "assets/frames-more"
    /// The style sheet of all pages.
    case site = "assets/site"
    case layout = "layout.json"
  }

  enum Change {
    /// Replaces the first occurrence of a text after all anchors.
    case replace(String, with: String)
    /// Increases the first number after all anchors by one.
    case raise
    /// Removes the text between two texts, including the first.
    case cut(from: String, upTo: String)
    /// Removes the file.
    case remove
    /// Swaps two texts.
    case swap(String, String)
  }

  enum Judge: Equatable {
    /// The build refuses it with this rule: an author, a theme or a template could have caused it.
    case build(String)
    /// The proof of placement refuses it: only Cardshelf could have caused it.
    case proof(PlacementFault.Kind)
  }

  let name: String
  let file: File
  let anchors: [String]
  let change: Change
  /// The rule with which the build refused this change while the proof of placement was part of it.
  let before: String
  let judge: Judge

  var testDescription: String { name }

  /// - Parameter anchors: texts that are searched for one after the other.
  init(
    _ name: String, _ file: File, at anchors: String..., change: Change, before: String, by judge: Judge
  ) {
    self.init(name, file, anchors: anchors, change, before, judge)
  }

  init(_ name: String, _ file: File, anchors: [String], _ change: Change, _ before: String, _ judge: Judge) {
    (self.name, self.file, self.anchors, self.change) = (name, file, anchors, change)
    (self.before, self.judge) = (before, judge)
  }

  /// A fault that the build still finds with the same rule.
  init(_ rule: String, _ file: File, _ old: String, _ new: String) {
    self.init(
      "\(file.rawValue): \(old) -> \(new)", file, change: .replace(old, with: new), before: rule, by: .build(rule))
  }

  /// Returns the changed text; empty if the file is removed, nil if the text to change was not found.
  func apply(to text: String) -> String? {
    var start = text.startIndex
    for anchor in anchors {
      guard let found = text[start...].firstRange(of: anchor) else { return nil }
      start = found.upperBound
    }
    switch change {
    case .replace(let old, let new):
      return text[start...].firstRange(of: old).map { text[..<$0.lowerBound] + new + text[$0.upperBound...] }
    case .raise:
      guard let first = text[start...].firstIndex(where: \.isNumber),
        let number = Int(text[first...].prefix { $0.isNumber })
      else { return nil }
      return text[..<first] + String(number + 1) + text[first...].drop { $0.isNumber }
    case .cut(let from, let to):
      guard let lower = text[start...].firstRange(of: from)?.lowerBound,
        let upper = text[lower...].firstRange(of: to)?.upperBound
      else { return nil }
      return String(text[..<lower] + text[upper...])
    case .remove: return ""
    case .swap(let first, let second):
      guard let a = text.firstRange(of: first), let b = text.firstRange(of: second), a.upperBound <= b.lowerBound else {
        return nil
      }
      return text[..<a.lowerBound] + second + text[a.upperBound..<b.lowerBound] + first + text[b.upperBound...]
    }
  }
}

import PlacementProof
import Testing

/// A site after one change, and what refuses it.
struct Mutant: Sendable, CustomTestStringConvertible {
  /// A file of the site, by what it is for.
  enum File: String {
    case home = "index.html"
    case more = "more/index.html"
    /// The style sheets of those pages' frames.
    case homeFrames = "assets/frames-home"
    case moreFrames = "assets/frames-more"
    /// The style sheet of all pages.
    case site = "assets/site"
    case layout = "layout.json"
  }

  enum Change {
    /// The first text behind all anchors becomes another.
    case replace(String, with: String)
    /// The first number behind all anchors becomes one more.
    case raise
    /// What is between two texts, and these, is left out.
    case cut(from: String, upTo: String)
    /// The file is not there.
    case remove
    /// Two texts change places.
    case swap(String, String)
  }

  enum Judge: Equatable {
    /// The build, by a rule: an author, a theme or a template could have made this.
    case build(String)
    /// The proof of placement: only Cardshelf could have.
    case proof(PlacementFault.Kind)
  }

  let name: String
  let file: File
  let anchors: [String]
  let change: Change
  /// The rule by which the build refused this while the proof of placement was part of it.
  let before: String
  let judge: Judge

  var testDescription: String { name }

  /// - Parameter anchors: texts, each of which is looked for behind the one before.
  init(
    _ name: String, _ file: File, at anchors: String..., change: Change, before: String, by judge: Judge
  ) {
    self.init(name, file, anchors: anchors, change, before, judge)
  }

  init(_ name: String, _ file: File, anchors: [String], _ change: Change, _ before: String, _ judge: Judge) {
    (self.name, self.file, self.anchors, self.change) = (name, file, anchors, change)
    (self.before, self.judge) = (before, judge)
  }

  /// A fault that the build finds by the same rule as before.
  init(_ rule: String, _ file: File, _ old: String, _ new: String) {
    self.init(
      "\(file.rawValue): \(old) -> \(new)", file, change: .replace(old, with: new), before: rule, by: .build(rule))
  }

  /// The changed bytes; none if the file is removed, nil if what is to be changed is not there.
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

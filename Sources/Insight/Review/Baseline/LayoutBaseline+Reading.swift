public import Diagnostics

extension LayoutBaseline {
  /// Reads a file in UTF-8.
  ///
  /// - Throws: a finding if git could not merge the file, or if it is incomplete or something else.
  /// - Complexity: O(bytes)
  public init(_ source: SourceText) throws(Diagnostic) {
    parts = []
    var known: Set<BaselineKey> = []
    var isComplete = false
    var offset = 0
    for (number, bytes) in source.bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
      let range = SourceRange(offset, offset + bytes.count)
      offset = range.upper + 1
      // A checkout may add carriage returns.
      let line = String(decoding: bytes.last == 0x0D ? bytes.dropLast() : bytes, as: UTF8.self)
      if number == 0 {
        guard line.hasPrefix(Self.heading) else { throw .notABaseline(at: range, in: source) }
        continue
      }
      if Self.conflictMarks.contains(where: line.hasPrefix) { throw .baselineConflict(at: range, in: source) }
      if line.isEmpty { continue }
      isComplete = line == Self.ending
      if isComplete { continue }
      guard let part = BaselinePart(line: line) else { throw .baselineLine(at: range, in: source) }
      // Two branches may have added the same card.
      guard known.insert(part.key).inserted else { throw .baselineConflict(at: range, in: source) }
      parts.append(part)
    }
    guard isComplete else { throw .baselineIncomplete(in: source) }
  }

  private static let conflictMarks = ["<<<<<<< ", "||||||| ", "=======", ">>>>>>> "]
}

/// What distinguishes a part from all others.
struct BaselineKey: Hashable {
  let kind: BaselinePart.PartKind
  let name: String
}

extension BaselinePart {
  var key: BaselineKey { BaselineKey(kind: kind, name: name) }
}

extension Diagnostic {
  fileprivate static func notABaseline(at range: SourceRange, in source: SourceText) -> Diagnostic {
    unreadable("this is not a baseline of this version", at: range, in: source)
  }

  fileprivate static func baselineLine(at range: SourceRange, in source: SourceText) -> Diagnostic {
    unreadable("this is not a line of a baseline, such as 'shelf 8f3a1c92d4e0bb12 planets'", at: range, in: source)
  }

  fileprivate static func baselineIncomplete(in source: SourceText) -> Diagnostic {
    unreadable(
      "the end of the baseline is missing", at: SourceRange(source.bytes.count, source.bytes.count), in: source)
  }

  private static func unreadable(_ message: String, at range: SourceRange, in source: SourceText) -> Diagnostic {
    Diagnostic(
      .error, Rule("baseline-unreadable", fault: .cannotRun), message, at: range, in: source,
      help: "restore it with git, or review the layout and write it again with: cardshelf approve")
  }

  fileprivate static func baselineConflict(at range: SourceRange, in source: SourceText) -> Diagnostic {
    Diagnostic(
      .error, Rule("baseline-conflict", fault: .cannotRun), "git could not merge the baseline here", at: range,
      in: source, help: "review the layout, and write the baseline again with: cardshelf approve")
  }
}

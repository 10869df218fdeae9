/// A file below Tests/Golden with an expected result.
package struct GoldenFile {
  private let name: String

  package init(_ name: String) { self.name = "Tests/Golden/" + name }

  /// Where a text differs from the file; nil if it does not. The text is written beside the file, as `.new`.
  ///
  /// A missing file is written and counts as a difference, so that someone reads it before it is committed.
  package func difference(from text: String) throws -> String? {
    guard let golden = Folder.project.text(of: name) else {
      try Folder.project.write(text, to: name)
      return "\(name) was missing; it is written now: read it and run again"
    }
    if golden == text { return nil }
    try Folder.project.write(text, to: name + ".new")
    let pairs = zip(
      golden.split(separator: "\n", omittingEmptySubsequences: false),
      text.split(separator: "\n", omittingEmptySubsequences: false))
    let line = pairs.enumerated().first { $0.element.0 != $0.element.1 }
    let place = line.map { "line \($0.offset + 1)\n  was \($0.element.0)\n  is  \($0.element.1)" } ?? "the length"
    return "\(name) differs from \(name).new in \(place)"
  }
}

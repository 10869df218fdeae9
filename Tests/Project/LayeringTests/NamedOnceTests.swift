import TestSupport
import Testing

/// What can be added has few places: a name that many files know would have to be taught to each of them.
struct NamedOnceTests {
  /// The files that may name something, with the reason; no other file of `Sources` does.
  @Test(arguments: [
    // Its rules, and the list of all.
    ("waterfall", ["CardWaterfall.swift", "standardArrangements.swift"]),
    // Its declaration, its text style, and the columns of tables and keys of other programs that are probably it.
    ("eyebrow", ["FieldGuess.swift", "KeySurvey.swift", "SlotTable.swift", "Theme+Defaults.swift"]),
  ])
  func onlyTheseFilesName(_ name: String, _ files: [String]) throws {
    let sources = try SourceTree().sources().filter { $0.text.contains("\"\(name)\"") || $0.text.contains(".\(name)") }
    #expect(sources.map { String($0.path.split(separator: "/").last ?? "") }.sorted() == files)
  }

  /// An index that may be none is an optional, or an `OptionalIndex`.
  @Test func noNumberStandsForNone() throws {
    let sources = try SourceTree().sources().filter {
      $0.text.contains(/(?:-|−)1 (?:is none|is free|if there (?:is|are) none)/)
    }
    #expect(sources.map(\.path) == [])
  }
}

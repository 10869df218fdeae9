import SampleSites
import TestSupport
import Testing

/// A beginner's mistake in a small site, its finding, and the site after following the help.
struct Mistake: Sendable, CustomTestStringConvertible {
  enum Change: Sendable {
    case text(String)
    /// Changes the theme that comes with Cardshelf.
    case replacing(String, with: String)
    case appended(String)
    case gone
  }

  let name: String
  let wrong: [String: Change]
  /// The place, severity and rule of the only finding. In a change of the theme, `«»` marks the place.
  let finding: String
  /// A part of the message or of the help.
  let says: String
  let mended: [String: Change]

  init(_ name: String, wrong: [String: Change], _ finding: String, says: String, mended: [String: Change]) {
    self.name = name
    self.wrong = wrong
    self.finding = finding
    self.says = says
    self.mended = mended
  }

  init(_ name: String, in path: String, _ wrong: String, _ finding: String, says: String, _ mended: String) {
    self.init(
      name, wrong: [path: .text(wrong)], path + (finding.hasPrefix(":") ? "" : ":") + finding, says: says,
      mended: [path: .text(mended)])
  }

  var testDescription: String { name }

  static let all = syntax + dialect + value + card + folder + shelf + settings + theme

  /// Two shelves, three cards, two images.
  static let site = """
    -- Content/_index.md --
    ---
    title: Home
    ---
    -- Content/one/_index.md --
    ---
    title: One
    ---
    -- Content/one/a.md --
    ---
    title: A
    ---
    Text.
    -- Content/one/b.md --
    ---
    title: B
    ---
    Text.
    -- Content/one/moon.svg --
    <svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>
    -- Content/two/c.md --
    # C
    -- Content/two/sun.svg --
    <svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>
    """
}

extension SampleSite {
  func make(_ changes: [String: Mistake.Change]) throws {
    for (path, change) in changes {
      switch change {
      case .text(let text): try folder.write(text, to: path)
      case .replacing, .appended: try folder.write(Self.changed(path, by: change).replacing("«»", with: ""), to: path)
      case .gone: try folder.remove(path)
      }
    }
  }

  /// Returns `:8:3`, or nothing if no place is marked.
  static func markedPlace(of changes: [String: Mistake.Change]) throws -> String {
    for (path, change) in changes {
      let text = try changed(path, by: change)
      guard let mark = text.firstRange(of: "«»") else { continue }
      let lines = text[..<mark.lowerBound].split(separator: "\n", omittingEmptySubsequences: false)
      return ":\(lines.count):\((lines.last?.count ?? 0) + 1)"
    }
    return ""
  }

  private static func changed(_ path: String, by change: Mistake.Change) throws -> String {
    switch change {
    case .replacing(let old, let new):
      let text = try #require(themeFile(path))
      let range = try #require(text.firstRange(of: old))
      return text[..<range.lowerBound] + new + text[range.upperBound...]
    case .appended(let more): return try #require(themeFile(path)) + "\n" + more
    case .text, .gone: return ""
    }
  }

  /// The file in the repository.
  private static func themeFile(_ path: String) -> String? { Folder.project.text(of: path) }
}

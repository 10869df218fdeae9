package import Arrangements
package import Diagnostics
package import SiteBuild
package import TestSupport

/// A site in a temporary folder, made from a text that contains its files. The theme is the repository's own.
///
/// A line `-- path --` begins a file. `«rule|text»` in a file stands for the text, and expects a finding of that rule
/// at exactly that range.
package struct SampleSite {
  package let folder: Folder
  /// Expected findings in the form of `drawn`.
  package private(set) var expected: [String] = []

  package init(_ text: String, theme: String = "storefront", settings: String? = "title: Sample\n") throws {
    folder = try Folder.temporary()
    if let settings { try folder.write(settings, to: "cardshelf.yml") }
    try folder.writeStorefront(named: theme)
    for (path, content) in Self.files(in: text) {
      let (plain, places) = Self.placed(content)
      try folder.write(plain, to: path)
      expected += places.map { "\(path):\($0.position) [\($0.rule)] \($0.text)" }
    }
  }

  package static func with<Result: Sendable>(
    _ text: String, theme: String = "storefront", settings: String? = "title: Sample\n",
    _ body: (SampleSite) async throws -> Result
  ) async throws -> Result {
    let site = try SampleSite(text, theme: theme, settings: settings)
    defer { site.folder.remove() }
    return try await body(site)
  }

  package func build(
    output: String? = nil, drafts: Bool = false, jobs: Int = 1, strict: Bool = false,
    textSize: TextSizeCategory? = nil
  ) async -> BuildResult {
    await buildSite(
      BuildOptions(
        root: folder.path, output: output, includesDrafts: drafts, jobs: jobs, isStrict: strict,
        textSize: textSize))
  }

  /// Everything in Output except the manifest.
  package func output(_ name: String = "Output") -> [String: String?] {
    folder.tree(below: name).filter { !$0.key.contains("/.cardshelf") }
  }

  package func page(_ path: String = "index.html") throws -> String {
    guard let text = folder.text(of: "Output/" + path) else { throw Folder.Failure(what: "no page \(path)") }
    return text
  }

  // MARK: Reading the text

  private static func files(in text: String) -> [(path: String, content: String)] {
    var files: [(path: String, content: String)] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("-- "), line.hasSuffix(" --") {
        files.append((String(line.dropFirst(3).dropLast(3)), ""))
      } else if !files.isEmpty {
        files[files.count - 1].content += line + "\n"
      }
    }
    return files
  }

  private static func placed(_ text: String) -> (text: String, places: [(position: String, rule: String, text: String)])
  {
    var plain = ""
    var places: [(position: String, rule: String, text: String)] = []
    var rest = text[...]
    while let start = rest.firstIndex(of: "«"), let bar = rest[start...].firstIndex(of: "|"),
      let end = rest[bar...].firstIndex(of: "»")
    {
      plain += rest[..<start]
      let line = plain.split(separator: "\n", omittingEmptySubsequences: false)
      let marked = String(rest[rest.index(after: bar)..<end])
      places.append(
        ("\(line.count):\((line.last?.count ?? 0) + 1)", String(rest[rest.index(after: start)..<bar]), marked))
      plain += marked
      rest = rest[rest.index(after: end)...]
    }
    return (plain + rest, places)
  }
}

extension Diagnostic {
  /// The place, the rule and the marked text.
  package var drawn: String {
    guard let position, let excerpt else { return "\(path) [\(rule.name)]" }
    let span = excerpt.line.dropFirst(excerpt.offset).prefix(excerpt.length)
    return "\(path):\(position.line):\(position.column) [\(rule.name)] \(span)"
  }
}

import FoundationEssentials

/// An example in the `spec.json` of the CommonMark specification.
struct SpecificationExample: Decodable, CustomStringConvertible {
  let example: Int
  let section: String
  let markdown: String
  let html: String

  var description: String { "example \(example) (\(section)): \(markdown.debugDescription)" }

  struct Missing: Error, CustomStringConvertible {
    let description: String
  }

  /// The examples from a package on this machine; we may not publish them.
  ///
  /// `COMMONMARK_SPEC` names another `spec.json`, for systems without that package and for other versions.
  static func all() throws -> [SpecificationExample] {
    let chosen = ProcessInfo.processInfo.environment["COMMONMARK_SPEC"]
    let places = chosen.map { [$0] } ?? ["/usr/share/gocode/src/github.com/yuin/goldmark/_test/spec.json"]
    guard let place = places.first(where: { FileManager.default.fileExists(atPath: $0) }) else {
      throw Missing(
        description: """
          the examples of the CommonMark specification are not at \(places.joined(separator: " or ")); \
          run `.ci/install-dependencies spec`, or set COMMONMARK_SPEC to the path of a spec.json \
          (https://spec.commonmark.org/0.30/spec.json)
          """)
    }
    return try JSONDecoder().decode([SpecificationExample].self, from: Data(contentsOf: URL(filePath: place)))
  }
}

/// An example of a library: a block of Swift in a document, and the block after it.
package struct DocumentedExample: Equatable {
  /// A whole file: imports, and what a program does.
  var code: String
  /// The text that it prints.
  var output: String

  /// Compares the code of a library's documents with that of a test, which stands between the remarks `// Example` and
  /// `// End`.
  ///
  /// - Parameters:
  ///   - output: what the code in the test printed.
  ///   - test: the path of its source file.
  /// - Returns: what the README or the reference shows, and no test compiles or prints.
  package static func faults(of library: String, printing output: String, in test: String = #filePath) throws
    -> [String]
  {
    let examples = try ["README.md", "Sources/Layout/\(library)/\(library).docc/\(library).md"].map { document in
      let examples = all(of: library, in: try text(of: document, in: .project))
      guard let example = examples.first, examples.count == 1 else {
        throw Folder.Failure(what: "\(document) has \(examples.count) examples of \(library), not one")
      }
      return example
    }
    let compiled = try compiledCode(in: text(of: String(test.dropFirst()), in: Folder(path: "")))
    var faults: [String] = []
    for example in examples {
      if example.body != compiled { faults.append("no test compiles\n\(example.body)") }
      if example.output != output { faults.append("the test does not print\n\(example.output)") }
    }
    if examples[0] != examples[1] { faults.append("the README and the reference have other examples") }
    return faults
  }

  private static func text(of path: String, in folder: Folder) throws -> String {
    guard let text = folder.text(of: path) else { throw Folder.Failure(what: "read \(path)") }
    return text
  }

  /// The code without its imports, which are elsewhere in a test.
  private var body: String {
    trimmed(code.split(separator: "\n", omittingEmptySubsequences: false).filter { !$0.hasPrefix("import ") })
  }

  /// All blocks of Swift but manifests, and examples of the other library.
  static func all(of library: String, in text: String) -> [DocumentedExample] {
    // Every other part is inside a fence, and begins with the name of its language.
    let parts = text.split(separator: "```", omittingEmptySubsequences: false)
    let blocks = stride(from: 1, to: parts.count, by: 2).map { parts[$0] }
    let others = ["Arrangements", "PackageDescription", "TextLayout"].filter { $0 != library }
    return zip(blocks, blocks.dropFirst() + [""]).compactMap { block, next in
      guard block.hasPrefix("swift\n") else { return nil }
      let code = block.dropFirst("swift\n".count)
      if others.contains(where: { code.contains("import \($0)\n") }) { return nil }
      return DocumentedExample(code: String(code), output: next.hasPrefix("\n") ? String(next.dropFirst()) : "")
    }
  }

  private static func compiledCode(in text: String) throws -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard let start = lines.firstIndex(where: { $0.hasSuffix("  // Example") }),
      let end = lines[start...].firstIndex(where: { $0.hasSuffix("  // End") })
    else { throw Folder.Failure(what: "find the example of a test") }
    let margin = lines[start].prefix { $0 == " " }.count
    return trimmed(lines[start + 1..<end].map { $0.dropFirst(margin) })
  }
}

/// Lines without the blank ones at their ends.
private func trimmed(_ lines: [Substring]) -> String {
  let start = lines.firstIndex { !$0.isEmpty } ?? lines.endIndex
  let end = lines.lastIndex { !$0.isEmpty } ?? lines.startIndex
  return start <= end ? lines[start...end].joined(separator: "\n") : ""
}

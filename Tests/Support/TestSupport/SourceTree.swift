/// A Swift source of a target.
package struct TargetSource {
  package let target: String
  package let path: String
  package var text: String
}

/// The package's own text.
package struct SourceTree {
  package init() {}

  package func manifest() throws -> String { try text(of: "Package.swift") }

  /// All Swift sources that are not tests.
  package func sources() throws -> [TargetSource] {
    try Folder.project.names(in: "Sources").flatMap { group in
      try Folder.project.names(in: "Sources/" + group).flatMap { target in
        try swiftFiles(below: "Sources/\(group)/\(target)").map { path in
          TargetSource(target: target, path: path, text: try text(of: path))
        }
      }
    }
  }

  private func swiftFiles(below folder: String) -> [String] {
    Folder.project.tree(below: folder).keys.filter { $0.hasSuffix(".swift") }.sorted()
  }

  private func text(of path: String) throws -> String {
    guard let text = Folder.project.text(of: path) else { throw Folder.Failure(what: "read \(path)") }
    return text
  }
}

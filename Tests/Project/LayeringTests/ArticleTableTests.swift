import TestSupport
import Testing

/// `Documentation/Articles.md` names a test for all that the articles ask for.
struct ArticleTableTests {
  @Test func everyRowIsHeldByATest() throws {
    let document = try #require(Folder.project.text(of: "Documentation/Articles.md"))
    let rows = document.split(separator: "\n").filter { $0.hasPrefix("| ") && !$0.hasPrefix("| asks") }
    #expect(rows.count > 35)
    let tests = Folder.project.tree(below: "Tests").filter { $0.key.hasSuffix("Tests.swift") }.compactMapValues { $0 }
    for row in rows {
      let names = row.split(separator: "|").last.map { $0.matches(of: /`([A-Za-z]+)\.([A-Za-z]+)`/) } ?? []
      #expect(!names.isEmpty, "\(row)")
      for name in names {
        let isTest = tests.contains { path, text in
          path.hasSuffix("/\(name.1).swift") && text.contains("func \(name.2)(")
        }
        #expect(isTest, "\(name.1).\(name.2)")
      }
    }
  }
}

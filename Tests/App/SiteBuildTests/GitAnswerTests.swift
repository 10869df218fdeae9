import Testing

@testable import SiteBuild

/// What git answers is taken apart by its bytes, in pieces of any size.
struct GitAnswerTests {
  private static let hash = String(repeating: "0a", count: 20)
  private static let answers: [(answer: String, name: String?)] = [
    ("\(hash)\n", hash), ("--end-of-options\n\(hash)\n", hash),
    ("\(hash)\(hash.prefix(24))\n", "\(hash)\(hash.prefix(24))"),
    (hash.uppercased(), hash.uppercased()), ("", nil), ("\(hash.dropLast())\n", nil), ("\(hash)0\n", nil),
    ("\(hash.dropLast())g\n", nil),
    // Full-width digits are digits too, and are three bytes each.
    ("\(hash.prefix(37))\u{FF10}", nil), ("\(hash.prefix(38))\u{E9}", nil),
  ]

  @Test(arguments: answers)
  func namesOfObjectsAreDigitsOfASCII(answer: String, name: String?) {
    #expect(GitView.objectName(in: Array(answer.utf8)) == name)
  }

  @Test(arguments: [1, 7, 1 << 13, 1 << 20])
  func listingsDoNotDependOnPieces(size: Int) throws {
    let long = String(repeating: "x", count: 1 << 13)
    for (path, isListed) in [("site/a", true), ("site/" + long, false)] {
      var tree = GitTree(prefix: "site/", digitCount: 40)
      let bytes = Array("100644 blob \(Self.hash)       3\t\(path)\0".utf8)
      var isRefused = false
      do throws(GitFault) {
        for start in stride(from: 0, to: bytes.count, by: size) {
          try tree.take(bytes[start..<min(bytes.count, start + size)])
        }
        try tree.finish()
      } catch {
        isRefused = true
      }
      #expect(isRefused != isListed)
      #expect(tree.files.map(\.path.text) == (isListed ? ["a"] : []))
    }
  }

  @Test func listingsHaveAnEnd() {
    for line in ["100644 blob \(Self.hash) 3\tsite/a\0" + "100644", ""] {
      var tree = GitTree(prefix: "site/", digitCount: 40)
      #expect(throws: GitFault.self) {
        try tree.take(Array(line.utf8)[...])
        try tree.finish()
      }
    }
  }
}

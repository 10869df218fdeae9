import SiteValidation
import Testing

@testable import SiteBuild

struct OutputManifestTests {
  private func file(_ path: String, _ text: String) throws -> OutputFile {
    let bytes = Array(text.utf8)
    var file = try #require(OutputFile(SiteFile(path: path, bytes: bytes)))
    file.hash = contentHash(bytes)
    return file
  }

  @Test func writesSortedTextThatCanBeRead() throws {
    let manifest = OutputManifest(of: [try file("b.html", "b"), try file("a b/é.css", ""), try file("a-b", "")])
    let empty = contentHash([])
    #expect(
      String(decoding: manifest.bytes, as: UTF8.self) == """
        cardshelf-manifest 1
        \(empty) a b/é.css
        \(empty) a-b
        \(contentHash([0x62])) b.html

        """)
    #expect(OutputManifest(bytes: manifest.bytes) == manifest)
    #expect(OutputManifest(bytes: OutputManifest().bytes) == OutputManifest())
  }

  @Test func namesWhatARunMayHaveLeft() throws {
    var manifest = OutputManifest(of: [try file("a", "a"), try file("b", "b")])
    manifest.earlier[try #require(RelativePath("b"))] = ["2", "1", OutputState.nothing]
    let text = String(decoding: manifest.bytes, as: UTF8.self)
    #expect(text.hasSuffix("\n\(contentHash([0x61])) a\n\(contentHash([0x62])),-,1,2 b\n"))
    #expect(OutputManifest(bytes: manifest.bytes) == manifest)
  }

  @Test(arguments: [
    "", "\n", "cardshelf-manifest 1", "cardshelf-manifest 2\n", "cardshelf-manifest 1\n\n",
    "cardshelf-manifest 1\nhash\n", "cardshelf-manifest 1\nhash a.html", "cardshelf-manifest 1\nhash ../a.html\n",
    "cardshelf-manifest 1\nhash /etc/passwd\n", "cardshelf-manifest 1\n a.html\n",
    "cardshelf-manifest 1\nhash, a.html\n", "cardshelf-manifest 1\n,hash a.html\n",
    "cardshelf-manifest 1\nhash,,hash a.html\n",
    "cardshelf-manifest 1\nhash .cardshelf.lock\n", "cardshelf-manifest 1\nhash a\tb\n",
    "cardshelf-manifest 1\nhash \(String(repeating: "a/", count: OutputFile.mostNames))b\n",
  ])
  func otherTextIsRefused(text: String) {
    #expect(OutputManifest(bytes: Array(text.utf8)) == nil)
  }

  @Test func detectsEveryDamagedByte() throws {
    let manifest = OutputManifest(of: [try file("a.html", "a"), try file("b/c.css", "b")])
    let bytes = manifest.bytes
    for index in bytes.indices {
      #expect(OutputManifest(bytes: Array(bytes[..<index])) != manifest)
      var broken = bytes
      broken[index] = 0xFF
      #expect(OutputManifest(bytes: broken) == nil)
    }
  }
}

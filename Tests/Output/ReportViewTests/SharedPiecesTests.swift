import Testing

@testable import Pages

struct SharedPiecesTests {
  @Test func linesAreStoredOnce() {
    var pieces = SharedPieces()
    #expect(pieces.runs(of: Array("a\nb\nc".utf8)) == [0, 3])
    #expect(pieces.runs(of: Array("a\nx\nb\nc".utf8)) == [0, 1, 3, 1, 1, 2])
    #expect(pieces.runs(of: Array("a\na\n".utf8)) == [0, 1, 0, 1])
    #expect(pieces.runs(of: []) == [])
    #expect(pieces.pieces == ["a\n", "b\n", "c", "x\n"])
  }

  @Test func longElementsAreStoredOnce() {
    var pieces = SharedPieces()
    let (title, tags) = ("<h3 class=\"title\">Saturn</h3>", "<ul class=\"tags\"><li>rings</li></ul>")
    #expect(pieces.runs(of: Array((title + tags).utf8)) == [0, 3])
    #expect(pieces.runs(of: Array(("<h3 class=\"title\">Jupiter</h3>" + tags).utf8)) == [3, 1, 1, 2])
    #expect(pieces.pieces.joined() == title + tags + "<h3 class=\"title\">Jupiter</h3>")
  }

  @Test(arguments: [
    ("<img src=\"a.png\"/>", ["a.png"]),
    ("<img alt=\"src=\" src=\"../x/b.svg\"/><img src=\"c\"/>", [" src=", "b.svg", "c"]),
    ("no image", []), ("src=\"", []), ("<img src=\"\"/>", []),
  ])
  func imagesAreFoundByTheirAddresses(markup: String, names: [String]) {
    #expect(imageNames(in: Array(markup.utf8)) == names)
  }
}

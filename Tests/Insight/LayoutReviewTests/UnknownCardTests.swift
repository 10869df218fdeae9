import Diagnostics
import Review
import Testing

struct UnknownCardTests {
  @Test(arguments: [
    ("sky/satrn", "did you mean sky/saturn?"), ("satrn", "did you mean sky/saturn?"),
    ("saturn", "did you mean sky/saturn?"), ("other/saturn", "did you mean sky/saturn?"),
    ("zzzzzzzz", "name a card by its id, such as sky/saturn, or by its file; drafts need --drafts"),
  ])
  func suggestsSimilarCards(name: String, help: String) {
    #expect(Diagnostic.unknownCard(name, known: ["sky/saturn", "sky/mars"]).help == help)
  }
}

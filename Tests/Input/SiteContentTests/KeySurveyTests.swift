import Content
import Diagnostics
import Testing

/// Which keys of other programs give which keys of cards.
struct KeySurveyTests {
  /// Of two spellings of a name, the one of most files counts, and of equally many, the first by its characters.
  @Test(arguments: [
    (["heroImage", "hero_image", "heroImage"], "heroImage"), (["hero_image", "heroImage", "hero_image"], "hero_image"),
    (["hero_image", "heroImage"], "heroImage"),
  ])
  func twoSpellings(keys: [String], counts: String) {
    var survey = KeySurvey()
    for key in keys { survey.add(SourceText(path: "Content/a.md", text: "---\n\(key): a.png\n---\n")) }
    #expect(survey.guesses.map(\.key) == ["image"])
    #expect(survey.guesses.flatMap(\.sources) == [counts])
  }
}

import Diagnostics
import Testing

@testable import Content

/// Values as other programs and people write them.
struct OtherNotationTests {
  private func read(
    _ text: String, _ policy: FrontMatterPolicy = FrontMatterPolicy()
  ) -> (card: Card, rules: [String]) {
    var sink = DiagnosticSink()
    var draft = CardDraft(
      SourceText(path: "Content/notes/a.md", text: text), slots: .standard, policy: policy, into: &sink)
    draft.parseBody(into: &sink)
    let card = draft.finish(into: &sink)
    return (card, sink.diagnostics.map(\.rule.name))
  }

  @Test(arguments: [
    ("11 Oct 2023", "2023-10-11"), ("Oct 11, 2023", "2023-10-11"), ("October 11 2023", "2023-10-11"),
    ("March 3rd, 2020", "2020-03-03"), ("3 march 2020", "2020-03-03"), ("11-Oct-2023", "2023-10-11"),
    ("Wed, 11 Oct 2023 10:00:00 +0200", "2023-10-11"), ("Sept. 1, 2020", "2020-09-01"), ("2020 May 1", "2020-05-01"),
    ("2020-03-02 10:00", "2020-03-02"), ("2020-3-2", "2020-03-02"), ("2020/3/2 9:05", "2020-03-02"),
    ("2020.03.02", "2020-03-02"), ("Jul 08 2022", "2022-07-08"), ("2020-03-02T10:00:00.000Z", "2020-03-02"),
    ("July 4, 2020 at 10:30 PM", "2020-07-04"),
  ])
  func datesThatAreRead(written: String, day: String) throws {
    #expect(try CalendarDate.reading(written) == CalendarDate(day), "\(written)")
  }

  @Test(arguments: [
    "", "soon", "Oct 2023", "11 2023", "31 Feb 2020", "Oct 41, 2023", "03/02/2020", "2020-13-01", "11 Oct 23",
    "May I come in 2020?", "1 of May 2020", "2020-3-2-1", "the 3rd of March", "٢٠٢٠-3-2",
  ])
  func datesThatAreNot(written: String) {
    #expect(throws: CalendarDate.Problem.self, "\(written)") { try CalendarDate.reading(written) }
  }

  /// Texts that begin like metadata.
  @Test(arguments: [
    "Note: hello\n\nText.\n", "Author: Kim\n\nText.\n", "https://example.org: a\n", "Title\n\nText: more\n",
    "Date: Monday\nPlace: the hall\n\nText.\n", "Title: a\nand a line of text\n\nText.\n", "  Title: a\n\nText.\n",
    "Title:a\n\nText.\n",
  ])
  func textsThatAreNoMetadata(text: String) {
    #expect(readFrontMatter(SourceText(path: "a.md", text: text)) == nil, "\(text)")
  }

  @Test func metadataHasRangesAndABody() throws {
    let text = "\u{FEFF}Title:   A title  \r\nTags: x, y\r\nAuthors: Kim; Sam\r\n\r\nText.\r\n"
    let (card, rules) = read(text, FrontMatterPolicy(isForOtherPrograms: true))
    #expect(card.title?.text == "A title" && card.tags.map(\.text) == ["x", "y"] && card.body.blocks.count == 1)
    #expect(rules == ["unknown-key"])
    let title = try #require(card.title)
    #expect(card.source.text(in: title.range) == "A title")
  }

  @Test(arguments: [
    ("en_US", "en-US"), ("zh_TW", "zh-TW"), ("pt-br", "pt-br"), ("EN", "EN"),
  ])
  func languages(written: String, tag: String) {
    let (card, rules) = read("---\ntitle: A\nlang: \(written)\n---\n")
    #expect(card.writtenLanguage?.text == tag && rules == [])
  }

  @Test(arguments: [("1.5", 1.5), ("\"5\"", 5), ("-3", -3), ("'0.25'", 0.25), ("-0.5", -0.5)])
  func weights(written: String, weight: Double) {
    let (card, rules) = read("---\ntitle: A\nweight: \(written)\n---\n")
    #expect(card.weight == weight && rules == [])
  }

  @Test(arguments: ["1000000.5", "-1000000.5", "1,5", "high", "1e2", "[1.5]"]) func noWeights(written: String) {
    let (card, rules) = read("---\ntitle: A\nweight: \(written)\n---\n")
    #expect(card.weight == nil && rules.count == 1, "\(rules)")
  }

  static let tags: [(written: String, others: [String], own: [String])] = [
    ("tags: oats quick", ["oats", "quick"], ["oats quick"]),
    ("tags: oats, quick food", ["oats", "quick food"], ["oats", "quick food"]),
    ("tags: \"oats quick\"", ["oats quick"], ["oats quick"]), ("tags: [a,,b]", ["a", "b"], ["a", "b"]),
    ("tags: [a, , b ,]", ["a", "b"], ["a", "b"]), ("taxonomies: { tags: [a, b] }", ["a", "b"], ["a", "b"]),
    ("tags: [c]\ntaxonomies: { tags: [a, b] }", ["c"], ["c"]), ("taxonomies: { categories: [a] }", ["a"], ["a"]),
  ]

  @Test(arguments: tags) func tagsOfOtherPrograms(written: String, others: [String], own: [String]) {
    let text = "---\ntitle: A\n\(written)\n---\n"
    let other = read(text, FrontMatterPolicy(isForOtherPrograms: true))
    #expect(other.card.tags.map(\.text) == others && other.rules == [], "\(written)")
    let (card, rules) = read(text)
    #expect(card.tags.map(\.text) == own && rules == [], "\(written)")
  }

  @Test(arguments: [
    ("notes/2018-04-02--x.md", "x"), ("notes/2018-04-02-x.md", "x"), ("notes/2018-04-02 - x.md", "x"),
    ("notes/2018-04-02-.md", "2018-04-02-"),
  ])
  func namesBehindDates(path: String, name: String) {
    #expect(Card(source: SourceText(path: "Content/" + path, text: "")).writtenName == name)
  }

  @Test(arguments: [("Meat_dish", "Meat dish"), ("field-notes", "Field notes"), ("_", "_"), ("a__b", "A b")])
  func titlesOfNames(name: String, title: String) { #expect(titleFromName(name) == title) }

  @Test(arguments: [
    ("C&oacute;mo", "Cómo"), ("a &amp; b", "a & b"), ("&#8211;&#x2013;", "––"), ("&hellip;", "…"),
  ])
  func entities(written: String, text: String) { #expect(HTMLText.resolved(written) == text) }

  @Test(arguments: ["a & b", "&", "&;", "&nosuch;", "&#0;", "&#1;", "a;&b", "&am p;"])
  func noEntities(text: String) { #expect(HTMLText.resolved(text) == nil) }

  /// A sentence of each language, repeated.
  @Test(arguments: [
    ("en", "The soup is on the table and it smells of bread, which is what you want from it."),
    ("de", "Die Suppe ist auf dem Tisch und das Brot mit der Butter ist nicht für den Hund."),
    ("fr", "La soupe est sur la table et les enfants ne veulent pas du pain dans une assiette."),
    ("es", "La sopa y el pan son para los que llegan por la noche con una bolsa del mercado."),
    ("pt", "A sopa não é para os que chegam com uma bolsa do mercado, mas é mais quente."),
    ("it", "Il pane è della nonna e la zuppa non è per gli ospiti che sono con una torta."),
    ("nl", "De soep is op het vuur en dat is niet voor een hond, maar voor je zijn oma."),
    ("sv", "Soppan och brödet är på bordet, som inte är av trä, för det är ett av de fina."),
    ("pl", "Zupa nie jest dla psa, ale to się zdarza, że chleb i ser są na stole od rana."),
    ("tr", "Bu çorba ve ekmek için bir masa var, ama çok sıcak olarak gibi daha güzel."),
    ("ru", "Суп стоит на столе, и хлеб был бы вкуснее, если бы это было утро."),
    ("uk", "Суп стоїть на столі, і хліб був би смачнішим, якби це був ранок її дня."),
    ("zh", "把水煮开，加入面条，再煮五分钟，最后放盐和葱花。"), ("ja", "お湯を沸かして、麺を入れて、五分ほど煮ます。"),
    ("ko", "물을 끓이고 면을 넣고 오 분 동안 끓인 다음 소금을 넣습니다."), ("el", "Η σούπα είναι στο τραπέζι και το ψωμί είναι ζεστό."),
    ("he", "המרק על השולחן והלחם חם מאוד הבוקר."), ("ar", "الحساء على الطاولة والخبز ساخن جدا هذا الصباح."),
    ("fa", "سوپ روی میز است و نان گرم است، پس بچه‌ها چای و پنیر می‌خورند."), ("th", "ซุปอยู่บนโต๊ะและขนมปังร้อนมาก"),
    ("hi", "सूप मेज पर है और रोटी गरम है।"),
  ])
  func languagesOfTexts(tag: String, sentence: String) {
    var guess = LanguageGuess()
    let text = "---\ntitle: x\n---\n```\nlet code = value\n```\n" + String(repeating: sentence + "\n", count: 12)
    guess.add(SourceText(path: "a.md", text: text))
    #expect(guess.language == tag)
  }

  @Test(arguments: ["", "x", String(repeating: "qwxz jkvb ", count: 50), "Ein Wort, zwei words, trois mots"])
  func noLanguage(text: String) {
    var guess = LanguageGuess()
    guess.add(SourceText(path: "a.md", text: text))
    #expect(guess.language == nil)
  }
}

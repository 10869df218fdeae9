extension Mistake {
  /// Syntax that other Markdown programs support.
  static let dialect: [Mistake] = [
    Mistake(
      "a table in a text",
      in: "Content/one/a.md", "# A\n\n| a | b |\n|---|---|\n| 1 | 2 |\n",
      "3:1: warning [foreign-syntax]",
      says: "write a list, or a data file with a card in each row",
      "# A\n\n- a: 1\n- b: 2\n"),
    Mistake(
      "tasks in a list",
      in: "Content/one/a.md", "# A\n\n- [x] one\n- [ ] two\n",
      "3:3: warning [foreign-syntax]",
      says: "write ☐ or ☑ instead of the brackets",
      "# A\n\n- ☑ one\n- ☐ two\n"),
    Mistake(
      "text that is struck through",
      in: "Content/one/a.md", "# A\n\nIt was ~~hot~~ cold.\n",
      "3:8: warning [foreign-syntax]",
      says: "write <s>hot</s>",
      "# A\n\nIt was <s>hot</s> cold.\n"),
    Mistake(
      "a footnote",
      in: "Content/one/a.md", "# A\n\nIt was cold[^1].\n\n[^1]: Ten degrees.\n",
      "3:12: warning [foreign-syntax]",
      says: "put the note into the text, in parentheses",
      "# A\n\nIt was cold (ten degrees).\n"),
    Mistake(
      "a footnote of one word",
      in: "Content/one/a.md", "# A\n\nIt was cold[^c].\n\n[^c]: Very.\n",
      "3:12: warning [foreign-syntax]",
      says: "put the note into the text, in parentheses",
      "# A\n\nIt was cold (very).\n"),
    Mistake(
      "a link of a wiki",
      in: "Content/one/a.md", "# A\n\nSee [[b|the other]].\n",
      "3:5: warning [foreign-syntax]",
      says: "write [the other](path from this file.md)",
      "# A\n\nSee [the other](b.md).\n"),
    Mistake(
      "a shortcode",
      in: "Content/one/a.md", "# A\n\n{{< figure src=\"moon.svg\" >}}\n",
      "3:1: warning [foreign-syntax]",
      says: "an image as ![what it shows](file)",
      "# A\n\n![the moon](moon.svg)\n"),
    Mistake(
      "attributes of a picture",
      in: "Content/one/a.md", "# A\n\n![the moon](moon.svg){: .wide width=\"30\"}\n",
      "3:22: warning [foreign-syntax]",
      says: "only the width has an effect",
      "# A\n\n![the moon](moon.svg){: width=\"30\"}\n"),
    Mistake(
      "a container",
      in: "Content/one/a.md", "# A\n\n::: tip\nTake a coat.\n:::\n",
      "3:1: warning [foreign-syntax]",
      says: "write a quote, with > at the beginning of each line",
      "# A\n\n> Take a coat.\n"),
    Mistake(
      "a formula",
      in: "Content/one/a.md", "# A\n\n$$E = mc^2$$\n",
      "3:1: warning [foreign-syntax]",
      says: "write it as text with <sup> and <sub>",
      "# A\n\n<i>E</i> = <i>mc</i><sup>2</sup>\n"),
    Mistake(
      "an alert",
      in: "Content/one/a.md", "# A\n\n> [!NOTE]\n> Take a coat.\n",
      "3:3: warning [foreign-syntax]",
      says: "write its kind as text, such as **Note**",
      "# A\n\n> **Note**: take a coat.\n"),
    Mistake(
      "signs that are meant as they are",
      in: "Content/one/a.md", "# A\n\nWrite ~~a~~ for it.\n",
      "3:7: warning [foreign-syntax]",
      says: "keeps the characters",
      "# A\n\nWrite \\~~a\\~~ for it.\n"),
  ]
}

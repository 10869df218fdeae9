extension Mistake {
  /// Syntax that other Markdown programs support.
  static let dialect: [Mistake] = [
    Mistake(
      "a footnote",
      in: "Content/one/a.md", "# A\n\nIt was cold[^1].\n\n[^2]: Ten degrees.\n",
      "3:12: warning [foreign-syntax]",
      says: "put the note into the text, in parentheses",
      "# A\n\nIt was cold (ten degrees).\n"),
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
      "a container without an end",
      in: "Content/one/a.md", "# A\n\n::: tip\nTake a coat.\n",
      "3:1: warning [foreign-syntax]",
      says: "write a quote, with > at the beginning of each line",
      "# A\n\n> Take a coat.\n"),
    Mistake(
      "a formula",
      in: "Content/one/a.md", "# A\n\n$$E = mc^2$$\n",
      "3:1: warning [foreign-syntax]",
      says: "write it as text with <sup> and <sub>",
      "# A\n\n<i>E</i> = <i>mc</i><sup>2</sup>\n"),
  ]
}

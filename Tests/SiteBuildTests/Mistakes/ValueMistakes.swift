extension Mistake {
  static let value: [Mistake] = [
    Mistake(
      "smart quotes around a date",
      in: "Content/one/a.md", "---\ntitle: A\ndate: “2025-07-31”\n---\nText.\n",
      "3:7: error [date-invalid]", says: "write year, month and day as 2025-07-31",
      "---\ntitle: A\ndate: 2025-07-31\n---\nText.\n"),
    Mistake(
      "a list as title",
      in: "Content/one/a.md", "---\ntitle: [A, B]\n---\nText.\n",
      "2:8: error [wrong-type]", says: "write one text; put it between quotes where it begins with `[` or `{`",
      "---\ntitle: A\n---\nText.\n"),
    Mistake(
      "a mapping as title",
      in: "Content/one/a.md", "---\ntitle:\n  en: A\n---\nText.\n",
      "3:3: error [wrong-type]", says: "write one text; put it between quotes where it begins with `[` or `{`",
      "---\ntitle: A\n---\nText.\n"),
    Mistake(
      "a key twice",
      in: "Content/one/a.md", "---\ntitle: A\ntitle: B\n---\nText.\n",
      "3:1: error [yaml-duplicate-key]", says: "keep one of the two",
      "---\ntitle: A\n---\nText.\n"),
    Mistake(
      "tags with commas",
      in: "Content/one/a.md", "---\ntitle: A\ntags: moon, sun\n---\nText.\n",
      "3:7: error [text-for-list]", says: "write [moon, sun]; if it is one text, put it between quotes",
      "---\ntitle: A\ntags: [moon, sun]\n---\nText.\n"),
    Mistake(
      "the same tag twice",
      in: "Content/one/a.md", "---\ntitle: A\ntags: [moon, moon]\n---\nText.\n",
      "3:14: warning [duplicate-value]", says: "remove one of them",
      "---\ntitle: A\ntags: [moon]\n---\nText.\n"),
    Mistake(
      "a list in a list of tags",
      in: "Content/one/a.md", "---\ntitle: A\ntags: [[moon, sun]]\n---\nText.\n",
      "3:8: error [wrong-type]", says: "write each item as one text: [one, two]",
      "---\ntitle: A\ntags: [moon, sun]\n---\nText.\n"),
    Mistake(
      "tags without a space behind the hyphen",
      in: "Content/one/a.md", "---\ntitle: A\ntags:\n  -moon\n  -sun\n---\nText.\n",
      "4:3: error [text-for-list]", says: "write [moon, sun]; if it is one text, put it between quotes",
      "---\ntitle: A\ntags:\n  - moon\n  - sun\n---\nText.\n"),
    Mistake(
      "a list that is not closed",
      in: "Content/one/a.md", "---\ntitle: A\ntags: [moon, sun\n---\nText.\n",
      "3:7: error [yaml-syntax]", says: "write commas between the parts of a list or mapping, and `]` at its end",
      "---\ntitle: A\ntags: [moon, sun]\n---\nText.\n"),
    Mistake(
      "a date in words",
      in: "Content/one/a.md", "---\ntitle: A\ndate: 31 July 2025\n---\nText.\n",
      "3:7: error [date-invalid]", says: "write year, month and day as 2025-07-31",
      "---\ntitle: A\ndate: 2025-07-31\n---\nText.\n"),
    Mistake(
      "a date with slashes",
      in: "Content/one/a.md", "---\ntitle: A\ndate: 31/07/2025\n---\nText.\n",
      "3:7: error [date-invalid]", says: "write year, month and day as 2025-07-31",
      "---\ntitle: A\ndate: 2025-07-31\n---\nText.\n"),
    Mistake(
      "a date with a time",
      in: "Content/one/a.md", "---\ntitle: A\ndate: 2025-07-31T10:00:00Z\n---\nText.\n",
      "3:7: error [date-invalid]", says: "write year, month and day as 2025-07-31",
      "---\ntitle: A\ndate: 2025-07-31\n---\nText.\n"),
    Mistake(
      "a day that the month does not have",
      in: "Content/one/a.md", "---\ntitle: A\ndate: 2025-02-30\n---\nText.\n",
      "3:7: error [date-invalid]", says: "write year, month and day as 2025-07-31",
      "---\ntitle: A\ndate: 2025-02-28\n---\nText.\n"),
    Mistake(
      "no for false",
      in: "Content/one/a.md", "---\ntitle: A\ndraft: no\n---\nText.\n",
      "3:8: error [wrong-type]", says: "write false, without quotes",
      "---\ntitle: A\ndraft: false\n---\nText.\n"),
    Mistake(
      "false in quotes",
      in: "Content/one/a.md", #"---\#ntitle: A\#ndraft: "false"\#n---\#nText.\#n"#,
      "3:8: error [wrong-type]", says: "write false, without quotes",
      "---\ntitle: A\ndraft: false\n---\nText.\n"),
    Mistake(
      "False with a capital",
      in: "Content/one/a.md", "---\ntitle: A\ndraft: False\n---\nText.\n",
      "3:8: error [wrong-type]", says: "write false, without quotes",
      "---\ntitle: A\ndraft: false\n---\nText.\n"),
    Mistake(
      "a weight in words",
      in: "Content/one/a.md", "---\ntitle: A\nweight: heavy\n---\nText.\n",
      "3:9: error [wrong-type]", says: "write a whole number without a unit, such as 100; lengths are CSS pixels",
      "---\ntitle: A\nweight: 100\n---\nText.\n"),
    Mistake(
      "a weight with a fraction",
      in: "Content/one/a.md", "---\ntitle: A\nweight: 1.5\n---\nText.\n",
      "3:9: error [not-whole]", says: "write 1, without a fraction",
      "---\ntitle: A\nweight: 1\n---\nText.\n"),
    Mistake(
      "a language in words",
      in: "Content/one/a.md", "---\ntitle: A\nlang: english\n---\nText.\n",
      "3:7: error [language-invalid]", says: "write en",
      "---\ntitle: A\nlang: en\n---\nText.\n"),
    Mistake(
      "a locale of the system",
      in: "Content/one/a.md", "---\ntitle: A\nlang: en_US\n---\nText.\n",
      "3:7: error [language-invalid]", says: "write en-US",
      "---\ntitle: A\nlang: en-US\n---\nText.\n"),
    Mistake(
      "a slug with spaces and capitals",
      in: "Content/one/a.md", "---\ntitle: A\nslug: My Card\n---\nText.\n",
      "3:7: error [slug-invalid]", says: "use a to z and 0 to 9, with single hyphens between words, at most 80",
      "---\ntitle: A\nslug: my-card\n---\nText.\n"),
    Mistake(
      "an empty title",
      in: "Content/one/a.md", #"---\#ntitle: ""\#n---\#nText.\#n"#,
      "2:8: error [text-empty]", says: "write a text, or remove it",
      "---\ntitle: A\n---\nText.\n"),
    Mistake(
      "no title at all",
      in: "Content/one/a.md", "Text.\n",
      "1:1: error [title-missing]", says: "write title: in the front matter, or a heading # in the text",
      "# A\n\nText.\n"),
    Mistake(
      "an empty file",
      in: "Content/one/a.md", "",
      "1:1: error [title-missing]", says: "write title: in the front matter, or a heading # in the text",
      "# A\n"),
    Mistake(
      "front matter alone, and no title in it",
      in: "Content/one/a.md", "---\ntags: [moon]\n---\nText.\n",
      "2:1: error [title-missing]", says: "write title: in the front matter, or a heading # in the text",
      "---\ntitle: A\ntags: [moon]\n---\nText.\n"),
  ]
}

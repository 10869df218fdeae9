extension Mistake {
  static let syntax: [Mistake] = [
    Mistake(
      "a tab in front of a value's list",
      in: "Content/one/a.md", "---\ntitle: A\ntags:\n\t- moon\n---\nText.\n",
      "4:1: error [yaml-syntax]", says: "indent with spaces; YAML allows no tabs there",
      "---\ntitle: A\ntags:\n  - moon\n---\nText.\n"),
    Mistake(
      "a tab in front of a key",
      in: "Content/one/a.md", "---\n\ttitle: A\n---\nText.\n",
      "2:1: error [yaml-syntax]", says: "indent with spaces; YAML allows no tabs there",
      "---\ntitle: A\n---\nText.\n"),
    Mistake(
      "a misspelt key",
      in: "Content/one/a.md", "---\ntitle: A\nsubtitel: B\n---\nText.\n",
      "3:1: error [unknown-key]", says: "did you mean `subtitle`?",
      "---\ntitle: A\nsubtitle: B\n---\nText.\n"),
    Mistake(
      "a key of another program",
      in: "Content/one/a.md", "---\ntitle: A\ndescription: B\n---\nText.\n",
      "3:1: error [unknown-key]", says: "did you mean `subtitle`?",
      "---\ntitle: A\nsubtitle: B\n---\nText.\n"),
    Mistake(
      "a key with a capital",
      in: "Content/one/a.md", "---\nTitle: A\n---\nText.\n",
      "2:1: error [unknown-key]", says: "did you mean `title`?",
      "---\ntitle: A\n---\nText.\n"),
    Mistake(
      "no end of the front matter",
      in: "Content/one/a.md", "---\ntitle: A\n\nText.\n",
      "1:1: error [front-matter-unclosed]", says: "end it with a line ---; to begin with a rule and no front matter, write ***",
      "---\ntitle: A\n---\n\nText.\n"),
    Mistake(
      "front matter that ends in dots",
      in: "Content/one/a.md", "---\ntitle: A\n...\n\nText.\n",
      "1:1: error [front-matter-unclosed]", says: "end it with a line ---; to begin with a rule and no front matter, write ***",
      "---\ntitle: A\n---\n\nText.\n"),
    Mistake(
      "front matter of TOML",
      in: "Content/one/a.md", #"+++\#ntitle = "A"\#n+++\#n\#nText.\#n"#,
      "1:1: error [front-matter-unread]", says: "write --- for +++, and `key: value` for `key = value`",
      #"---\#ntitle: "A"\#n---\#n\#nText.\#n"#),
    Mistake(
      "front matter of JSON",
      in: "Content/one/a.md", #"{\#n  "title": "A"\#n}\#n\#nText.\#n"#,
      "1:1: error [front-matter-unread]", says: "add a line --- before it and one behind it",
      #"---\#n{\#n  "title": "A"\#n}\#n---\#n\#nText.\#n"#),
    Mistake(
      "a blank line before the front matter",
      in: "Content/one/a.md", "\n---\ntitle: A\n---\n\nText.\n",
      "2:1: error [front-matter-unread]", says: "remove what is above the line ---; for a line across the page and a text,",
      "---\ntitle: A\n---\n\nText.\n"),
    Mistake(
      "a fence of four hyphens",
      in: "Content/one/a.md", "----\ntitle: A\n----\n\nText.\n",
      "1:1: error [front-matter-unread]", says: "write --- alone in the line, above and below the keys; for a line across",
      "---\ntitle: A\n---\n\nText.\n"),
    Mistake(
      "no space behind a colon",
      in: "Content/one/a.md", "---\ntitle:A\n---\nText.\n",
      "2:1: error [wrong-type]", says: "write title: A, with a space behind the colon",
      "---\ntitle: A\n---\nText.\n"),
    Mistake(
      "no space behind one of two colons",
      in: "Content/one/a.md", "---\ntitle: A\nsubtitle:B\n---\nText.\n",
      "3:1: error [yaml-syntax]", says: "write subtitle: B",
      "---\ntitle: A\nsubtitle: B\n---\nText.\n"),
    Mistake(
      "no space behind the first colon",
      in: "Content/one/a.md", "---\ntitle:A\nsubtitle: B\n---\nText.\n",
      "2:1: error [yaml-syntax]", says: "write title: A",
      "---\ntitle: A\nsubtitle: B\n---\nText.\n"),
    Mistake(
      "a colon in a title",
      in: "Content/one/a.md", "---\ntitle: Moon: a story\n---\nText.\n",
      "2:12: error [yaml-syntax]", says: #"put the text between quotes: "Moon: a story""#,
      #"---\#ntitle: "Moon: a story"\#n---\#nText.\#n"#),
    Mistake(
      "a key indented",
      in: "Content/one/a.md", "---\ntitle: A\n  subtitle: B\n---\nText.\n",
      "3:11: error [yaml-syntax]", says: "begin `subtitle: B` in the column where the keys above it begin",
      "---\ntitle: A\nsubtitle: B\n---\nText.\n"),
    Mistake(
      "a title that begins with a quotation",
      in: "Content/one/a.md", #"---\#ntitle: "Moon" rises\#n---\#nText.\#n"#,
      "2:15: error [yaml-syntax]", says: #"put the whole text between quotes: '"Moon" rises'"#,
      #"---\#ntitle: '"Moon" rises'\#n---\#nText.\#n"#),
    Mistake(
      "a quote that does not end",
      in: "Content/one/a.md", #"---\#ntitle: "Moon\#nsubtitle: B\#n---\#nText.\#n"#,
      "2:8: error [yaml-syntax]", says: #"end the text with the same quote: "Moon""#,
      #"---\#ntitle: "Moon"\#nsubtitle: B\#n---\#nText.\#n"#),
    Mistake(
      "an apostrophe in single quotes",
      in: "Content/one/a.md", "---\ntitle: 'Moon's rise'\n---\nText.\n",
      "2:14: error [yaml-syntax]", says: #"put the whole text between quotes: "Moon's rise""#,
      "---\ntitle: 'Moon''s rise'\n---\nText.\n"),
    Mistake(
      "a title that begins with an at sign",
      in: "Content/one/a.md", "---\ntitle: @home\n---\nText.\n",
      "2:8: error [yaml-syntax]", says: #"put the text between quotes: "@home""#,
      #"---\#ntitle: "@home"\#n---\#nText.\#n"#),
    Mistake(
      "a title that begins with a star",
      in: "Content/one/a.md", "---\ntitle: *New* moon\n---\nText.\n",
      "2:8: error [yaml-syntax]", says: #"put the text between quotes: "*New* moon""#,
      #"---\#ntitle: "*New* moon"\#n---\#nText.\#n"#),
    Mistake(
      "a title that begins with a bracket",
      in: "Content/one/a.md", "---\ntitle: [New] moon\n---\nText.\n",
      "2:14: error [yaml-syntax]", says: #"put the whole text between quotes: "[New] moon""#,
      #"---\#ntitle: "[New] moon"\#n---\#nText.\#n"#),
    Mistake(
      "a title that begins with a per cent sign",
      in: "Content/one/a.md", "---\ntitle: %done\n---\nText.\n",
      "2:8: error [yaml-syntax]", says: #"put the text between quotes: "%done""#,
      #"---\#ntitle: "%done"\#n---\#nText.\#n"#),
    Mistake(
      "a template of another program",
      in: "Content/one/a.md", "---\ntitle: {{ name }}\n---\nText.\n",
      "2:9: error [yaml-key-not-scalar]", says: "put a text that begins with `{` or `[` between quotes; lists and mappings",
      #"---\#ntitle: "{{ name }}"\#n---\#nText.\#n"#),
    Mistake(
      "a hash that begins a comment",
      in: "Content/one/a.md", "---\ntitle: #1 of all\n---\nText.\n",
      "2:1: error [title-missing]", says: #"put the title between quotes: title: "#1 of all""#,
      #"---\#ntitle: "#1 of all"\#n---\#nText.\#n"#),
  ]
}

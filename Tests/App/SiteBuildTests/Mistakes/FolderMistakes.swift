extension Mistake {
  static let folder: [Mistake] = [
    Mistake(
      "a card in a folder of a shelf",
      wrong: ["Content/one/_index.md": .text("---\nkind: shelf\n---\n"), "Content/one/deep/c.md": .text("# C\n")],
      "Content/one/deep/c.md: error [card-misplaced]",
      says: "move it to Content/one, or make its folder a section with kind: section in",
      mended: [
        "Content/one/deep/c.md": .gone,
        "Content/one/c.md": .text("# C\n"),
      ]),
    Mistake(
      "index.md for _index.md",
      wrong: [
        "Content/one/index.md": .text("---\ntitle: One\narrangement: grid\n---\n"),
        "Content/one/_index.md": .gone,
      ],
      "Content/one/index.md:3:1: error [index-misnamed]",
      says: "rename the file to _index.md",
      mended: [
        "Content/one/index.md": .gone,
        "Content/one/_index.md": .text("---\ntitle: One\narrangement: grid\n---\n"),
      ]),
    Mistake(
      "README.md in a shelf",
      in: "Content/one/README.md", "No heading.\n",
      "1:1: warning [title-missing]",
      says: "write title: in the front matter, or a heading # in the text",
      "# Read me\n\nNo heading.\n"),
    Mistake(
      "a card that ends in .qmd",
      wrong: ["Content/one/c.qmd": .text("# C\n")],
      "Content/one/c.qmd: warning [card-ending]",
      says: "rename it to c.md; if it should not be shown, keep it outside Content",
      mended: [
        "Content/one/c.qmd": .gone,
        "Content/one/c.md": .text("# C\n"),
      ]),
    Mistake(
      "a page in a shelf",
      wrong: [
        "Content/one/_index.md": .text("---\ntitle: One\nkind: shelf\n---\n"),
        "Content/one/stars/_index.md": .text("---\ntitle: Stars\nkind: page\n---\n"),
        "Content/one/stars/c.md": .text("# C\n"),
        "Content/one/stars/near/_index.md": .text("---\ntitle: Near\n---\n"),
        "Content/one/stars/near/d.md": .text("# D\n"),
      ],
      "Content/one/stars/_index.md: error [index-misplaced]",
      says: "a page cannot be in a shelf",
      mended: [
        "Content/one/stars/_index.md": .gone,
        "Content/one/stars/c.md": .gone,
        "Content/one/stars/near/_index.md": .gone,
        "Content/one/stars/near/d.md": .gone,
        "Content/stars/_index.md": .text("---\ntitle: Stars\nkind: page\n---\n"),
        "Content/stars/near/_index.md": .text("---\ntitle: Near\n---\n"),
        "Content/stars/near/d.md": .text("# D\n"),
      ]),
    Mistake(
      "a page for a part of a shelf",
      wrong: [
        "Content/one/_index.md": .text("---\ntitle: One\nkind: shelf\narrangement: grid\n---\n"),
        "Content/one/stars/_index.md": .text("---\ntitle: Stars\nkind: page\n---\n"),
        "Content/one/stars/c.md": .text("# C\n"),
      ],
      "Content/one/stars/_index.md: error [index-misplaced]",
      says: "or write kind: section, so that its cards are a part of the shelf",
      mended: ["Content/one/stars/_index.md": .text("---\ntitle: Stars\nkind: section\n---\n")]),
    Mistake(
      "a page called images",
      wrong: [
        "Content/images/_index.md": .text("---\ntitle: Sky\nkind: page\n---\n"),
        "Content/images/stars/c.md": .text("# C\n"),
      ],
      "Content/images: error [name-reserved]",
      says: "rename the folder",
      mended: [
        "Content/images/_index.md": .gone,
        "Content/images/stars/c.md": .gone,
        "Content/pictures/_index.md": .text("---\ntitle: Sky\nkind: page\n---\n"),
        "Content/pictures/stars/c.md": .text("# C\n"),
      ]),
    Mistake(
      "text in a shelf's index",
      in: "Content/one/_index.md", "---\ntitle: One\narrangement: grid\n---\nAll about one.\n",
      "5:1: warning [shelf-text]",
      says: "put the text into a card or into the page's _index.md",
      "---\ntitle: One\n---\n"),
    Mistake(
      "a shelf in the list that is not there",
      in: "Content/_index.md", "---\ntitle: Home\nshelves: [one, too]\n---\n",
      "3:16: error [shelf-unknown]",
      says: "did you mean `two`?",
      "---\ntitle: Home\nshelves: [one, two]\n---\n"),
    Mistake(
      "a shelf that the list leaves out",
      wrong: ["Content/_index.md": .text("---\ntitle: Home\nshelves: [one]\n---\n")],
      "Content/two: warning [shelf-unlisted]",
      says: "add two to that list, or write draft: true",
      mended: ["Content/_index.md": .text("---\ntitle: Home\nshelves: [one, two]\n---\n")]),
    Mistake(
      "a shelf without cards",
      in: "Content/three/_index.md", "---\ntitle: Three\n---\n",
      ": warning [shelf-empty]",
      says: "put a Markdown file for each card into Content/three",
      "---\ntitle: Three\ndraft: true\n---\n"),
    Mistake(
      "a section without cards",
      wrong: [
        "Content/two/_index.md": .text("---\narrangement: grid\n---\n"),
        "Content/two/part/_index.md": .text("---\nkind: section\n---\n"),
      ],
      "Content/two/part/_index.md: warning [shelf-empty]",
      says: "the section contains no cards",
      mended: ["Content/two/part/d.md": .text("# D\n")]),
    Mistake(
      "a table that no shelf shows",
      wrong: ["Content/two/table.csv": .text("title\nA\n")],
      "Content/two/table.csv: warning [data-file-unused]",
      says: "write cards: table.csv in the _index.md",
      mended: ["Content/two/_index.md": .text("---\ncards: table.csv\n---\n")]),
    Mistake(
      "a list of cards under a key",
      wrong: [
        "Content/two/_index.md": .text("---\ncards: table.json\n---\n"),
        "Content/two/table.json": .text(#"{"data": [{"title": "A"}]}"#),
      ],
      "Content/two/table.json:1:10: error [json-no-list]",
      says: "jq '.data' table.json > cards.json",
      mended: ["Content/two/table.json": .text(#"[{"title": "A"}]"#)]),
  ]
}

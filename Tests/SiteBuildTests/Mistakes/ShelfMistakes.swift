extension Mistake {
  static let shelf: [Mistake] = [
    Mistake(
      "an arrangement that is not there",
      in: "Content/one/_index.md", "---\ntitle: One\narrangement: carousel\n---\n",
      "3:14: error [unknown-value]",
      says: "one of: shelf, flow, grid, waterfall, list",
      "---\ntitle: One\narrangement: shelf\n---\n"),
    Mistake(
      "an arrangement with a capital",
      in: "Content/one/_index.md", "---\ntitle: One\narrangement: Grid\n---\n",
      "3:14: error [unknown-value]",
      says: "did you mean `grid`?",
      "---\ntitle: One\narrangement: grid\n---\n"),
    Mistake(
      "layout for arrangement",
      in: "Content/one/_index.md", "---\ntitle: One\nlayout: grid\n---\n",
      "3:1: error [unknown-key]",
      says: "did you mean `arrangement`?",
      "---\ntitle: One\narrangement: grid\n---\n"),
    Mistake(
      "no columns",
      in: "Content/one/_index.md", "---\ntitle: One\narrangement: grid\ncolumns: 0\n---\n",
      "4:10: error [out-of-range]",
      says: "write 1, the least, or more",
      "---\ntitle: One\narrangement: grid\ncolumns: 1\n---\n"),
    Mistake(
      "more columns than a phone has room for",
      in: "Content/one/_index.md", "---\ntitle: One\narrangement: grid\ncolumns: 12\n---\n",
      "4:10: error [no-room]",
      says: "at most 6 fit there; write columns: { compact: 6, medium: 11, expanded: 12 }",
      "---\ntitle: One\narrangement: grid\ncolumns: { compact: 6, medium: 11, expanded: 12 }\n---\n"),
    Mistake(
      "insets that are wider than a phone",
      in: "Content/one/_index.md", "---\ntitle: One\narrangement: list\ninset: 200\n---\n",
      "4:8: error [no-room]",
      says: "at most 255 px fit there, leading and trailing in all; an inset may differ",
      "---\ntitle: One\narrangement: list\ninset: 100\n---\n"),
    Mistake(
      "columns of a shelf that is one row",
      in: "Content/one/_index.md", "---\ntitle: One\ncolumns: 3\n---\n",
      "3:1: error [key-unsuitable]",
      says: "remove it, or write arrangement: grid or waterfall",
      "---\ntitle: One\narrangement: grid\ncolumns: 3\n---\n"),
    Mistake(
      "a width in px",
      in: "Content/one/_index.md", "---\ntitle: One\ncardWidth: 200px\n---\n",
      "3:12: error [wrong-type]",
      says: "write 200, without a unit; lengths are CSS pixels",
      "---\ntitle: One\ncardWidth: 200\n---\n"),
    Mistake(
      "a width in per cent",
      in: "Content/one/_index.md", "---\ntitle: One\ncardWidth: 50%\n---\n",
      "3:12: error [wrong-type]",
      says: "write a whole number without a unit, such as 100; lengths are CSS pixels",
      "---\ntitle: One\ncardWidth: 100\n---\n"),
    Mistake(
      "a width in rem",
      in: "Content/one/_index.md", "---\ntitle: One\ncardWidth: 12rem\n---\n",
      "3:12: error [wrong-type]",
      says: "write 192, without a unit; lengths are CSS pixels, and 1rem is 16 of them",
      "---\ntitle: One\ncardWidth: 192\n---\n"),
    Mistake(
      "a number in quotes",
      in: "Content/one/_index.md", #"---\#ntitle: One\#ncardWidth: "200"\#n---\#n"#,
      "3:12: error [wrong-type]",
      says: "write 200 without quotes",
      "---\ntitle: One\ncardWidth: 200\n---\n"),
    Mistake(
      "a fraction of a pixel",
      in: "Content/one/_index.md", "---\ntitle: One\nspacing: 10.5\n---\n",
      "3:10: error [not-whole]",
      says: "write 10, without a fraction",
      "---\ntitle: One\nspacing: 10\n---\n"),
    Mistake(
      "a width class that is not there",
      in: "Content/one/_index.md", "---\ntitle: One\ncardWidth: { mobile: 200 }\n---\n",
      "3:14: error [width-class-unknown]",
      says: "there are compact, medium, expanded, large, extra-large, compactWidth,",
      "---\ntitle: One\ncardWidth: { compact: 200 }\n---\n"),
    Mistake(
      "padding as CSS has it",
      in: "Content/one/_index.md", "---\ntitle: One\ninset: 10px 20px\n---\n",
      "3:8: error [wrong-type]",
      says: "write a whole number without a unit, such as 100; lengths are CSS pixels",
      "---\ntitle: One\ninset: { top: 10, bottom: 10, leading: 20, trailing: 20 }\n---\n"),
    Mistake(
      "left for leading",
      in: "Content/one/_index.md", "---\ntitle: One\ninset: { left: 20 }\n---\n",
      "3:10: error [unknown-key]",
      says: "did you mean `leading`?",
      "---\ntitle: One\ninset: { leading: 20 }\n---\n"),
    Mistake(
      "a card anatomy that is not there",
      in: "Content/one/_index.md", "---\ntitle: One\ncard: poster\n---\n",
      "3:7: error [card-anatomy-unknown]",
      says: "there are cover, lockup",
      "---\ntitle: One\ncard: cover\n---\n"),
    Mistake(
      "a sort order that is not there",
      in: "Content/one/_index.md", "---\ntitle: One\nsort: alphabetical\n---\n",
      "3:7: error [unknown-value]",
      says: "one of: weight, date, title, name",
      "---\ntitle: One\nsort: title\n---\n"),
    Mistake(
      "a limit of none",
      in: "Content/one/_index.md", "---\ntitle: One\nlimit: 0\n---\n",
      "3:8: error [out-of-range]",
      says: "write 1, the least, or more",
      "---\ntitle: One\nlimit: 1\n---\n"),
    Mistake(
      "no space behind a colon in braces",
      in: "Content/one/_index.md", "---\ntitle: One\ncardWidth: {compact:200}\n---\n",
      "3:13: error [yaml-syntax]",
      says: "write compact: 200",
      "---\ntitle: One\ncardWidth: {compact: 200}\n---\n"),
    Mistake(
      "the colon of a mapping left out",
      in: "Content/one/_index.md", "---\ntitle: One\narrangement grid\n---\n",
      "3:1: error [yaml-syntax]",
      says: "write a key, a colon, a space and a value, such as arrangement: grid",
      "---\ntitle: One\narrangement: grid\n---\n"),
  ]
}

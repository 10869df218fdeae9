extension Mistake {
  static let settings: [Mistake] = [
    Mistake(
      "a language in the settings called language",
      in: "cardshelf.yml", "title: Sample\nlanguage: en\n",
      "2:1: error [unknown-key]",
      says: "did you mean `lang`?",
      "title: Sample\nlang: en\n"),
    Mistake(
      "an address without https",
      in: "cardshelf.yml", "baseURL: example.org\n",
      "1:10: error [base-url-invalid]",
      says: "write the address of the site's folder, such as https://example.org/cards/",
      "baseURL: https://example.org\n"),
    Mistake(
      "a rule that is not there",
      in: "cardshelf.yml", "rules: { link-mising: warn }\n",
      "1:10: error [rule-unknown]",
      says: "the name of a rule is at the end of its findings; cardshelf explain --rules lists all rules",
      "rules: { link-missing: warn }\n"),
    Mistake(
      "a rule that protects readers",
      in: "cardshelf.yml", "rules: { link-refused: off }\n",
      "1:10: error [rule-fixed]",
      says: "remove the key; cardshelf explain link-refused says why the rule exists",
      "rules: { text-cut: off }\n"),
    Mistake(
      "a theme that is not there",
      in: "cardshelf.yml", "theme: storefrnt\n",
      "1:8: error [theme-missing]",
      says: "Themes holds storefront; a theme is a folder with a theme.yml",
      "theme: storefront\n"),
    Mistake(
      "a theme that comes with Cardshelf and is not in the site",
      in: "cardshelf.yml", "theme: cinema\n",
      "1:8: error [theme-missing]",
      says: "Themes holds storefront; `cardshelf theme copy cinema` adds it",
      "theme: storefront\n"),
    Mistake(
      "a byte order mark before a mistake",
      in: "cardshelf.yml", "\u{FEFF}theme: storefrnt\n",
      "1:8: error [theme-missing]",
      says: " 1 | theme: storefrnt\n   |        ^~~~~~~~~\n",
      "theme: storefront\n"),
    Mistake(
      "a theme by its path",
      in: "cardshelf.yml", "theme: Themes/storefront\n",
      "1:8: error [folder-name-invalid]",
      says: "write the name alone, without a path, spaces or a dot at its start",
      "theme: storefront\n"),
    Mistake(
      "a text size that is not there",
      in: "cardshelf.yml", "textSize: huge\n",
      "1:11: error [unknown-value]",
      says: "one of: xSmall, small, medium, large, xLarge, xxLarge, xxxLarge, AX1, AX2,",
      "textSize: AX1\n"),
    Mistake(
      "a text size in pixels",
      in: "cardshelf.yml", "textSize: 18\n",
      "1:11: error [unknown-value]",
      says: "one of: xSmall, small, medium, large, xLarge, xxLarge, xxxLarge, AX1, AX2,",
      "textSize: xLarge\n"),
    Mistake(
      "settings between fences",
      in: "cardshelf.yml", "---\ntitle: Sample\n---\n",
      "3:1: error [yaml-multiple-documents]",
      says: "remove the line; the file is a single document and needs no line --- at its end",
      "title: Sample\n"),
    Mistake(
      "a sentence as settings",
      in: "cardshelf.yml", "Sample\n",
      "1:1: error [wrong-type]",
      says: "write a key, a colon, a space and a value, such as `title: Saturn`",
      "title: Sample\n"),
    Mistake(
      "settings of TOML",
      in: "cardshelf.yml", #"title = "Sample"\#n"#,
      "1:1: error [wrong-type]",
      says: #"write title: "Sample", with a colon for the ="#,
      "title: Sample\n"),
    Mistake(
      "cardshelf.yaml",
      wrong: [
        "cardshelf.yml": .gone,
        "cardshelf.yaml": .text("title: Sample\n"),
      ],
      "cardshelf.yaml: error [settings-misnamed]",
      says: "rename it to cardshelf.yml",
      mended: [
        "cardshelf.yaml": .gone,
        "cardshelf.yml": .text("title: Sample\n"),
      ]),
  ]
}

extension Mistake {
  static let card: [Mistake] = [
    Mistake(
      "a picture that is not there",
      in: "Content/one/a.md", "---\ntitle: A\nimage: sun.svg\nimageAlt: M\n---\nText.\n",
      "3:8: error [image-missing]",
      says: "did you mean ../two/sun.svg?",
      "---\ntitle: A\nimage: moon.svg\nimageAlt: M\n---\nText.\n"),
    Mistake(
      "capitals in the name of a picture",
      in: "Content/one/a.md", "---\ntitle: A\nimage: Moon.SVG\nimageAlt: M\n---\nText.\n",
      "3:8: error [image-missing]",
      says: "did you mean moon.svg?",
      "---\ntitle: A\nimage: moon.svg\nimageAlt: M\n---\nText.\n"),
    Mistake(
      "jpeg for jpg",
      wrong: [
        "Content/one/a.md": .text("---\ntitle: A\nimage: star.jpeg\n---\n"),
        "cardshelf.yml": .text("images: original\n"),
      ],
      "Content/one/a.md:3:8: error [image-missing]",
      says: "did you mean star.jpg?",
      mended: ["Content/one/a.md": .text("---\ntitle: A\nimage: star.jpg\n---\n")]),
    Mistake(
      "a picture from the root of the site",
      in: "Content/one/a.md", "---\ntitle: A\nimage: Content/one/moon.svg\nimageAlt: M\n---\nText.\n",
      "3:8: error [image-missing]",
      says: "did you mean moon.svg?",
      "---\ntitle: A\nimage: moon.svg\nimageAlt: M\n---\nText.\n"),
    Mistake(
      "an absolute path of a picture",
      in: "Content/one/a.md", "---\ntitle: A\nimage: /one/moon.svg\nimageAlt: M\n---\nText.\n",
      "3:8: error [image-refused]",
      says: "did you mean moon.svg?",
      "---\ntitle: A\nimage: moon.svg\nimageAlt: M\n---\nText.\n"),
    Mistake(
      "a picture of another folder",
      in: "Content/one/a.md", "---\ntitle: A\nimage: two/sun.svg\nimageAlt: M\n---\nText.\n",
      "3:8: error [image-missing]",
      says: "did you mean ../two/sun.svg?",
      "---\ntitle: A\nimage: ../two/sun.svg\nimageAlt: M\n---\nText.\n"),
    Mistake(
      "a picture from the web",
      in: "Content/one/a.md", "---\ntitle: A\nimage: https://example.org/moon.png\nimageAlt: M\n---\nText.\n",
      "3:8: error [image-refused]",
      says: "put the image into the content folder and write its path relative to this",
      "---\ntitle: A\nimage: moon.svg\nimageAlt: M\n---\nText.\n"),
    Mistake(
      "backslashes in a path",
      in: "Content/one/a.md", "---\ntitle: A\nimage: ..\\two\\sun.svg\nimageAlt: M\n---\nText.\n",
      "3:8: error [image-refused]",
      says: "did you mean ../two/sun.svg?",
      "---\ntitle: A\nimage: ../two/sun.svg\nimageAlt: M\n---\nText.\n"),
    Mistake(
      "a file that is no picture",
      in: "Content/one/a.md", "---\ntitle: A\nimage: moon.psd\nimageAlt: M\n---\nText.\n",
      "3:8: error [image-missing]",
      says: "Content/one holds moon.svg, star.jpg",
      "---\ntitle: A\nimage: moon.svg\nimageAlt: M\n---\nText.\n"),
    Mistake(
      "a text named as a picture",
      wrong: [
        "Content/one/sun.png": .text("no picture\n"),
        "Content/one/a.md": .text("---\ntitle: A\nimage: sun.png\nimageAlt: S\n---\nText.\n"),
      ],
      "Content/one/sun.png: error [image-damaged]",
      says: "export it again",
      mended: [
        "Content/one/sun.png": .gone,
        "Content/one/a.md": .text("---\ntitle: A\nimage: moon.svg\nimageAlt: S\n---\nText.\n"),
      ]),
    Mistake(
      "two pictures for a card",
      in: "Content/one/a.md", "---\ntitle: A\nimage: [moon.svg, sun.svg]\nimageAlt: M\n---\nText.\n",
      "3:8: error [wrong-type]",
      says: "write one text; put it between quotes if it begins with `[` or `{`",
      "---\ntitle: A\nimage: moon.svg\nimageAlt: M\n---\nText.\n"),
    Mistake(
      "a picture in the text that is not there",
      in: "Content/one/a.md", "---\ntitle: A\n---\n![The sun](sun.svg)\n",
      "4:1: error [image-missing]",
      says: "did you mean ../two/sun.svg?",
      "---\ntitle: A\n---\n![The sun](moon.svg)\n"),
    Mistake(
      "HTML in the text",
      in: "Content/one/a.md", "---\ntitle: A\n---\n<div>Text</div>\n",
      "4:1: warning [raw-html]",
      says: "remove the tags and keep the text between them; separate paragraphs",
      "---\ntitle: A\n---\nText\n"),
    Mistake(
      "a picture as HTML",
      in: "Content/one/a.md", #"---\#ntitle: A\#n---\#n<img src="moon.svg">\#n"#,
      "4:1: warning [raw-html]",
      says: "write ![what it shows](moon.svg)",
      "---\ntitle: A\n---\n![The moon](moon.svg)\n"),
    Mistake(
      "a link as HTML",
      in: "Content/one/a.md", #"---\#ntitle: A\#n---\#nSee <a href="b.md">B</a>.\#n"#,
      "4:5: warning [raw-html]",
      says: "write [text](b.md)",
      "---\ntitle: A\n---\nSee [B](b.md).\n"),
    Mistake(
      "a script in the text",
      in: "Content/one/a.md", "---\ntitle: A\n---\n<script>alert(1)</script>\n",
      "4:1: warning [raw-html]",
      says: "remove it: pages contain only pictures and text",
      "---\ntitle: A\n---\nalert(1)\n"),
    Mistake(
      "a comment of HTML",
      in: "Content/one/a.md", "---\ntitle: A\n---\nText.\n\n<!-- later -->\n",
      "6:1: warning [raw-html]",
      says: "remove it: nothing in a text is hidden",
      "---\ntitle: A\n---\nText.\n"),
    Mistake(
      "a link to a page as it will be",
      in: "Content/one/a.md", "---\ntitle: A\n---\n[B](b.html)\n",
      "4:1: error [link-missing]",
      says: "did you mean b.md?",
      "---\ntitle: A\n---\n[B](b.md)\n"),
    Mistake(
      "a link without the ending",
      in: "Content/one/a.md", "---\ntitle: A\n---\n[B](b)\n",
      "4:1: error [link-missing]",
      says: "did you mean b.md?",
      "---\ntitle: A\n---\n[B](b.md)\n"),
    Mistake(
      "a link to a card that is not there",
      in: "Content/one/a.md", "---\ntitle: A\nlink: c.md\n---\nText.\n",
      "3:7: error [link-missing]",
      says: "did you mean ../two/c.md?",
      "---\ntitle: A\nlink: b.md\n---\nText.\n"),
    Mistake(
      "a link to an address without https",
      in: "Content/one/a.md", "---\ntitle: A\nlink: www.example.org\n---\nText.\n",
      "3:7: error [link-missing]",
      says: "write https://www.example.org",
      "---\ntitle: A\nlink: https://www.example.org\n---\nText.\n"),
    Mistake(
      "a link from the root of the site",
      in: "Content/one/a.md", "---\ntitle: A\n---\n[B](/one/b.md)\n",
      "4:5: error [link-refused]",
      says: "write a path relative to this file, because the site may be in a subfolder",
      "---\ntitle: A\n---\n[B](b.md)\n"),
    Mistake(
      "a link to a card of another shelf",
      in: "Content/one/a.md", "---\ntitle: A\nlink: two/c.md\n---\nText.\n",
      "3:7: error [link-missing]",
      says: "did you mean ../two/c.md?",
      "---\ntitle: A\nlink: ../two/c.md\n---\nText.\n"),
    Mistake(
      "a link that runs a script",
      in: "Content/one/a.md", #"---\#ntitle: A\#nlink: "javascript:alert(1)"\#n---\#nText.\#n"#,
      "3:7: error [link-refused]",
      says: "write an https:, http:, mailto:, tel:, sms: or geo: address, a path",
      "---\ntitle: A\nlink: b.md\n---\nText.\n"),
    Mistake(
      "a link to a mail address",
      in: "Content/one/a.md", "---\ntitle: A\nlink: me@example.org\n---\nText.\n",
      "3:7: error [link-missing]",
      says: "write mailto:me@example.org",
      "---\ntitle: A\nlink: mailto:me@example.org\n---\nText.\n"),
    Mistake(
      "a card that uses the name of another",
      in: "Content/one/b.md", "---\ntitle: B\nslug: a\n---\nText.\n",
      "3:7: error [id-duplicate]",
      says: "give one of Content/one/a.md and Content/one/b.md another name or slug",
      "---\ntitle: B\nslug: b\n---\nText.\n"),
  ]
}

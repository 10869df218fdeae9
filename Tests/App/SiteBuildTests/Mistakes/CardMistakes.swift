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
      "a picture of a host that is not named",
      wrong: [
        "cardshelf.yml": .text("images: { hosts: [cdn.example.org] }\n"),
        "Content/one/a.md": .text(
          "---\ntitle: A\nimage: https://img.example.org/m.png\nimageWidth: 8\nimageHeight: 6\nimageAlt: M\n---\nText.\n"
        ),
      ],
      "Content/one/a.md:3:8: error [image-refused]",
      says: "images: { hosts: [img.example.org] }",
      mended: ["cardshelf.yml": .text("images: { hosts: [cdn.example.org, img.example.org] }\n")]),
    Mistake(
      "a picture of a host without its size",
      wrong: [
        "cardshelf.yml": .text("images: { hosts: [cdn.example.org] }\n"),
        "Content/one/a.md": .text(
          "---\ntitle: A\nimage: https://cdn.example.org/m.png\nimageWidth: 8\nimageAlt: M\n---\nText.\n"),
      ],
      "Content/one/a.md:3:8: error [image-size-unknown]",
      says: "imageHeight is missing",
      mended: [
        "Content/one/a.md": .text(
          "---\ntitle: A\nimage: https://cdn.example.org/m.png\nimageWidth: 8\nimageHeight: 6\nimageAlt: M\n---\nText.\n"
        )
      ]),
    Mistake(
      "a unit behind the size of a picture",
      wrong: [
        "cardshelf.yml": .text("images: { hosts: [cdn.example.org] }\n"),
        "Content/one/a.md": .text(
          "---\ntitle: A\nimage: https://cdn.example.org/m.png\nimageWidth: 8px\nimageHeight: 6\nimageAlt: M\n---\nText.\n"
        ),
      ],
      "Content/one/a.md:4:13: error [image-size-unknown]",
      says: "write the pixels of the image as a whole number from 1 to 32767",
      mended: [
        "Content/one/a.md": .text(
          "---\ntitle: A\nimage: https://cdn.example.org/m.png\nimageWidth: 8\nimageHeight: 6\nimageAlt: M\n---\nText.\n"
        )
      ]),
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
      "a script in the text",
      in: "Content/one/a.md", "---\ntitle: A\n---\n<script>alert(1)</script>\n",
      "4:1: warning [raw-html]",
      says: "write what it says in Markdown, or link to it",
      "---\ntitle: A\n---\nText.\n"),
    Mistake(
      "a comment without an end",
      in: "Content/one/a.md", "---\ntitle: A\n---\nText.\n\n<!-- later\n",
      "6:1: warning [comment-unclosed]",
      says: "end the comment",
      "---\ntitle: A\n---\nText.\n\n<!-- later -->\n"),
    Mistake(
      "a comment without an end in a title",
      in: "Content/one/a.md", "---\ntitle: A <!-- later\n---\nText.\n",
      "2:8: warning [comment-unclosed]",
      says: "end the comment",
      "---\ntitle: A <!-- later -->\n---\nText.\n"),
    Mistake(
      "a number sign in a title",
      in: "Content/one/a.md", "---\ntitle: C# for all #1\n---\nText.\n",
      "2:19: warning [value-ends-at-comment]",
      says: "put the text between quotes: title: \"C# for all #1\"",
      "---\ntitle: \"C# for all #1\"\n---\nText.\n"),
    Mistake(
      "a picture whose name has a space",
      in: "Content/one/a.md", "---\ntitle: A\n---\nText ![b](my photo.jpg)\n",
      "4:6: warning [foreign-syntax]",
      says: "write ![b](<my photo.jpg>)",
      "---\ntitle: A\n---\nText\n"),
    Mistake(
      "a line that was pasted",
      in: "Content/one/a.md", "# A\n\nBoil\u{A0}the\u{A0}stock\u{A0}without\u{A0}shrimp\n",
      "3:1: warning [pasted-spaces]",
      says: "replace them by ordinary spaces",
      "# A\n\nBoil the stock without shrimp\n"),
    Mistake(
      "two links in a heading",
      in: "Content/one/a.md", "# [A](b.md) and [C](../two/c.md)\n",
      "1:17: warning [title-link-lost]",
      says: "put it into the text below",
      "# [A](b.md) and C\n"),
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
      "3:7: warning [id-duplicate]",
      says: "give one of Content/one/a.md and Content/one/b.md another name or slug",
      "---\ntitle: B\nslug: b\n---\nText.\n"),
  ]
}

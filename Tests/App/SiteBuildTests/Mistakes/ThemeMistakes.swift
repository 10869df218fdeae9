extension Mistake {
  static let theme: [Mistake] = [
    Mistake(
      "a font that is not installed",
      wrong: ["Themes/storefront/theme.yml": .replacing("- Noto Sans\n", with: "- «»Helvetica Neuer\n")],
      "Themes/storefront/theme.yml: error [font-missing]",
      says: "install it (`fc-list` shows what is installed), put its files into the",
      mended: ["Themes/storefront/theme.yml": .replacing("- Noto Sans\n", with: "- Noto Sans\n")]),
    Mistake(
      "a generic font",
      wrong: ["Themes/storefront/theme.yml": .replacing("- Noto Sans\n", with: "- «»sans-serif\n")],
      "Themes/storefront/theme.yml: error [font-generic]",
      says: "generic and system names mean different fonts on different machines; name a",
      mended: ["Themes/storefront/theme.yml": .replacing("- Noto Sans\n", with: "- Noto Sans\n")]),
    Mistake(
      "a list of fonts in one text",
      wrong: [
        "Themes/storefront/theme.yml": .replacing(
          "mono: [Noto Sans Mono, Noto Sans]", with: "mono: «»Noto Sans Mono, Noto Sans")
      ],
      "Themes/storefront/theme.yml: error [wrong-type]",
      says: "write a list with one item as `[Noto Sans Mono, Noto Sans]`",
      mended: [
        "Themes/storefront/theme.yml": .replacing(
          "mono: [Noto Sans Mono, Noto Sans]", with: "mono: [Noto Sans Mono, Noto Sans]")
      ]),
    Mistake(
      "a colour without quotes",
      wrong: [
        "Themes/storefront/theme.yml": .replacing(
          ##"card: "#ffffff"\##n    text: "#1a1c21""##, with: ##"«»card: #ffffff\##n    text: "#1a1c21""##)
      ],
      "Themes/storefront/theme.yml: error [color-invalid]",
      says: "put the colour between quotes: without them `#` begins a comment",
      mended: [
        "Themes/storefront/theme.yml": .replacing(
          ##"card: "#ffffff"\##n    text: "#1a1c21""##, with: ##"card: "#ffffff"\##n    text: "#1a1c21""##)
      ]),
    Mistake(
      "a colour by name",
      wrong: ["Themes/storefront/theme.yml": .replacing(##""#ffffff""##, with: "«»white")],
      "Themes/storefront/theme.yml: error [color-invalid]",
      says: ##"write it as "#rgb", "#rrggbb" or "#rrggbbaa""##,
      mended: ["Themes/storefront/theme.yml": .replacing(##""#ffffff""##, with: ##""#ffffff""##)]),
    Mistake(
      "a colour of four digits",
      wrong: ["Themes/storefront/theme.yml": .replacing(##""#ffffff""##, with: ##"«»"#fffff""##)],
      "Themes/storefront/theme.yml: error [color-invalid]",
      says: ##"write it as "#rgb", "#rrggbb" or "#rrggbbaa""##,
      mended: ["Themes/storefront/theme.yml": .replacing(##""#ffffff""##, with: ##""#ffffff""##)]),
    Mistake(
      "a colour as a function of CSS",
      wrong: ["Themes/storefront/theme.yml": .replacing(##""#ffffff""##, with: "«»rgb(255, 255, 255)")],
      "Themes/storefront/theme.yml: error [color-invalid]",
      says: ##"write it as "#rgb", "#rrggbb" or "#rrggbbaa""##,
      mended: ["Themes/storefront/theme.yml": .replacing(##""#ffffff""##, with: ##""#ffffff""##)]),
    Mistake(
      "a colour that is not there",
      wrong: [
        "Themes/storefront/theme.yml": .replacing("maxLines: 1, color: accent", with: "maxLines: 1, color: «»acent")
      ],
      "Themes/storefront/theme.yml: error [color-unknown]",
      says: "did you mean `accent`?",
      mended: [
        "Themes/storefront/theme.yml": .replacing("maxLines: 1, color: accent", with: "maxLines: 1, color: accent")
      ]),
    Mistake(
      "a colour as a style's color",
      wrong: [
        "Themes/storefront/theme.yml": .replacing(
          "maxLines: 1, color: accent", with: ##"maxLines: 1, color: «»"#ff0000""##)
      ],
      "Themes/storefront/theme.yml: error [color-unknown]",
      says: "one of: accent, border, card, code, page, secondary, tag, tagText, text",
      mended: [
        "Themes/storefront/theme.yml": .replacing("maxLines: 1, color: accent", with: "maxLines: 1, color: accent")
      ]),
    Mistake(
      "a line height as a factor",
      wrong: [
        "Themes/storefront/theme.yml": .replacing("size: 17, lineHeight: 22", with: "size: 17, lineHeight: «»1.3")
      ],
      "Themes/storefront/theme.yml: error [not-whole]",
      says: "browsers round fractions of a pixel differently; whole pixels are the same",
      mended: ["Themes/storefront/theme.yml": .replacing("size: 17, lineHeight: 22", with: "size: 17, lineHeight: 22")]),
    Mistake(
      "a weight in words in the theme",
      wrong: ["Themes/storefront/theme.yml": .replacing("weight: 700, size: 17", with: "weight: «»bold, size: 17")],
      "Themes/storefront/theme.yml: error [wrong-type]",
      says: "write 700",
      mended: ["Themes/storefront/theme.yml": .replacing("weight: 700, size: 17", with: "weight: 700, size: 17")]),
    Mistake(
      "a size in px",
      wrong: [
        "Themes/storefront/theme.yml": .replacing("size: 17, lineHeight: 22", with: "size: «»17px, lineHeight: 22")
      ],
      "Themes/storefront/theme.yml: error [wrong-type]",
      says: "write 17, without a unit; lengths are CSS pixels",
      mended: ["Themes/storefront/theme.yml": .replacing("size: 17, lineHeight: 22", with: "size: 17, lineHeight: 22")]),
    Mistake(
      "a slot that is not there",
      wrong: ["Themes/storefront/theme.yml": .replacing("- subtitle: { gap: 2 }\n", with: "- «»caption: { gap: 2 }\n")],
      "Themes/storefront/theme.yml: error [element-invalid]",
      says: "one of: image, eyebrow, title, subtitle, body, tags, footer, row, stack",
      mended: ["Themes/storefront/theme.yml": .replacing("- subtitle: { gap: 2 }\n", with: "- subtitle: { gap: 2 }\n")]),
    Mistake(
      "a ratio as a fraction",
      wrong: ["Themes/storefront/theme.yml": .replacing("ratio: 16/9, bleed", with: "ratio: «»1.78, bleed")],
      "Themes/storefront/theme.yml: error [ratio-invalid]",
      says: "write it as width/height in whole numbers from 1 to 1000, such as 16/9",
      mended: ["Themes/storefront/theme.yml": .replacing("ratio: 16/9, bleed", with: "ratio: 16/9, bleed")]),
    Mistake(
      "a ratio with a colon",
      wrong: ["Themes/storefront/theme.yml": .replacing("ratio: 16/9, bleed", with: "ratio: «»16:9, bleed")],
      "Themes/storefront/theme.yml: error [ratio-invalid]",
      says: "write it as width/height in whole numbers from 1 to 1000, such as 16/9",
      mended: ["Themes/storefront/theme.yml": .replacing("ratio: 16/9, bleed", with: "ratio: 16/9, bleed")]),
    Mistake(
      "a card without a title",
      wrong: [
        "Themes/storefront/theme.yml": .replacing(
          "  cover:\n    padding: 16\n    stack:\n      - image:    { ratio: 16/9, bleed: true, below: 10 }\n      - eyebrow:  { gap: 4 }\n      - title:    { gap: 4 }\n",
          with:
            "  «»cover:\n    padding: 16\n    stack:\n      - image:    { ratio: 16/9, bleed: true, below: 10 }\n      - eyebrow:  { gap: 4 }\n"
        )
      ],
      "Themes/storefront/theme.yml: error [title-missing]",
      says: "add `- title` to the stack of `cover`",
      mended: [
        "Themes/storefront/theme.yml": .replacing(
          "  cover:\n    padding: 16\n    stack:\n      - image:    { ratio: 16/9, bleed: true, below: 10 }\n      - eyebrow:  { gap: 4 }\n      - title:    { gap: 4 }\n",
          with:
            "  cover:\n    padding: 16\n    stack:\n      - image:    { ratio: 16/9, bleed: true, below: 10 }\n      - eyebrow:  { gap: 4 }\n      - title:    { gap: 4 }\n"
        )
      ]),
    Mistake(
      "a comma left out",
      wrong: [
        "Themes/storefront/theme.yml": .replacing(
          "{ font: text, weight: 700, size: 17", with: "{ font: text weight«»: 700, size: 17")
      ],
      "Themes/storefront/theme.yml: error [yaml-syntax]",
      says: "write commas between the parts of a list or mapping, and `}` at its end",
      mended: [
        "Themes/storefront/theme.yml": .replacing(
          "{ font: text, weight: 700, size: 17", with: "{ font: text, weight: 700, size: 17")
      ]),
    Mistake(
      "a tab in the theme",
      wrong: [
        "Themes/storefront/theme.yml": .replacing(
          "    padding: 16\n    stack:\n      - image:", with: "«»\tpadding: 16\n    stack:\n      - image:")
      ],
      "Themes/storefront/theme.yml: error [yaml-syntax]",
      says: "indent with spaces; YAML does not allow tabs there",
      mended: [
        "Themes/storefront/theme.yml": .replacing(
          "    padding: 16\n    stack:\n      - image:", with: "    padding: 16\n    stack:\n      - image:")
      ]),
    Mistake(
      "px in a spacing of the theme",
      wrong: [
        "Themes/storefront/theme.yml": .replacing("spacing: 6\n  lineSpacing", with: "spacing: «»6px\n  lineSpacing")
      ],
      "Themes/storefront/theme.yml: error [wrong-type]",
      says: "write 6, without a unit; lengths are CSS pixels",
      mended: [
        "Themes/storefront/theme.yml": .replacing("spacing: 6\n  lineSpacing", with: "spacing: 6\n  lineSpacing")
      ]),
    Mistake(
      "a rule that moves things in paint.css",
      wrong: ["Themes/storefront/paint.css": .appended(".title { «»padding: 3px }\n")],
      "Themes/storefront/paint.css: error [paint-property]",
      says: "set cards.NAME.padding, tags.padding or body.codePadding in theme.yml",
      mended: ["Themes/storefront/paint.css": .appended("")]),
    Mistake(
      "a misspelt property in paint.css",
      wrong: ["Themes/storefront/paint.css": .appended(".title { «»colour: red }\n")],
      "Themes/storefront/paint.css: error [paint-property]",
      says: "did you mean `color`?",
      mended: ["Themes/storefront/paint.css": .appended(".title { color: red }\n")]),
    Mistake(
      "a brace that is not closed in paint.css",
      wrong: ["Themes/storefront/paint.css": .appended(".title «»{ color: red\n")],
      "Themes/storefront/paint.css: error [paint-syntax]",
      says: "close the block",
      mended: ["Themes/storefront/paint.css": .appended(".title { color: red }\n")]),
    Mistake(
      "a semicolon left out in paint.css",
      wrong: ["Themes/storefront/paint.css": .appended(".title { color: red\n  text-decoration«»: none }\n")],
      "Themes/storefront/paint.css: error [paint-syntax]",
      says: "end the declaration before this one with `;`",
      mended: ["Themes/storefront/paint.css": .appended(".title { color: red;\n  text-decoration: none }\n")]),
    Mistake(
      "@import in paint.css",
      wrong: ["Themes/storefront/paint.css": .appended("«»@import url(https://example.org/font.css);\n")],
      "Themes/storefront/paint.css: error [paint-loads]",
      says: "remove it: nothing is loaded from a paint sheet",
      mended: ["Themes/storefront/paint.css": .appended("")]),
    Mistake(
      "a comment of another kind in paint.css",
      wrong: ["Themes/storefront/paint.css": .appended("«»// red titles\n.title { color: red }\n")],
      "Themes/storefront/paint.css: error [paint-syntax]",
      says: "write comments between /* and */",
      mended: ["Themes/storefront/paint.css": .appended("/* red titles */\n.title { color: red }\n")]),
    Mistake(
      "a colour of the theme that is not there in paint.css",
      wrong: ["Themes/storefront/paint.css": .appended(".title { color: var(«»--acent) }\n")],
      "Themes/storefront/paint.css: error [paint-color-unknown]",
      says: "did you mean `--accent`?",
      mended: ["Themes/storefront/paint.css": .appended(".title { color: var(--accent) }\n")]),
    Mistake(
      "a picture in paint.css",
      wrong: ["Themes/storefront/paint.css": .appended(".card { background: «»url(paper.png) }\n")],
      "Themes/storefront/paint.css: error [paint-loads]",
      says: "remove it: nothing is loaded from a paint sheet",
      mended: ["Themes/storefront/paint.css": .appended("")]),
    Mistake(
      "an animation in paint.css",
      wrong: ["Themes/storefront/paint.css": .appended("«»@keyframes spin { to { rotate: 1turn } }\n")],
      "Themes/storefront/paint.css: error [paint-at-rule]",
      says: "remove it: animations are not allowed; use `transition`",
      mended: ["Themes/storefront/paint.css": .appended("")]),
    Mistake(
      "a script in the template",
      wrong: ["Themes/storefront/page.mustache": .replacing("</body>", with: "«»<script>alert(1)</script></body>")],
      "Themes/storefront/page.mustache: error [page-script]",
      says: "a page cannot contain scripts, embedded styles or drawings, forms or frames",
      mended: ["Themes/storefront/page.mustache": .replacing("</body>", with: "</body>")]),
    Mistake(
      "a style sheet in the body of the template",
      wrong: [
        "Themes/storefront/page.mustache": .replacing(
          "</header>", with: #"«»<link rel="canonical" href="index.html"/></header>"#)
      ],
      "Themes/storefront/page.mustache: error [page-markup]",
      says: "move it into head, after the title; `header` can contain text, p, h1 to h6, ul, ol,",
      mended: ["Themes/storefront/page.mustache": .replacing("</header>", with: "</header>")]),
    Mistake(
      "an element in a line of values in the template",
      wrong: [
        "Themes/storefront/page.mustache": .replacing(
          "<title>{{documentTitle}}", with: "<meta name=\"x\" content=\"{{dir}}\"/>«»<p>{{lang}}</p><title>{{title}}")
      ],
      "Themes/storefront/page.mustache: error [page-markup]",
      says: "move it into body; `head` can contain meta, title and link",
      mended: ["Themes/storefront/page.mustache": .replacing("<title>", with: "<title>")]),
    Mistake(
      "an attribute that is not there in the template",
      wrong: [
        "Themes/storefront/page.mustache": .replacing(
          "<h1 class=\"page-title\">", with: "«»<h1 align=\"center\" class=\"page-title\">")
      ],
      "Themes/storefront/page.mustache: error [page-markup]",
      says: "remove it; `h1` can have class, title, lang, dir, id, role",
      mended: ["Themes/storefront/page.mustache": .replacing("<h1", with: "<h1")]),
    Mistake(
      "a template that links one style sheet",
      wrong: [
        "Themes/storefront/page.mustache": .replacing(
          #"<link rel="stylesheet" href="{{.}}"/>"#,
          with: #"{{#first()}}«»<link rel="stylesheet" href="{{.}}"/>{{/first()}}"#)
      ],
      "Themes/storefront/page.mustache: error [style-missing]",
      says: #"link all of them: {{#styleSheets}}<link rel="stylesheet" href="{{.}}"/>{{/styleSheets}}"#,
      mended: ["Themes/storefront/page.mustache": .replacing("{{/styleSheets}}", with: "{{/styleSheets}}")]),
    Mistake(
      "shelves in a comment of the template",
      wrong: [
        "Themes/storefront/page.mustache": .replacing(
          "<main id=\"main//\">\n{{{shelves}}}", with: "«»<main id=\"main//\">\n<!-- {{{shelves}}} -->")
      ],
      "Themes/storefront/page.mustache: error [layout-content]",
      says: "a template must write {{{shelves}}} once, outside of comments and conditions",
      mended: ["Themes/storefront/page.mustache": .replacing("{{{shelves}}}", with: "{{{shelves}}}")]),
    Mistake(
      "a section that is closed by another name",
      wrong: ["Themes/storefront/page.mustache": .replacing("{{/styleSheets}}", with: "«»{{/styleSheet}}")],
      "Themes/storefront/page.mustache: error [template-syntax]",
      says: "this closes another section than the one that is open",
      mended: ["Themes/storefront/page.mustache": .replacing("{{/styleSheets}}", with: "{{/styleSheets}}")]),
    Mistake(
      "an entity of HTML in the template",
      wrong: ["Themes/storefront/page.mustache": .replacing("</body>", with: "<p>&nbsp;«»</p></body>")],
      "Themes/storefront/page.mustache: error [page-not-well-formed]",
      says: "write the character itself, or its number: &#160; for &nbsp;",
      mended: ["Themes/storefront/page.mustache": .replacing("</body>", with: "<p>&#160;</p></body>")]),
    Mistake(
      "an element that is not closed in the template",
      wrong: ["Themes/storefront/page.mustache": .replacing("</body>", with: "<p>Bye<br></p>«»</body>")],
      "Themes/storefront/page.mustache: error [page-not-well-formed]",
      says: "</p> is written while `br` is still open [page-not-well-formed]",
      mended: ["Themes/storefront/page.mustache": .replacing("</body>", with: "<p>Bye<br/></p></body>")]),
    Mistake(
      "a style in the template",
      wrong: [
        "Themes/storefront/page.mustache": .replacing("</body>", with: #"«»<p style="color: red">Bye</p></body>"#)
      ],
      "Themes/storefront/page.mustache: error [page-script]",
      says: "use the theme's paint.css",
      mended: ["Themes/storefront/page.mustache": .replacing("</body>", with: "<p>Bye</p></body>")]),
    Mistake(
      "a picture from elsewhere in the template",
      wrong: [
        "Themes/storefront/page.mustache": .replacing(
          "</body>", with: #"«»<img src="https://example.org/a.png" alt="" width="1" height="1"/></body>"#)
      ],
      "Themes/storefront/page.mustache: error [link-refused]",
      says: "a page and its style sheets can load only files of the site, by relative paths",
      mended: ["Themes/storefront/page.mustache": .replacing("</body>", with: "</body>")]),
    Mistake(
      "a misspelt value in the template",
      wrong: ["Themes/storefront/page.mustache": .replacing("{{{shelves}}}", with: "«»{{{shelfs}}}")],
      "Themes/storefront/page.mustache: error [template-name-unknown]",
      says: "did you mean `shelves`?",
      mended: ["Themes/storefront/page.mustache": .replacing("{{{shelves}}}", with: "{{{shelves}}}")]),
    Mistake(
      "a title as markup in the template",
      wrong: [
        "Themes/storefront/page.mustache": .replacing("<title>{{documentTitle}}", with: "<title>«»{{{documentTitle}}}")
      ],
      "Themes/storefront/page.mustache: error [template-unescaped]",
      says: "write {{documentTitle}}; three braces are for titleMarkup, introduction, columnToggles and shelves",
      mended: [
        "Themes/storefront/page.mustache": .replacing("<title>{{documentTitle}}", with: "<title>{{documentTitle}}")
      ]),
    Mistake(
      "a list where a text belongs in the template",
      wrong: ["Themes/storefront/page.mustache": .replacing("</body>", with: "<p>«»{{navigation}}</p></body>")],
      "Themes/storefront/page.mustache: error [template-value-kind]",
      says: "write the markup of each entry between {{#navigation}} and {{/navigation}}",
      mended: [
        "Themes/storefront/page.mustache": .replacing(
          "</body>", with: "{{#navigation}}<p>{{title}}</p>{{/navigation}}</body>")
      ]),
    Mistake(
      "all values where one belongs in the template",
      wrong: ["Themes/storefront/page.mustache": .replacing("</body>", with: "<p>«»{{.}}</p></body>")],
      "Themes/storefront/page.mustache: error [template-value-kind]",
      says: "name the one to show, such as title",
      mended: ["Themes/storefront/page.mustache": .replacing("</body>", with: "<p>{{title}}</p></body>")]),
    Mistake(
      "a partial that is not there",
      wrong: ["Themes/storefront/page.mustache": .replacing("</body>", with: "«»{{> foot}}</body>")],
      "Themes/storefront/page.mustache: error [template-partial-unknown]",
      says: "write it to foot.mustache next to page.mustache",
      mended: [
        "Themes/storefront/page.mustache": .replacing("</body>", with: "{{> foot}}</body>"),
        "Themes/storefront/foot.mustache": .text("<p>Bye</p>"),
      ]),
  ]
}

import Diagnostics
import TestSupport
import Testing

@testable import Themes

/// Expects exactly the findings that are marked in a theme, in the order of the file.
private func expect(_ rules: [String], in text: String) {
  let marked = MarkedText(carets: text)
  let (theme, findings) = read(marked.source)
  let sorted = findings.sortedByPlace()
  #expect(theme == nil)
  #expect(sorted.map(\.rule) == rules.map { Diagnostic.Rule($0, fault: .cannotRun) })
  #expect(sorted.count == marked.spans.count, "\(sorted.map(\.rendered).joined())")
  for (finding, span) in zip(sorted, marked.spans) {
    #expect(finding.shows(span, in: marked.source), "\(finding.rendered)")
  }
}

@Suite struct BadThemes {
  @Test(arguments: [
    ("font-generic", "{text: [Noto Sans, ^sans-serif^], mono: [A]}"),
    ("font-generic", "{text: [^System-UI^], mono: [A]}"),
    ("font-generic", "{text: [A], mono: [^UI-Monospace^, B]}"),
    ("font-generic", "{text: [A], mono: [^' monospace '^]}"),
    ("font-generic", "{text: [A], mono: [^-apple-system^]}"),
    ("font-generic", "{text: [A], mono: [^''^]}"),
    ("font-stack-empty", "{text: ^[]^, mono: [A]}"),
    ("missing-key", "^{text: [A]}^"),
    ("missing-key", "{text: [A], ^mono^: }"),
    ("wrong-type", "{text: ^Noto Sans^, mono: [A]}"),
    ("wrong-type", "{text: [A, ^[B]^], mono: [A]}"),
    ("name-invalid", "{text: [A], mono: [B], ^Big Type^: [C]}"),
    ("wrong-type", "^[Noto Sans]^"),
  ]) func fonts(rule: String, fonts: String) {
    expect([rule], in: ThemeText(fonts: "fonts: \(fonts)\n").text)
  }

  @Test(arguments: [
    ("unknown-key", "{^titel^: {size: 17}}"),
    ("unknown-key", "{title: {^colour^: text}}"),
    ("font-stack-unknown", "{title: {font: ^txt^}}"),
    ("color-unknown", "{title: {color: ^tagtext^}}"),
    ("not-whole", "{title: {size: ^16.5^}}"),
    ("not-whole", "{title: {lineHeight: ^22.0^}}"),
    ("out-of-range", "{title: {size: ^5^}}"),
    ("out-of-range", "{title: {size: ^201^, lineHeight: 300}}"),
    ("out-of-range", "{title: {lineHeight: ^401^}}"),
    ("line-height-too-small", "{title: {size: 20, lineHeight: ^19^}}"),
    ("line-height-too-small", "{title: {size: ^23^}}"),
    ("line-height-too-small", "{title: {lineHeight: ^16^}}"),
    ("weight-invalid", "{title: {weight: ^450^}}"),
    ("out-of-range", "{title: {weight: ^1000^}}"),
    ("wrong-type", "{title: {weight: ^bold^}}"),
    ("wrong-type", "{title: {italic: ^yes^}}"),
    ("out-of-range", "{title: {maxLines: ^0^}}"),
    ("out-of-range", "{title: {maxLines: ^1001^}}"),
    ("out-of-range", "{title: {maxLines: {compact: ^0^}}}"),
    ("wrong-type", "{title: {maxLines: {compact: ^two^}}}"),
    ("width-class-unknown", "{title: {maxLines: {compact: 1, ^expandd^: 2}}}"),
    ("wrong-type", "{title: ^17^}"),
    ("unknown-value", "{title: {textStyle: ^headlin^}}"),
    ("line-height-too-small", "{title: {textStyle: body, size: ^23^}}"),
  ]) func textStyles(rule: String, styles: String) {
    expect([rule], in: ThemeText(rest: "textStyles: \(styles)\n").text)
  }

  @Test(arguments: [
    ("slot-name-taken", "{^title^: }"), ("slot-name-taken", "{^row^: {}}"), ("slot-name-taken", "{^taken^: {}}"),
    ("yaml-duplicate-key", "{a: {}, ^a^: {}}"), ("name-invalid", "{^Price^: {}}"),
    ("text-style-unknown", "{price: {style: ^footr^}}"), ("wrong-type", "{price: ^footer^}"),
    ("unknown-key", "{price: {^kind^: text}}"),
  ]) func slots(rule: String, slots: String) {
    expect([rule], in: ThemeText(rest: "slots: \(slots)\n").text)
  }

  @Test func aThemeHasAtMost32Slots() {
    let names = (0..<26).map { "s\($0): {}" }.joined(separator: ", ")
    expect(["slots-too-many"], in: ThemeText(rest: "slots: {\(names.replacing("s25", with: "^s25^"))}\n").text)
  }

  @Test(arguments: [
    ("cards-empty", "^{}^"),
    ("missing-key", "{cover: ^{padding: 3}^}"),
    ("title-missing", "{^cover^: {stack: [body]}}"),
    ("title-missing", "{^cover^: {stack: []}}"),
    ("out-of-range", "{cover: {padding: ^-1^, stack: [title]}}"),
    ("out-of-range", "{cover: {minHeight: ^2001^, stack: [title]}}"),
    ("out-of-range", "{cover: {stack: [title: {gap: ^-4^}]}}"),
    ("not-whole", "{cover: {stack: [title: {gap: ^1.5^}]}}"),
    ("wrong-type", "{cover: {stack: [title: {gap: ^4px^}]}}"),
    ("unknown-value", "{cover: {stack: [title: {pin: ^top^}]}}"),
    ("unknown-key", "{cover: {stack: [title: {^gab^: 3}]}}"),
    ("unknown-key", "{cover: {^minheight^: 3, stack: [title]}}"),
    ("slot-repeated", "{cover: {stack: [title, body, ^title^]}}"),
    ("slot-repeated", "{cover: {stack: [title, row: {image: {size: 5}, stack: [^title^]}]}}"),
    ("slot-repeated", "{cover: {stack: [image, row: {^image^: {size: 5}, stack: [title]}]}}"),
    ("element-invalid", "{cover: {stack: [title, ^titles^]}}"),
    ("element-invalid", "{cover: {stack: [title, {^foter^: {gap: 3}}]}}"),
    ("element-invalid", "{cover: {stack: [title, ^{body: {}, tags: {}}^]}}"),
    ("element-invalid", "{cover: {stack: [title, ^[body]^]}}"),
    ("element-invalid", "{cover: {stack: [row: {image: {size: 5}, stack: [title, ^row^]}]}}"),
    ("element-invalid", "{cover: {stack: [row: {image: {size: 5}, stack: [title, ^image^]}]}}"),
    ("ratio-invalid", "{cover: {stack: [title, image: {ratio: ^1.5^}]}}"),
    ("ratio-invalid", "{cover: {stack: [title, image: {ratio: ^16/0^}]}}"),
    ("ratio-invalid", "{cover: {stack: [title, image: {ratio: ^-16/9^}]}}"),
    ("ratio-invalid", "{cover: {stack: [title, image: {ratio: ^99999999999999999999/9^}]}}"),
    ("ratio-invalid", "{cover: {stack: [title, image: {ratio: ^[16, 9]^}]}}"),
    ("wrong-type", "{cover: {stack: [title, image: {bleed: ^1^}]}}"),
    ("image-size-missing", "{cover: {stack: [^row^: {stack: [title]}]}}"),
    ("image-size-missing", "{cover: {stack: [row: {^image^: , stack: [title]}]}}"),
    ("image-size-missing", "{cover: {stack: [row: {image: ^{}^, stack: [title]}]}}"),
    ("image-size-missing", "{cover: {stack: [row: {image: ^{width: 5}^, stack: [title]}]}}"),
    ("image-size-missing", "{cover: {stack: [row: {image: ^{size: 5, width: 5}^, stack: [title]}]}}"),
    ("out-of-range", "{cover: {stack: [row: {image: {size: ^0^}, stack: [title]}]}}"),
    ("unknown-value", "{cover: {stack: [row: {image: {size: 5}, align: ^centre^, stack: [title]}]}}"),
    ("pin-in-row", "{cover: {stack: [row: {image: {size: 5}, stack: [title: {^pin^: bottom}]}]}}"),
    ("name-invalid", "{^9^: {stack: [title]}}"),
    ("unknown-value", "{cover: {border: ^3^, stack: [title]}}"),
    ("unknown-value", "{cover: {border: ^0.5px^, stack: [title]}}"),
  ]) func cards(rule: String, cards: String) {
    expect([rule], in: ThemeText(cards: "cards: \(cards)\n").text)
  }

  @Test(arguments: [
    ("unknown-key", "{stack: [title, row: {items: [body: {^gap^: 3}]}]}"),
    ("unknown-key", "{stack: [title, row: {items: [body], ^spacng^: 3}]}"),
    ("unknown-key", "{stack: [title, row: {items: [body], ^stack^: [tags]}]}"),
    ("unknown-key", "{stack: [title, stack: {items: [body], ^spacing^: 3}]}"),
    ("unknown-key", "{stack: [title, tags: {^minLines^: 3}]}"),
    ("unknown-key", "{stack: [title, row: {items: [image: {size: 3, ^bleed^: true}]}]}"),
    ("missing-key", "{stack: [title, stack: ^{gap: 3}^]}"),
    ("items-missing", "{stack: [title, ^stack^]}"),
    ("items-missing", "{stack: [title, ^stack^: []]}"),
    ("items-missing", "{stack: [title, ^row^: {items: []}]}"),
    ("missing-key", "{stack: [title, row: ^{spacing: 3}^]}"),
    ("wrong-type", "{stack: [title, row: {items: ^3^}]}"),
    ("slot-repeated", "{stack: [title, row: {items: [body, stack: [^title^]]}]}"),
    ("slot-repeated", "{stack: [title, row: {items: [image: {size: 3}, stack: [^image^]]}]}"),
    ("element-invalid", "{stack: [title, row: {items: [^boddy^]}]}"),
    ("pin-in-row", "{stack: [title, stack: [body: {^pin^: bottom}]]}"),
    ("grow-in-row", "{stack: [title, row: {items: [body: {^grow^: true}]}]}"),
    ("wrong-type", "{stack: [title: {grow: ^yes^}]}"),
    ("unknown-value", "{stack: [title: {textAlign: ^left^}]}"),
    ("unknown-value", "{textAlign: ^middle^, stack: [title]}"),
    ("unknown-value", "{stack: [title: {level: ^shelves^}]}"),
    ("out-of-range", "{stack: [title: {minLines: ^-1^}]}"),
    ("width-invalid", "{stack: [title: {width: ^huge^}]}"),
    ("out-of-range", "{stack: [title: {width: ^0^}]}"),
    ("not-whole", "{stack: [title: {width: ^1.5^}]}"),
    ("width-invalid", "{stack: [title: {^maxWidth^: 5}]}"),
    ("width-invalid", "{stack: [title: {width: 9, ^maxWidth^: 5}]}"),
    ("image-size-twice", "{stack: [title, image: {size: ^5^, width: 5}]}"),
    ("image-size-twice", "{stack: [title, image: {height: ^5^, ratio: 1/1}]}"),
    ("image-bleed-narrow", "{stack: [title, image: {width: 5, ^bleed^: true}]}"),
    ("image-bleed-narrow", "{stack: [title, image: {maxWidth: 5, ^bleed^: true}]}"),
    ("heights-crossed", "{stack: [title, image: {minHeight: 9, maxHeight: ^8^}]}"),
    ("heights-crossed", "{minHeight: 9, maxHeight: ^8^, stack: [title]}"),
    ("ratio-invalid", "{ratio: ^3^, stack: [title]}"),
    ("text-size-unknown", "{stack: [title, row: {items: [body], stackAt: ^AX9^}]}"),
    ("unknown-key", "{variants: [b], ^padding^: 3}"),
    ("variants-empty", "{variants: ^[]^}"),
    ("variant-unknown", "{variants: [b, ^c^]}"),
    ("variant-circular", "{variants: [b, ^a^]}"),
    ("wrong-type", "{variants: ^b^}"),
  ]) func anatomies(rule: String, anatomy: String) {
    expect([rule], in: ThemeText(cards: "cards: {a: \(anatomy), b: {stack: [title]}}\n").text)
  }

  @Test func circularVariants() {
    expect(
      ["variant-circular", "variant-circular"],
      in: ThemeText(cards: "cards: {a: {variants: [^b^]}, b: {variants: [c, ^a^]}, c: {stack: [title]}}\n").text)
  }

  /// Up to eight nested rows and stacks are accepted.
  @Test(arguments: [0, 1, 5, 7, 8, 20]) func limitsDepth(depth: Int) {
    var inner = "title"
    for level in 0..<depth { inner = level == depth - 8 ? "{^stack^: [\(inner)]}" : "{stack: [\(inner)]}" }
    let text = ThemeText(cards: "cards: {a: {stack: [subtitle, \(inner)]}}\n").text
    if depth <= 7 {
      #expect(read(SourceText(path: "theme.yml", text: text)).findings == [])
    } else {
      let found = read(MarkedText(carets: text).source).findings.map(\.rule.name)
      #expect(found.contains("stack-too-deep") || found.contains("yaml-too-deep"))
    }
  }

  @Test(arguments: [
    ("{stack: [title: {width: hugg}]}", "did you mean `hug`?"),
    ("{stack: [title, row: {items: [body], aling: end}]}", "did you mean `align`?"),
    ("{variants: [bb]}", "did you mean `b`?"), ("{stack: [title, row: {items: [titel]}]}", "did you mean `title`?"),
    ("{stack: [title: {levl: row}]}", "did you mean `level`?"),
  ]) func suggestsSimilarNames(anatomy: String, words: String) {
    let text = ThemeText(cards: "cards: {a: \(anatomy), b: {stack: [title]}}\n").text
    let findings = read(SourceText(path: "theme.yml", text: text)).findings
    #expect(findings.count == 1 && findings[0].rendered.contains(words), "\(findings.map(\.rendered))")
  }

  @Test(arguments: [
    ("out-of-range", "tags: {padding: ^-1^}"),
    ("out-of-range", "tags: {padding: [1, ^2001^]}"),
    ("lengths-invalid", "tags: {padding: ^[1, 2, 3]^}"),
    ("lengths-invalid", "tags: {padding: ^[]^}"),
    ("unknown-key", "tags: {^linespacing^: 1}"),
    ("unknown-value", "tags: {align: ^left^}"),
    ("unknown-value", "tags: {lastLine: ^other^}"),
    ("unknown-value", "tags: {distribute: ^evenly^}"),
    ("out-of-range", "tags: {maxRows: ^-1^}"),
    ("out-of-range", "tags: {maxRows: {compact: 1, medium: ^1001^}}"),
    ("wrong-type", "tags: {maxRows: ^[1, 2]^}"),
    ("width-class-unknown", "tags: {maxRows: {^medum^: 1}}"),
    ("width-class-unknown", "widthClasses: {compact: {}}\ntags: {maxRows: {^medium^: 1}}"),
    ("out-of-range", "body: {indent: ^-2^}"),
    ("ratio-invalid", "body: {imageRatio: ^wide^}"),
    ("out-of-range", "shelf: {cardWidth: ^0^}"),
    ("out-of-range", "shelf: {cardWidth: ^-280^}"),
    ("out-of-range", "shelf: {columns: {compact: ^0^}}"),
    ("width-class-unknown", "shelf: {columns: {^compakt^: 1}}"),
    ("wrong-type", "shelf: {columns: ^3^}"),
    ("unknown-key", "^card^: {padding: 3}"),
  ]) func measures(rule: String, rest: String) {
    expect([rule], in: ThemeText(rest: rest + "\n").text)
  }

  @Test(arguments: [
    ("width-classes-invalid", "^{}^"),
    ("width-classes-invalid", "{compact: {from: ^1^, steps: [320]}}"),
    ("width-classes-invalid", "{^medium^: {}}"),
    ("width-classes-invalid", "{compact: {}, medium: {from: ^0^}}"),
    ("width-classes-invalid", "{compact: {}, ^landscape^: {from: 700, steps: [700]}}"),
    ("width-classes-invalid", "{compact: {}, ^regularWidth^: {from: 700, steps: [700]}}"),
    (
      "width-classes-invalid", "{compact: {steps: [320]}, a: {from: 900, steps: [900]}, b: {from: ^900^, steps: [900]}}"
    ),
    ("steps-invalid", "{compact: {steps: ^[]^}}"),
    ("steps-invalid", "{compact: {steps: [320, ^320^]}}"),
    ("steps-invalid", "{compact: {steps: [320, 400, ^360^]}}"),
    ("steps-invalid", "{compact: {steps: [320, ^600^]}, medium: {}}"),
    ("steps-invalid", "{compact: {}, medium: {steps: [^599^, 700]}}"),
    ("not-whole", "{compact: {steps: [320, ^360.5^]}}"),
    ("out-of-range", "{compact: {steps: [320, ^99999^]}}"),
    ("out-of-range", "{compact: {margin: ^-1^}}"),
    ("out-of-range", "{compact: {from: ^-1^}}"),
    ("margin-too-wide", "{compact: {margin: ^111^}}"),
    ("margin-too-wide", "{compact: {steps: [^131^, 400]}}"),
    ("missing-key", "{compact: {}, desk: ^{steps: [900]}^}"),
    ("missing-key", "{compact: {}, desk: ^{from: 900}^}"),
    ("unknown-key", "{compact: {^step^: [320]}}"),
    ("name-invalid", "{^Compact^: {from: 0, steps: [320]}}"),
  ]) func widthClasses(rule: String, classes: String) {
    expect([rule], in: ThemeText(rest: "widthClasses: \(classes)\n").text)
  }

  @Test func limitsSteps() {
    func text(_ count: Int) -> String {
      let steps = (0..<count).map { $0 == 64 ? "^\(320 + $0)^" : "\(320 + $0)" }.joined(separator: ", ")
      return ThemeText(rest: "widthClasses: {compact: {steps: [\(steps)]}}\n").text
    }
    #expect(read(SourceText(path: "theme.yml", text: text(64))).findings == [])
    expect(["steps-too-many"], in: text(65))
  }

  @Test(arguments: [
    ("color-invalid", "page: '#fff'", "page: ^white^"),
    ("color-invalid", "page: '#fff'", "page: ^'#ffff'^"),
    ("color-invalid", "page: '#fff'", "page: ^'#ggg'^"),
    ("color-invalid", "page: '#fff'", "page: ^'fff'^"),
    ("color-invalid", "page: '#fff'", "page: ^'rgb(0 0 0)'^"),
    ("color-invalid", "page: '#fff'", "^page^: "),
    ("wrong-type", "page: '#fff'", "page: ^[0, 0, 0]^"),
    ("yaml-duplicate-key", "page: '#fff'", "page: '#fff', ^page^: '#000'"),
    ("color-unpaired", "page: '#fff'", "page: '#fff', ^gold^: '#ff0'"),
  ]) func colors(rule: String, old: String, new: String) {
    let scheme = new + ThemeText.scheme.dropFirst(1 + old.utf8.count)
    expect([rule], in: ThemeText(colors: "colors:\n  light: {\(scheme)\n  dark: \(ThemeText.scheme)\n").text)
  }

  @Test func requiredColours() {
    let scheme = "^{" + ThemeText.scheme.dropFirst("{page: '#fff', ".utf8.count) + "^"
    expect(["missing-key"], in: ThemeText(colors: "colors:\n  light: \(ThemeText.scheme)\n  dark: \(scheme)\n").text)
  }

  @Test func namesOfColours() {
    let scheme = ThemeText.scheme.dropLast()
    expect(
      ["name-invalid", "name-invalid"],
      in: ThemeText(
        colors: "colors:\n  light: \(scheme), ^Gold^: '#ff0'}\n  dark: \(scheme), ^Gold^: '#ff0'}\n"
      ).text)
  }

  @Test func badThemesPreventTheBuild() {
    let (_, findings) = read(SourceText(path: "theme.yml", text: "fonts: [\n"))
    #expect(findings.map(\.rule) == [Diagnostic.Rule("yaml-syntax", fault: .cannotRun)])
  }

  @Test func emptyThemeLacksThreeKeys() {
    let (_, findings) = read(SourceText(path: "theme.yml", text: ""))
    #expect(findings.map(\.message) == ["`fonts` is missing", "`cards` is missing", "`colors` is missing"])
  }

  @Test func oneErrorHidesNoOther() {
    expect(
      [
        "font-generic", "out-of-range", "slot-repeated", "color-invalid", "color-unknown", "unknown-key",
        "steps-invalid",
      ],
      in: ThemeText(
        fonts: "fonts: {text: [^serif^], mono: [A]}\n",
        cards: "cards: {cover: {padding: ^-1^, stack: [title, ^title^]}}\n",
        colors: "colors:\n  light: {page: ^red^, \(ThemeText.scheme.dropFirst("{page: '#fff', ".utf8.count))\n"
          + "  dark: \(ThemeText.scheme)\n",
        rest: "textStyles: {title: {color: ^colour^}}\ntags: {^x^: 1}\nwidthClasses: {compact: {steps: ^[]^}}\n"
      ).text)
  }

  @Test(arguments: [
    ("textStyles: {title: {size: 16.5}}", "browsers round fractions of a pixel differently"),
    ("textStyles: {title: {font: txt}}", "one of: text, mono"),
    ("tags: {padding: 4px}", "without a unit"),
    ("tags: {align: left}", "one of: leading, center, trailing, justified, fill-width, fill-space"),
    ("tags: {maxRows: {medum: 1}}", "one of: compact, medium, expanded, large, extra-large"),
  ]) func helpSaysHowToFixIt(rest: String, help: String) throws {
    let (_, findings) = read(SourceText(path: "theme.yml", text: ThemeText(rest: rest + "\n").text))
    #expect(try #require(findings.first?.help).contains(help))
  }

  /// Pieces of themes in random order: reading never traps, and returns a theme exactly if there are no errors.
  @Test func anyPieces() {
    let seed: UInt64 = 0xCA4D
    var state = seed
    func random(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    let values = [
      "-1", "0", "16", "2000", "99999999999999999999", "1.5", "[]", "{}", "~", "[320, 1]", "title", "{size: 3}",
      "[title, row: {image: {size: 56}, stack: [body]}]", "{text: [x], mono: ~}", "'#fff'", "16/9", "{compact: {}}",
      "{compact: {from: 9, margin: 5000, steps: [1]}, x: {from: 3, steps: [10000, 0]}}", "{a: {stack: [title]}}",
    ]
    let keys = [
      "fonts", "cards", "colors", "textStyles", "tags", "body", "shelf", "widthClasses", "light", "dark", "title",
      "size", "stack", "row", "image", "items", "variants", "width", "level", "ratio", "stackAt", "steps", "from",
      "columns", "padding", "cover",
    ]
    for round in 0..<1500 {
      var text = ""
      for _ in 0..<(1 + random(12)) {
        text += String(repeating: " ", count: 2 * random(3)) + keys[random(keys.count)] + ": "
        text += (random(3) == 0 ? "" : values[random(values.count)]) + "\n"
      }
      let (theme, findings) = read(SourceText(path: "theme.yml", text: text))
      #expect((theme == nil) == !findings.isEmpty, "seed \(seed), round \(round):\n\(text)")
    }
  }
}

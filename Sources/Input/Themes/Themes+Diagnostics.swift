import Arrangements
import Diagnostics

/// All messages about `theme.yml`.
struct ThemeFindings: Sendable {
  let source: SourceText

  static let wholePixels = "browsers round fractions of a pixel differently; whole pixels are the same everywhere"

  private func error(
    _ rule: String, _ message: String, at range: SourceRange, help: String? = nil
  ) -> Diagnostic {
    Diagnostic(.error, Diagnostic.Rule(rule, fault: .cannotRun), message, at: range, in: source, help: help)
  }

  private func guess(_ name: String, _ known: [String]) -> String {
    nearest(to: name, among: known).map { "; did you mean `\($0)`?" } ?? ""
  }

  private func line(of range: SourceRange) -> Int { source.position(at: range.lower).line }
}

// MARK: - Names, fonts and colours

extension ThemeFindings {
  func nameInvalid(_ name: String, at range: SourceRange) -> Diagnostic {
    error(
      "name-invalid", "`\(name)` is not a valid name", at: range,
      help: "a name begins with a small letter, followed by letters, digits and hyphens")
  }

  func slotNameTaken(_ name: String, at range: SourceRange) -> Diagnostic {
    error(
      "slot-name-taken", "a slot cannot be called `\(name)`", at: range,
      help: "that is another slot, a key of cards or an element; choose another name")
  }

  func tooManySlots(_ most: Int, at range: SourceRange) -> Diagnostic {
    error("slots-too-many", "a theme has at most \(most) slots", at: range, help: "remove those that no card needs")
  }

  func textStyleUnknown(_ name: String, known: [String], at range: SourceRange) -> Diagnostic {
    error(
      "text-style-unknown", "there is no text style `\(name)`\(guess(name, known))", at: range,
      help: "text styles are \(known.joined(separator: ", "))")
  }

  func genericFont(_ name: String, at range: SourceRange) -> Diagnostic {
    error(
      "font-generic", "`\(name)` is not a font family", at: range,
      help:
        "generic and system names mean different fonts on different machines; name a family, such as Noto Sans"
    )
  }

  func fontStackEmpty(_ name: String, at range: SourceRange) -> Diagnostic {
    error(
      "font-stack-empty", "`\(name)` does not name a font family", at: range,
      help: "name at least one, such as [Noto Sans]")
  }

  func fontStackUnknown(_ name: String, known: [String], at range: SourceRange) -> Diagnostic {
    error(
      "font-stack-unknown", "`\(name)` is not among `fonts`\(guess(name, known))", at: range,
      help: "one of: \(known.joined(separator: ", "))")
  }

  func colorInvalid(_ text: String, at range: SourceRange) -> Diagnostic {
    error(
      "color-invalid", "`\(text)` is not a colour", at: range,
      help: "write it as \"#rgb\", \"#rrggbb\" or \"#rrggbbaa\"")
  }

  func colorEmpty(_ name: String, at range: SourceRange) -> Diagnostic {
    error(
      "color-invalid", "`\(name)` has no colour", at: range,
      help: "put the colour between quotes: without them `#` begins a comment")
  }

  func colorUnknown(_ name: String, known: [String], at range: SourceRange) -> Diagnostic {
    error(
      "color-unknown", "`\(name)` is not among `colors`\(guess(name, known))", at: range,
      help: "one of: \(known.joined(separator: ", "))")
  }

  func colorUnpaired(_ name: String, missingIn scheme: String, at range: SourceRange) -> Diagnostic {
    error(
      "color-unpaired", "`\(name)` is missing in `colors.\(scheme)`", at: range,
      help: "`light` and `dark` must name the same colours")
  }
}

// MARK: - Text styles and lengths

extension ThemeFindings {
  func weightInWords(_ word: String, number: Int, at range: SourceRange) -> Diagnostic {
    error("wrong-type", "`weight` must be a number, not `\(word)`", at: range, help: "write \(number)")
  }

  func weightInvalid(_ weight: Int, at range: SourceRange) -> Diagnostic {
    error(
      "weight-invalid", "`weight` must be in hundreds, not \(weight)", at: range,
      help: "one of: 100, 200, 300, 400, 500, 600, 700, 800, 900")
  }

  func lineHeightTooSmall(_ lineHeight: Int, size: Int, at range: SourceRange) -> Diagnostic {
    error(
      "line-height-too-small", "`lineHeight` \(lineHeight) is less than `size` \(size)", at: range,
      help: "set `lineHeight` to \(size) or more")
  }

  func ratioInvalid(_ name: String, _ text: String?, at range: SourceRange) -> Diagnostic {
    let sides = text?.split(separator: ":").compactMap { Int($0) } ?? []
    let meant = sides.count == 2 ? "\(sides[0])/\(sides[1])" : "16/9"
    return error(
      "ratio-invalid", "`\(name)` must be a ratio" + (text.map { ", not `\($0.prefix(40))`" } ?? ""), at: range,
      help: "write it as width/height in whole numbers from 1 to 1000, such as \(meant)")
  }

  func paddingInvalid(at range: SourceRange) -> Diagnostic {
    error(
      "lengths-invalid", "`padding` must be one length or two", at: range,
      help: "write [block, inline], such as [4, 8]")
  }
}

// MARK: - Cards

extension ThemeFindings {
  func cardsEmpty(at range: SourceRange) -> Diagnostic {
    error(
      "cards-empty", "`cards` contains no card", at: range, help: "add at least one; the first is the default")
  }

  func elementInvalid(known: [String], at range: SourceRange) -> Diagnostic {
    error(
      "element-invalid", "an element must be one slot with its settings", at: range,
      help: "write it as `- title: { gap: 4 }`; one of: \(known.joined(separator: ", "))")
  }

  func elementUnknown(_ name: String, known: [String], at range: SourceRange) -> Diagnostic {
    error(
      "element-invalid", "`\(name)` is not allowed here\(guess(name, known))", at: range,
      help: "one of: \(known.joined(separator: ", "))")
  }

  func slotRepeated(_ name: String, first: SourceRange, at range: SourceRange) -> Diagnostic {
    error(
      "slot-repeated", "`\(name)` already has a place, on line \(line(of: first))", at: range,
      help: "a card has each slot once; a row has the card's image")
  }

  func titleMissing(_ anatomy: String, at range: SourceRange) -> Diagnostic {
    error(
      "title-missing", "`\(anatomy)` has no place for the title", at: range,
      help: "add `- title` to the stack of `\(anatomy)`")
  }

  func pinInRow(at range: SourceRange) -> Diagnostic {
    error(
      "pin-in-row", "a label in a row cannot be pinned", at: range,
      help: "a row has no bottom; pin a slot below the row")
  }

  func imageSizeMissing(at range: SourceRange) -> Diagnostic {
    error(
      "image-size-missing", "the image of a row needs a size", at: range,
      help: "write { size: 56 } or { width: 80, height: 56 }")
  }
}

// MARK: - Rows, stacks and variants

extension ThemeFindings {
  func growInRow(at range: SourceRange) -> Diagnostic {
    error(
      "grow-in-row", "only an element of the card's own stack can grow", at: range,
      help: "write `grow: true` at the row or stack that is in `cards.NAME.stack`")
  }

  func imageSizeTwice(at range: SourceRange) -> Diagnostic {
    error(
      "image-size-twice", "the image has its size twice", at: range,
      help: "write `size`, or `width` and `height`, or `ratio` with or without `width`")
  }

  func bleedOfNarrowImage(at range: SourceRange) -> Diagnostic {
    error(
      "image-bleed-narrow", "an image with its own width cannot bleed", at: range,
      help: "remove `bleed`, or `size`, `width` and `maxWidth`")
  }

  func heightsCrossed(_ most: Int, least: Int, at range: SourceRange) -> Diagnostic {
    error(
      "heights-crossed", "`maxHeight` \(most) is less than `minHeight` \(least)", at: range,
      help: "set `maxHeight` to \(least) or more")
  }

  func itemsMissing(_ name: String, at range: SourceRange) -> Diagnostic {
    error(
      "items-missing", "the \(name) is empty", at: range,
      help: "list at least one element, such as `\(name == "row" ? "row: { items: [title] }" : "stack: [title]")`")
  }

  func stackTooDeep(_ limit: Int, at range: SourceRange) -> Diagnostic {
    error(
      "stack-too-deep", "rows and stacks are nested more than \(limit) levels deep", at: range,
      help: "merge stacks that are directly inside stacks")
  }

  func textSizeUnknown(_ name: String, at range: SourceRange) -> Diagnostic {
    let known = ["never"] + TextSizeCategory.allCases.map(\.rawValue)
    return error(
      "text-size-unknown", "`\(name)` is not a text size\(guess(name, known))", at: range,
      help: "one of: \(known.joined(separator: ", "))")
  }

  func widthUnknown(_ word: String, at range: SourceRange) -> Diagnostic {
    error(
      "width-invalid", "`\(word)` is not a valid width\(guess(word, ["hug", "fill"]))", at: range,
      help: "write a number of pixels, `hug` or `fill`")
  }

  func maxWidthWithoutHug(at range: SourceRange) -> Diagnostic {
    error(
      "width-invalid", "`maxWidth` is for texts with `width: hug`", at: range,
      help: "add `width: hug`, or write `width` for a fixed width")
  }

  func variantsEmpty(_ anatomy: String, at range: SourceRange) -> Diagnostic {
    error(
      "variants-empty", "`\(anatomy)` does not name a variant", at: range,
      help: "name other cards, in order of preference")
  }

  func variantUnknown(_ name: String, known: [String], at range: SourceRange) -> Diagnostic {
    error(
      "variant-unknown", "`\(name)` is not among `cards`\(guess(name, known))", at: range,
      help: "one of: \(known.joined(separator: ", "))")
  }

  func variantCircular(_ anatomy: String, at range: SourceRange) -> Diagnostic {
    error(
      "variant-circular", "`\(anatomy)` is a variant of itself", at: range,
      help: "name a card that has a stack")
  }
}

// MARK: - Width classes

extension ThemeFindings {
  func noWidthClass(at range: SourceRange) -> Diagnostic {
    error(
      "width-classes-invalid", "`widthClasses` contains no class", at: range,
      help: "remove `widthClasses` to use the default classes, or add a class from 0")
  }

  func classNameTaken(_ name: String, at range: SourceRange) -> Diagnostic {
    error(
      "width-classes-invalid", "every theme has a class `\(name)`, which does not depend on steps", at: range,
      help: "give the width class another name, and write values for `\(name)` where classes have values")
  }

  func firstClassNotFromZero(_ name: String, at range: SourceRange) -> Diagnostic {
    error(
      "width-classes-invalid", "the first width class, `\(name)`, must begin at 0", at: range, help: "write `from: 0`")
  }

  func classNotAscending(_ name: String, after before: WidthClass, at range: SourceRange) -> Diagnostic {
    error(
      "width-classes-invalid", "`\(name)` must begin above `\(before.name)`, which begins at \(before.from)",
      at: range,
      help: "list the width classes from the narrowest to the widest")
  }

  func noStep(_ name: String, at range: SourceRange) -> Diagnostic {
    error("steps-invalid", "`\(name)` has no step", at: range, help: "name at least one page width of the class")
  }

  func stepNotAscending(_ step: Int, after before: Int, at range: SourceRange) -> Diagnostic {
    error(
      "steps-invalid", "the step \(step) must be more than \(before), the previous step", at: range,
      help: "sort the steps"
    )
  }

  func stepOutside(_ step: Int, of name: String, from: Int, to end: Int?, at range: SourceRange) -> Diagnostic {
    let span = end.map { "from \(from) to \($0 - 1)" } ?? "from \(from)"
    return error(
      "steps-invalid", "the step \(step) is outside `\(name)`, which has the widths \(span)", at: range,
      help: "move the step to the class of its width")
  }

  func stepsTooMany(_ limit: Int, at range: SourceRange) -> Diagnostic {
    error(
      "steps-too-many", "more than \(limit) steps in total", at: range,
      help: "every step is laid out; \(limit) are enough")
  }

  func classNeverCounts(_ name: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .warning, Diagnostic.Rule("class-never-counts", fault: .cannotRun),
      "`\(name)` never counts: every window is portrait or landscape", at: range, in: source,
      help: "remove it, or remove `portrait`, so that the widths decide in windows that are not landscape")
  }

  func marginTooWide(_ margin: Int, step: Int, least: Int, at range: SourceRange) -> Diagnostic {
    error(
      "margin-too-wide", "a margin of \(margin) leaves \(step - 2 * margin) px of the step \(step)", at: range,
      help: "leave at least \(least) px between the margins")
  }

  func widthClassUnknown(_ name: String, known: [String], at range: SourceRange) -> Diagnostic {
    error(
      "width-class-unknown", "`\(name)` is not among the width classes\(guess(name, known))", at: range,
      help: "one of: \(known.joined(separator: ", "))")
  }
}

import CardLayout
import Geometry
import JSONText

/// The properties in the sheets of frames.
enum FrameProperty {
  case alignItems, blockSize, columnGap, gridArea, gridTemplateColumns, gridTemplateRows, inlineSize, justifyContent,
    marginBlockStart, marginInlineEnd, marginInlineStart, minBlockSize, minInlineSize, overflowWrap,
    paddingBlockEnd, paddingBlockStart, paddingInlineEnd, paddingInlineStart, rowGap, scrollPaddingInlineStart,
    scrollPaddingInlineEnd, scrollSnapAlign, scrollSnapType, textAlign

  fileprivate var name: StaticString {
    switch self {
    case .alignItems: "align-items"
    case .blockSize: "block-size"
    case .columnGap: "column-gap"
    case .gridArea: "grid-area"
    case .gridTemplateColumns: "grid-template-columns"
    case .gridTemplateRows: "grid-template-rows"
    case .inlineSize: "inline-size"
    case .justifyContent: "justify-content"
    case .marginBlockStart: "margin-block-start"
    case .marginInlineEnd: "margin-inline-end"
    case .marginInlineStart: "margin-inline-start"
    case .minBlockSize: "min-block-size"
    case .minInlineSize: "min-inline-size"
    case .overflowWrap: "overflow-wrap"
    case .paddingBlockEnd: "padding-block-end"
    case .paddingBlockStart: "padding-block-start"
    case .paddingInlineEnd: "padding-inline-end"
    case .paddingInlineStart: "padding-inline-start"
    case .rowGap: "row-gap"
    case .scrollPaddingInlineStart: "scroll-padding-inline-start"
    case .scrollPaddingInlineEnd: "scroll-padding-inline-end"
    case .scrollSnapAlign: "scroll-snap-align"
    case .scrollSnapType: "scroll-snap-type"
    case .textAlign: "text-align"
    }
  }
}

/// Values are compared directly, and written only if they change. A property of a selector has values of one kind.
enum FrameValue: Equatable {
  case length(Pixels)
  /// A length of a row that extends beyond its page.
  case bleeding(Pixels)
  case word(String)
  case columns([Pixels])
  /// Least heights of rows that grow.
  case rows([Pixels])
  /// Grid lines from 1.
  case area(rowStart: Int, columnStart: Int, rowEnd: Int, columnEnd: Int)
}

/// The declarations of one shelf's frames, step by step: for each step, those that differ from the previous steps.
struct FrameRules {
  /// The target of a rule, by its number in the shelf.
  struct Selector {
    fileprivate let number: Int
  }

  fileprivate struct FrameDeclaration {
    let property: FrameProperty
    let value: FrameValue
  }

  fileprivate struct FrameRule {
    let selector: [UInt8]
    /// The declarations at the previous steps.
    var known: [FrameDeclaration] = []
    var changed: [FrameDeclaration] = []
    var isInStep = false
  }

  private var numbers: [String: Int] = [:]
  private var rules: [FrameRule] = []
  /// The rules of this step in the order of their first use.
  private var order: [Int] = []

  mutating func selector(_ text: String) -> Selector {
    if let number = numbers[text] { return Selector(number: number) }
    numbers[text] = rules.count
    rules.append(FrameRule(selector: Array(text.utf8)))
    return Selector(number: rules.count - 1)
  }

  mutating func add(_ selector: Selector, _ property: FrameProperty, _ value: FrameValue) {
    let number = selector.number
    if !rules[number].isInStep {
      rules[number].isInStep = true
      order.append(number)
    }
    if rules[number].known.contains(where: { $0.property == property && $0.value == value }) { return }
    rules[number].changed.append(FrameDeclaration(property: property, value: value))
  }

  mutating func add(_ selector: Selector, _ property: FrameProperty, _ length: Pixels) {
    add(selector, property, .length(length))
  }

  /// Ends a step.
  ///
  /// - Returns: the changes in it, as CSS.
  mutating func endStep() -> [UInt8] {
    var text: [UInt8] = []
    for number in order {
      rules[number].isInStep = false
      if rules[number].changed.isEmpty { continue }
      text.append(contentsOf: rules[number].selector)
      text.append(UInt8(ascii: "{"))
      for (place, declaration) in rules[number].changed.enumerated() {
        if place > 0 { text.append(UInt8(ascii: ";")) }
        text.append(declaration.property.name)
        text.append(UInt8(ascii: ":"))
        text.append(declaration.value)
        rules[number].learn(declaration)
      }
      text.append("}\n")
      rules[number].changed = []
    }
    order.removeAll(keepingCapacity: true)
    return text
  }
}

extension FrameRules.FrameRule {
  fileprivate mutating func learn(_ declaration: FrameRules.FrameDeclaration) {
    if let place = known.firstIndex(where: { $0.property == declaration.property }) {
      known[place] = declaration
    } else {
      known.append(declaration)
    }
  }
}

extension [UInt8] {
  fileprivate mutating func append(rem length: Pixels) {
    append(decimal: length.sixtyFourths, dividedBy: 1024)
    append("rem")
  }

  fileprivate mutating func append(_ value: FrameValue) {
    switch value {
    case .length(let length): append(rem: length)
    case .bleeding(let length):
      append("calc(")
      append(rem: length)
      append(" + var(--bleed))")
    case .word(let word): append(contentsOf: word.utf8)
    case .columns(let widths):
      for (index, width) in widths.enumerated() {
        if index > 0 { append(UInt8(ascii: " ")) }
        append(rem: width)
      }
    case .rows(let heights):
      for (index, height) in heights.enumerated() {
        append(index > 0 ? " minmax(" : "minmax(")
        append(rem: height)
        append(",auto)")
      }
    case .area(let rowStart, let columnStart, let rowEnd, let columnEnd):
      append(decimal: rowStart)
      for line in [columnStart, rowEnd, columnEnd] {
        append(UInt8(ascii: "/"))
        append(decimal: line)
      }
    }
  }
}

/// Sets properties of the cards of one list: once for all of them, or for each.
///
/// The rule for all is more specific than those for each, so a property has one kind of rule at all steps.
struct CardRules {
  private let all: FrameRules.Selector
  private let each: [FrameRules.Selector]
  private let differing: Set<FrameProperty>

  /// - Parameters:
  ///   - list: the element around the cards.
  ///   - differing: the properties that differ among the cards of the list at some step.
  init(
    list: String, ids: [String], scope: ShelfScope, differing: Set<FrameProperty>, rules: inout FrameRules
  ) {
    all = rules.selector(list + ">.card")
    var each: [FrameRules.Selector] = []
    for id in differing.isEmpty ? [] : ids { each.append(rules.selector(scope.element(id))) }
    self.each = each
    self.differing = differing
  }

  func add(_ property: FrameProperty, _ values: [Pixels], to rules: inout FrameRules) {
    guard differing.contains(property) else {
      if let first = values.first { rules.add(all, property, first) }
      return
    }
    for (selector, value) in zip(each, values) { rules.add(selector, property, value) }
  }
}

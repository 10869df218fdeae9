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

/// The keywords in the sheets of frames.
enum FrameKeyword {
  case breakWord, center, flexEnd, flexStart, inlineMandatory, none, normal, start, stretch

  fileprivate var name: StaticString {
    switch self {
    case .breakWord: "break-word"
    case .center: "center"
    case .flexEnd: "flex-end"
    case .flexStart: "flex-start"
    case .inlineMandatory: "inline mandatory"
    case .none: "none"
    case .normal: "normal"
    case .start: "start"
    case .stretch: "stretch"
    }
  }
}

/// Values are compared directly, and written only if they change. A property of a selector has values of one kind.
enum FrameValue: Equatable {
  case length(Pixels)
  /// A length of a row that extends beyond its page.
  case bleeding(Pixels)
  case keyword(FrameKeyword)
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

  /// A declaration in a list of those of one rule.
  private struct FrameDeclaration {
    let property: FrameProperty
    var value: FrameValue
    /// The index of the next one; -1 for the last.
    var next = -1
  }

  private struct FrameRule {
    /// In `selectors`.
    let selector: Range<Int>
    /// The first of its declarations at the previous steps, in `known`; -1 if there are none.
    var known = -1
    /// The first and the last of its changes in this step, in `changes`; -1 if there are none.
    var firstChange = -1
    var lastChange = -1
    var isInStep = false
  }

  private var numbers: [String: Int] = [:]
  private var selectors: [UInt8] = []
  private var rules: [FrameRule] = []
  private var known: [FrameDeclaration] = []
  private var changes: [FrameDeclaration] = []
  /// The rules of this step in the order of their first use.
  private var order: [Int] = []

  /// - Parameter count: about how many selectors there will be.
  init(selectorCount count: Int) { numbers.reserveCapacity(count) }

  mutating func selector(_ text: String) -> Selector {
    if let number = numbers[text] { return Selector(number: number) }
    numbers[text] = rules.count
    let start = selectors.count
    selectors.append(contentsOf: text.utf8)
    rules.append(FrameRule(selector: start..<selectors.count))
    return Selector(number: rules.count - 1)
  }

  mutating func add(_ selector: Selector, _ property: FrameProperty, _ value: FrameValue) {
    let number = selector.number
    if !rules[number].isInStep {
      rules[number].isInStep = true
      order.append(number)
    }
    if let place = place(of: property, known: rules[number].known), known[place].value == value { return }
    let last = rules[number].lastChange
    if last < 0 { rules[number].firstChange = changes.count } else { changes[last].next = changes.count }
    rules[number].lastChange = changes.count
    changes.append(FrameDeclaration(property: property, value: value))
  }

  mutating func add(_ selector: Selector, _ property: FrameProperty, _ length: Pixels) {
    add(selector, property, .length(length))
  }

  /// Ends a step and appends the changes in it, as CSS.
  mutating func endStep(to text: inout [UInt8]) {
    for number in order {
      rules[number].isInStep = false
      var place = rules[number].firstChange
      if place < 0 { continue }
      text.append(selectors, rules[number].selector)
      text.append(UInt8(ascii: "{"))
      while place >= 0 {
        let (property, value) = (changes[place].property, changes[place].value)
        text.append(room: property.name.utf8CodeUnitCount + 2 + value.mostBytes) { cursor in
          cursor.append(property.name)
          cursor.append(UInt8(ascii: ":"))
          cursor.append(value)
          cursor.append(UInt8(ascii: changes[place].next < 0 ? "}" : ";"))
        }
        learn(property, value, of: number)
        place = changes[place].next
      }
      text.append(0x0A)
      (rules[number].firstChange, rules[number].lastChange) = (-1, -1)
    }
    changes.removeAll(keepingCapacity: true)
    order.removeAll(keepingCapacity: true)
  }

  private func place(of property: FrameProperty, known first: Int) -> Int? {
    var place = first
    while place >= 0, known[place].property != property { place = known[place].next }
    return place < 0 ? nil : place
  }

  private mutating func learn(_ property: FrameProperty, _ value: FrameValue, of number: Int) {
    if let place = place(of: property, known: rules[number].known) {
      known[place].value = value
    } else {
      known.append(FrameDeclaration(property: property, value: value, next: rules[number].known))
      rules[number].known = known.count - 1
    }
  }
}

extension FrameValue {
  /// An upper bound of the bytes of the value.
  fileprivate var mostBytes: Int {
    // A length with its unit, and what may be around it.
    let length = ByteCursor.mostBytesOfNumber + 32
    return switch self {
    case .length, .bleeding, .keyword: length
    case .columns(let lengths), .rows(let lengths): lengths.count * length
    case .area: 4 * length
    }
  }
}

extension ByteCursor {
  private mutating func append(rem length: Pixels) {
    append(thousandTwentyFourths: length.sixtyFourths)
    append("rem")
  }

  fileprivate mutating func append(_ value: FrameValue) {
    switch value {
    case .length(let length): append(rem: length)
    case .bleeding(let length):
      append("calc(")
      append(rem: length)
      append(" + var(--bleed))")
    case .keyword(let keyword): append(keyword.name)
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
      append(UInt8(ascii: "/"))
      append(decimal: columnStart)
      append(UInt8(ascii: "/"))
      append(decimal: rowEnd)
      append(UInt8(ascii: "/"))
      append(decimal: columnEnd)
    }
  }
}

/// Sets properties of the cards of one list: once for all of them, or for each.
///
/// The rule for all is more specific than those for each, so a property has one kind of rule at all steps.
struct CardRules {
  private let all: FrameRules.Selector
  private let each: [FrameRules.Selector]
  private let differing: [FrameProperty]

  /// - Parameters:
  ///   - list: the element around the cards.
  ///   - differing: the properties that differ among the cards of the list at some step.
  init(
    list: String, ids: [String], scope: ShelfScope, differing: [FrameProperty], rules: inout FrameRules
  ) {
    all = rules.selector(list + ">.card")
    var each: [FrameRules.Selector] = []
    for id in differing.isEmpty ? [] : ids { each.append(rules.selector(scope.element(id))) }
    self.each = each
    self.differing = differing
  }

  func add(_ property: FrameProperty, _ values: ArraySlice<Pixels>, to rules: inout FrameRules) {
    guard differing.contains(property) else {
      if let first = values.first { rules.add(all, property, first) }
      return
    }
    for (selector, value) in zip(each, values) { rules.add(selector, property, value) }
  }
}

import CardLayout
import Diagnostics
import Geometry

/// The properties in the sheets of frames.
enum FrameProperty {
  case alignItems, blockSize, columnGap, gridArea, gridColumn, gridTemplateColumns, gridTemplateRows, inlineSize,
    justifyContent,
    marginBlockEnd, marginBlockStart, marginInlineEnd, marginInlineStart, minBlockSize, minInlineSize, overflowWrap,
    paddingBlockEnd, paddingBlockStart, paddingInlineEnd, paddingInlineStart, rowGap, scrollPaddingInlineStart,
    scrollPaddingInlineEnd, scrollSnapAlign, scrollSnapType, textAlign

  fileprivate var name: StaticString {
    switch self {
    case .alignItems: "align-items"
    case .blockSize: "block-size"
    case .columnGap: "column-gap"
    case .gridArea: "grid-area"
    case .gridColumn: "grid-column"
    case .gridTemplateColumns: "grid-template-columns"
    case .gridTemplateRows: "grid-template-rows"
    case .inlineSize: "inline-size"
    case .justifyContent: "justify-content"
    case .marginBlockEnd: "margin-block-end"
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
enum FrameKeyword: Int {
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

/// The value of a property, which is written only if it changes. A property of a selector has values of one kind.
enum FrameValue {
  case length(Pixels)
  /// A length of a row that extends beyond its page.
  case bleeding(Pixels)
  case keyword(FrameKeyword)
  case columns([Pixels])
  /// Least heights of rows that grow.
  case rows([Pixels])
  /// Grid lines from 1.
  case area(rowStart: Int, columnStart: Int, rowEnd: Int, columnEnd: Int)
  /// A number of columns.
  case span(Int)
}

/// The declarations of one shelf's frames, step by step: for each step, those that differ from the previous steps.
struct FrameRules {
  /// The target of a rule, by its number in the shelf.
  struct Selector {
    fileprivate let number: Int
  }

  /// A value as two numbers, so that most values are compared and copied at once.
  fileprivate struct PackedValue: Equatable {
    enum PackedKind: UInt8 { case length, bleeding, keyword, columns, rows, area, span }

    let kind: PackedKind
    /// A length, the number of a keyword, or the index of a list; for an area, its first row and column.
    let first: Int
    /// For an area, the row and column after its last ones.
    var second = 0
  }

  /// A declaration in a linked list of declarations of one rule.
  private struct FrameDeclaration {
    let property: FrameProperty
    var value: PackedValue
    /// For a change, the declaration at the previous steps, as an index in `known`.
    var known = OptionalIndex.none
    /// The index of the next declaration; none for the last.
    var next = OptionalIndex.none
  }

  private struct FrameRule {
    /// The range in `selectors`.
    let selector: Range<Int>
    /// The first of its declarations at the previous steps, as an index in `known`.
    var known = OptionalIndex.none
    /// The first and the last of its changes in this step, as indices in `changes`.
    var firstChange = OptionalIndex.none
    var lastChange = OptionalIndex.none
    var isInStep = false
  }

  private var numbers: [String: Int] = [:]
  private var selectors: [UInt8] = []
  private var rules: [FrameRule] = []
  private var known: [FrameDeclaration] = []
  private var changes: [FrameDeclaration] = []
  /// The lengths of values that are lists.
  private var lists: [[Pixels]] = []
  /// The rules of this step in the order of their first use.
  private var order: [Int] = []

  /// - Parameter count: the approximate number of selectors.
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
    switch value {
    case .length(let length): add(selector, property, length)
    case .bleeding(let length):
      add(selector, property, PackedValue(kind: .bleeding, first: length.sixtyFourths))
    case .keyword(let keyword): add(selector, property, PackedValue(kind: .keyword, first: keyword.rawValue))
    case .columns(let widths): add(selector, property, list(widths, .columns, of: selector, property))
    case .rows(let heights): add(selector, property, list(heights, .rows, of: selector, property))
    case .area(let rowStart, let columnStart, let rowEnd, let columnEnd):
      add(
        selector, property,
        PackedValue(kind: .area, first: rowStart << 32 | columnStart, second: rowEnd << 32 | columnEnd))
    case .span(let count): add(selector, property, PackedValue(kind: .span, first: count))
    }
  }

  mutating func add(_ selector: Selector, _ property: FrameProperty, _ length: Pixels) {
    add(selector, property, PackedValue(kind: .length, first: length.sixtyFourths))
  }

  private mutating func add(_ selector: Selector, _ property: FrameProperty, _ value: PackedValue) {
    var rule = rules[selector.number]
    if !rule.isInStep {
      rule.isInStep = true
      order.append(selector.number)
    }
    let place = place(of: property, known: rule.known)
    let isKnown = if let place { known[place].value == value } else { false }
    if !isKnown {
      let change = OptionalIndex(changes.count)
      if let last = rule.lastChange.index { changes[last].next = change } else { rule.firstChange = change }
      rule.lastChange = change
      changes.append(FrameDeclaration(property: property, value: value, known: OptionalIndex(place)))
    }
    rules[selector.number] = rule
  }

  /// The declaration of a property among those of a rule at the previous steps, as an index in `known`; nil if there is
  /// none.
  ///
  /// - Parameter first: the first of these declarations.
  private func place(of property: FrameProperty, known first: OptionalIndex) -> Int? {
    var next = first
    while let place = next.index {
      if known[place].property == property { return place }
      next = known[place].next
    }
    return nil
  }

  /// A list that is the same as at the previous steps has the same index.
  private mutating func list(
    _ lengths: [Pixels], _ kind: PackedValue.PackedKind, of selector: Selector, _ property: FrameProperty
  ) -> PackedValue {
    let place = place(of: property, known: rules[selector.number].known)
    if let place, known[place].value.kind == kind, lists[known[place].value.first] == lengths {
      return known[place].value
    }
    lists.append(lengths)
    return PackedValue(kind: kind, first: lists.count - 1)
  }

  /// Ends a step and appends the changes in it, as CSS.
  mutating func endStep(to text: inout [UInt8]) {
    for number in order {
      let rule = rules[number]
      rules[number].isInStep = false
      if rule.firstChange.index == nil { continue }
      write(rule, to: &text)
      learnChanges(of: rule, number)
      rules[number].firstChange = OptionalIndex.none
      rules[number].lastChange = OptionalIndex.none
    }
    changes.removeAll(keepingCapacity: true)
    order.removeAll(keepingCapacity: true)
  }

  private func write(_ rule: FrameRule, to text: inout [UInt8]) {
    var room = rule.selector.count + 32
    var next = rule.firstChange
    while let place = next.index {
      room += mostBytes(of: changes[place].value)
      next = changes[place].next
    }
    text.append(room: room) { cursor in
      let changes = changes.span
      cursor.append(selectors.span, rule.selector)
      cursor.append(UInt8(ascii: "{"))
      var next = rule.firstChange
      while let place = next.index {
        cursor.append(changes[place].property.name)
        cursor.append(UInt8(ascii: ":"))
        cursor.append(changes[place].value, lists)
        next = changes[place].next
        cursor.append(next.index == nil ? UInt8(ascii: "}") : UInt8(ascii: ";"))
      }
      cursor.append(0x0A)
    }
  }

  private mutating func learnChanges(of rule: FrameRule, _ number: Int) {
    var next = rule.firstChange
    while let place = next.index {
      let change = changes[place]
      if let place = change.known.index {
        known[place].value = change.value
      } else {
        known.append(FrameDeclaration(property: change.property, value: change.value, next: rules[number].known))
        rules[number].known = OptionalIndex(known.count - 1)
      }
      next = change.next
    }
  }

  /// An upper bound of the bytes of a declaration.
  private func mostBytes(of value: PackedValue) -> Int {
    // The limits are for the name of a property, and for a length with its unit and what may surround it.
    let (name, length) = (32, ByteCursor.mostBytesOfNumber + 32)
    return switch value.kind {
    case .length, .bleeding, .keyword, .span: name + length
    case .columns, .rows: name + lists[value.first].count * length
    case .area: name + 4 * length
    }
  }
}

extension ByteCursor {
  private mutating func append(rem length: Int) {
    append(thousandTwentyFourths: length)
    append("rem")
  }

  /// - Parameter lists: the lists to which values refer.
  fileprivate mutating func append(_ value: FrameRules.PackedValue, _ lists: [[Pixels]]) {
    switch value.kind {
    case .length: append(rem: value.first)
    case .bleeding:
      append("calc(")
      append(rem: value.first)
      append(" + var(--bleed))")
    case .keyword: append(FrameKeyword(rawValue: value.first)?.name ?? "")
    case .columns:
      for (index, width) in lists[value.first].enumerated() {
        if index > 0 { append(UInt8(ascii: " ")) }
        append(rem: width.sixtyFourths)
      }
    case .rows:
      for (index, height) in lists[value.first].enumerated() {
        append(index > 0 ? " minmax(" : "minmax(")
        append(rem: height.sixtyFourths)
        append(",auto)")
      }
    case .span:
      append("span ")
      append(decimal: value.first)
    case .area:
      append(decimal: value.first >> 32)
      append(UInt8(ascii: "/"))
      append(decimal: value.first & 0xFFFF_FFFF)
      append(UInt8(ascii: "/"))
      append(decimal: value.second >> 32)
      append(UInt8(ascii: "/"))
      append(decimal: value.second & 0xFFFF_FFFF)
    }
  }
}

/// Sets properties of the cards of one list: once for all of them, or for each card.
///
/// The rule for all cards is more specific than those for each, so a property has one kind of rule at all steps.
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

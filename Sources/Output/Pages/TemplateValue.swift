/// A value that templates can show.
indirect enum TemplateValue {
  /// Text, which is escaped because authors write it.
  case text(String)
  /// Markup that the build creates, and that is safe.
  case markup([UInt8])
  /// Markup that is inserted into the page later; ``PageShell`` has a gap for it.
  case shelves(endsLine: Bool)
  case flag(Bool)
  case number(Int)
  case list(TemplateList)
  case navigation(NavigationList)
  case entry([String: TemplateValue])

  /// A list of texts.
  static func texts(_ texts: [String]) -> TemplateValue {
    .list(TemplateList(count: texts.count) { .text(texts[$0]) })
  }

  /// The result of a function; nil if it cannot be applied.
  func transformed(by name: String) -> TemplateValue? {
    switch (self, name) {
    case (.navigation(let navigation), _): TemplateValue.list(navigation.list).transformed(by: name)
    case (.text(let text), "capitalized"): .text(text.withCapitals)
    case (.text(let text), "lowercased"): .text(text.lowercased())
    case (.text(let text), "uppercased"): .text(text.uppercased())
    case (.text(let text), "empty"): .flag(text.isEmpty)
    case (.markup(let bytes), "empty"): .flag(bytes.isEmpty)
    case (.shelves, "empty"): .flag(false)
    case (.list(let list), "empty"): .flag(list.count == 0)
    case (.list(let list), "count"): .number(list.count)
    case (.list(let list), "reversed"): .list(TemplateList(count: list.count) { list.value(list.count - 1 - $0) })
    case (.list(let list), "first"): list.count > 0 ? list.value(0) : nil
    case (.list(let list), "last"): list.count > 0 ? list.value(list.count - 1) : nil
    default: nil
    }
  }
}

/// A list whose entries are created when they are shown.
struct TemplateList {
  let count: Int
  let value: (Int) -> TemplateValue
}

/// The position in the list around a tag.
struct ListPosition {
  let index: Int
  let count: Int

  /// The value of `{{first()}}` and other functions without a value.
  func value(of name: String) -> TemplateValue? {
    switch name {
    case "first": .flag(index == 0)
    case "last": .flag(index == count - 1)
    case "even": .flag(index.isMultiple(of: 2))
    case "odd": .flag(!index.isMultiple(of: 2))
    case "index": .number(index)
    default: nil
    }
  }
}

extension String {
  /// The text with the first letter of each word as a capital, and all others small.
  fileprivate var withCapitals: String {
    var result = ""
    var isInWord = false
    for character in self {
      let isLetter = character.isLetter
      if isLetter, !isInWord {
        let scalars = character.unicodeScalars
        result += scalars.first?.properties.titlecaseMapping ?? ""
        result.unicodeScalars += scalars.dropFirst()
      } else {
        result += character.lowercased()
      }
      isInWord = isLetter || isInWord && (character.isNumber || character == "'" || character == "’")
    }
    return result
  }
}

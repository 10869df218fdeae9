import Diagnostics

extension PaintSheetReader {
  /// Checks a declaration, `property: value`.
  mutating func checkDeclaration(_ tokens: [CSSToken]) {
    guard let first = tokens.first else { return }
    guard first.kind == .identifier, tokens.count > 1, tokens[1].kind == .colon else {
      return reportSyntax("this is not a declaration", at: first.range, help: "write property: value;")
    }
    let written = text(first)
    let isCustom = written.hasPrefix("--")
    let property = isCustom ? written : written.lowercased()
    if isCustom ? !written.hasPrefix("--paint-") : !PaintVocabulary.properties.contains(property) {
      // The value of a refused property does not matter.
      return report(at: first.range) { $0.property(property, at: $1) }
    }
    let value = tokens.dropFirst(2)
    if value.isEmpty {
      reportSyntax("`\(written)` has no value", at: first.range, help: "write property: value;")
    }
    checkValue(value)
    if property == "transition" || property == "transition-property" {
      checkTransition(value, needsProperty: property == "transition", after: first)
    }
    keep(property, value)
  }

  private mutating func checkValue(_ tokens: ArraySlice<CSSToken>) {
    for (index, token) in zip(tokens.indices, tokens) {
      switch token.kind {
      case .function: checkFunction(token, argument: tokens[index...].dropFirst().first)
      case .identifier, .hash, .number:
        if text(token).contains("\\") { reportSign(token) }
      case .delimiter(let byte):
        if !"!/+-*".utf8.contains(byte) { reportSign(token) }
      case .atKeyword, .colon: reportSign(token)
      default: break
      }
    }
  }

  private mutating func reportSign(_ token: CSSToken) {
    let help = token.kind == .colon ? "end the declaration before this one with `;`" : "write values without escapes"
    reportSyntax("`\(text(token))` is not allowed in a value", at: token.range, help: help)
  }

  private mutating func checkFunction(_ token: CSSToken, argument: CSSToken?) {
    let name = name(token)
    if name == "url" || name == "src" || name.hasSuffix("image-set") || name == "image" {
      let end = argument?.kind == .address ? argument?.range.upper : nil
      return report(at: SourceRange(token.range.lower, end ?? token.range.upper)) { $0.loads(name + "()", at: $1) }
    }
    guard PaintVocabulary.functions.contains(name) else {
      return report(at: token.range) { $0.function(name, at: $1) }
    }
    guard name == "var", let argument else { return }
    let property = text(argument)
    guard property.hasPrefix("--"), !property.hasPrefix("--paint-") else { return }
    let color = String(property.dropFirst(2))
    if !colors.contains(color) {
      let known = colors.sorted()
      report(at: argument.range) { $0.colorUnknown(color, known: known, at: $1) }
    }
  }

  /// During a transition of a size, the layout differs from the computed one; so a transition must name the properties
  /// that it changes.
  private mutating func checkTransition(_ value: ArraySlice<CSSToken>, needsProperty: Bool, after property: CSSToken) {
    var depth = 0
    var hasProperty = false
    var isImportant = false
    var start = value.first ?? property
    for token in value {
      switch token.kind {
      case .function:
        depth += 1
        // The variable could contain `all`.
        if name(token) == "var" { report(at: token.range) { $0.transition("var()", at: $1) } }
      case .opening: depth += 1
      case .closing: depth -= 1
      case .delimiter(UInt8(ascii: "!")): isImportant = true
      case .comma where depth == 0:
        if needsProperty, !hasProperty { report(at: start.range) { $0.transition(nil, at: $1) } }
        hasProperty = false
        start = token
      case .identifier where depth == 0 && !isImportant:
        let name = name(token)
        if PaintVocabulary.properties.contains(name) || name == "none" || text(token).hasPrefix("--paint-") {
          hasProperty = true
        } else if !PaintVocabulary.transitionWords.contains(name) {
          hasProperty = true
          report(at: token.range) { $0.transition(name, at: $1) }
        }
      default: break
      }
    }
    if needsProperty, !hasProperty { report(at: start.range) { $0.transition(nil, at: $1) } }
  }
}

import Diagnostics

extension Diagnostic {
  private static func error(
    _ rule: String, _ message: String, _ tag: TemplateTag, in source: SourceText, help: String
  ) -> Diagnostic {
    Diagnostic(.error, Rule(rule, fault: .cannotRun), message, at: tag.range, in: source, help: help)
  }

  static func templateNameUnknown(_ tag: TemplateTag, known: [String], in source: SourceText) -> Diagnostic {
    if PageValue.ofEntries[tag.name] != nil {
      return error(
        "template-name-unknown", "`\(tag.name)` is a value of entries of the navigation, but this is not inside one",
        tag,
        in: source, help: "write it between {{#navigation}} and {{/navigation}}")
    }
    return error(
      "template-name-unknown", "unknown value `\(tag.name.prefix(40))`\(guess(tag.name, known))", tag, in: source,
      help: "one of: \(known.joined(separator: ", "))")
  }

  static func templateNotText(_ tag: TemplateTag, _ kind: TemplateValueKind, in source: SourceText) -> Diagnostic {
    if case .list = kind {
      return error(
        "template-value-kind", "`\(tag.name)` is a list, which cannot be shown directly", tag, in: source,
        help: "write the markup of each entry between {{#\(tag.name)}} and {{/\(tag.name)}}")
    }
    let name = tag.name == "." ? "`{{.}}` has several values" : "`\(tag.name)` has several values"
    return error(
      "template-value-kind", "\(name) here, and cannot be shown directly", tag, in: source,
      help: "name the one to show, such as title")
  }

  static func templateMarkupEscaped(_ tag: TemplateTag, in source: SourceText) -> Diagnostic {
    error(
      "template-value-kind", "`\(tag.name)` is markup, which two braces would show as text", tag, in: source,
      help: "write {{{\(tag.name)}}}")
  }

  static func templateUnescaped(_ tag: TemplateTag, in source: SourceText) -> Diagnostic {
    error(
      "template-unescaped", "`\(tag.name)` is text, and would be put into the page as markup", tag, in: source,
      help: "write {{\(tag.name)}}; three braces are for titleMarkup, introduction, columnToggles and shelves")
  }

  static func templateTransform(
    _ name: String, of kind: TemplateValueKind, _ tag: TemplateTag, in source: SourceText
  ) -> Diagnostic {
    let known = kind.functions
    let list = known.isEmpty ? "this value has no functions" : "one of: \(known.joined(separator: ", "))"
    return error(
      "template-value-kind", "`\(name.prefix(40))` cannot be applied to `\(tag.name)`\(guess(name, known))", tag,
      in: source, help: list)
  }

  static func templatePosition(_ tag: TemplateTag, known: [String], in source: SourceText) -> Diagnostic {
    let name = tag.transforms.joined(separator: "(")
    return error(
      "template-value-kind", "`\(name.prefix(40))()` does nothing here\(guess(name, known))", tag, in: source,
      help: "inside a list, these can be used: \(known.map { $0 + "()" }.joined(separator: ", "))")
  }

  static func templatePartialUnknown(_ tag: TemplateTag, known: [String], in source: SourceText) -> Diagnostic {
    error(
      "template-partial-unknown", "unknown template `\(tag.name.prefix(40))`\(guess(tag.name, known))", tag,
      in: source,
      help: known.isEmpty
        ? "write it to \(tag.name.prefix(40)).mustache next to page.mustache"
        : "one of: \(known.joined(separator: ", "))")
  }

  static func templateBlockUnknown(
    _ tag: TemplateTag, of partial: String, known: [String], in source: SourceText
  ) -> Diagnostic {
    error(
      "template-partial-unknown", "`\(partial)` has no block `\(tag.name.prefix(40))`\(guess(tag.name, known))", tag,
      in: source,
      help: known.isEmpty ? "it has no blocks: write {{> \(partial)}}" : "one of: \(known.joined(separator: ", "))")
  }

  static func templatePragma(_ tag: TemplateTag, in source: SourceText) -> Diagnostic {
    error(
      "template-unescaped", "`{{%\(tag.name.prefix(40))}}` would change how values are escaped", tag, in: source,
      help: "remove it; pages are HTML")
  }

  static func templateWithoutShelves(_ page: SourceText) -> Diagnostic {
    Diagnostic(
      .error, Rule("template-without-shelves", fault: .cannotRun), "the template shows no shelves",
      at: page.range(of: "<main".utf8) ?? SourceRange(0, 0), in: page,
      help: "write {{{shelves}}} in the template, for example in <main>")
  }
}

private func guess(_ name: String, _ known: [String]) -> String {
  name.utf8.count < 100 ? nearest(to: name, among: known).map { "; did you mean `\($0)`?" } ?? "" : ""
}

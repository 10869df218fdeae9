import Content
public import Diagnostics

/// The templates of a theme by name, of which `page` is the page itself and the others are partials.
public struct PageTemplates: Sendable {
  private let templates: [String: Template]

  /// - Parameter files: template sources by name.
  /// - Returns: nil if one cannot be read, or none is called `page`; all faults are reported.
  public init?(_ files: [String: SourceText], folder: String, into sink: inout DiagnosticSink) {
    var templates: [String: Template] = [:]
    for (name, source) in files.sorted(by: { $0.key < $1.key }) {
      if let forbidden = forbiddenText(in: source) {
        sink.report(forbidden)
        continue
      }
      do {
        templates[name] = try Template(source)
      } catch {
        sink.report(.badTemplate(error))
      }
    }
    guard templates.count == files.count else { return nil }
    guard templates["page"] != nil else {
      sink.report(.missingTemplate(folder + "/page.mustache"))
      return nil
    }
    var walk = TemplateWalk(templates)
    do {
      try walk.walk("page")
    } catch {
      sink.report(.badTemplate(error))
      return nil
    }
    self.templates = templates
  }

  /// Reports content that a page would silently omit or misprint: unknown names, lists that are shown as text, text of
  /// authors that is shown as markup, and missing partials.
  public func checkNames(into sink: inout DiagnosticSink) {
    var check = TemplateCheck(templates)
    check.run(into: &sink)
  }

  /// True if the page shows the controls for the number of columns of its shelves.
  ///
  /// - Complexity: O(tags that rendering comes to).
  public var showsColumnToggles: Bool {
    var check = TemplateCheck(templates)
    var findings = DiagnosticSink()
    check.run(into: &findings)
    return check.showsColumnToggles
  }

  /// Renders a page.
  ///
  /// - Parameter isTraced: whether the origin of its parts is noted, see ``PageShell/trace(shelves:)``.
  func shell(_ values: [PageValue: TemplateValue], isTraced: Bool = false) -> PageShell {
    var rendering = TemplateRendering(templates, isTraced: isTraced)
    guard let page = templates["page"] else { return rendering.shell }
    let named = Dictionary(uniqueKeysWithValues: values.map { ($0.key.rawValue, $0.value) })
    rendering.show(page.nodes, in: TemplateRendering.TemplateScope(source: page.source, values: [.entry(named)]))
    return rendering.shell
  }
}

extension Diagnostic {
  fileprivate static func badTemplate(_ fault: TemplateFault) -> Diagnostic {
    let (rule, message, help) = texts(of: fault.kind)
    return Diagnostic(
      .error, rule, message, at: fault.range, in: fault.source, help: help)
  }

  private static func texts(of kind: TemplateFault.TemplateFaultKind) -> (rule: Rule, message: String, help: String) {
    let sections = "every {{#section}} needs its {{/section}}, in the order in which they were opened"
    func unread(_ problem: String, _ help: String) -> (Rule, String, String) {
      (Rule("template-syntax", fault: .cannotRun), "cannot read the template: \(problem)", help)
    }
    func costly(_ message: String, _ help: String) -> (Rule, String, String) {
      (Rule("template-too-complex", fault: .cannotRun), message, help)
    }
    switch kind {
    case .otherEnd: return unread("this closes another section than the one that is open", sections)
    case .noEnd: return unread("this section is not closed before the end", sections)
    case .badTag:
      return unread(
        "this tag has no name, or does not end",
        "write a name between {{ and }}; { is &#123; where it begins no tag")
    case .badDelimiters: return unread("the signs for tags are set wrongly", "write {{=<% %>=}}")
    case .otherThanBlock:
      return unread(
        "between {{<template}} and its end there may be blocks alone", "write {{$block}} and {{/block}} around it")
    case .functionOfBlock: return unread("a block cannot be transformed", "write the name of the block alone")
    case .size:
      return costly(
        "the template has more than \(TemplateLimits.bytes) bytes", "leave to the theme's style what is not markup")
    case .depth:
      return costly("sections, blocks and partials are nested more than \(TemplateLimits.depth) deep here", "nest less")
    case .indentation:
      return costly(
        "this is indented by more than \(TemplateLimits.indentation) bytes, with all partials around it",
        "indent it less")
    case .tags:
      return costly(
        "the page comes to more than \(TemplateLimits.tags) tags here, partials included",
        "include partials less often")
    case .dynamicPartial:
      return costly("partials whose name is a value are not supported", "write the name of the partial")
    case .partialInItself(let name):
      return costly("`\(name)` is a part of itself here", "include it somewhere else")
    case .sectionInItself(let name):
      return costly("the section `\(name)` is inside itself here", "remove the inner one, which may be in a partial")
    }
  }

  fileprivate static func missingTemplate(_ path: String) -> Diagnostic {
    Diagnostic(
      .error, Rule("template-missing", fault: .cannotRun), "the theme has no page template", path: path,
      help: "copy page.mustache from another theme")
  }
}

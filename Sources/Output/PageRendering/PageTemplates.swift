public import Diagnostics
import MarkdownTree
import Mustache

/// The templates of a theme: Mustache templates by name, of which `page` is the page itself and the others are
/// partials.
public struct PageTemplates: Sendable {
  private let library: MustacheLibrary
  /// nil if each page must be rendered whole.
  var marked: MarkedTemplates?

  /// - Parameter files: template sources by name.
  /// - Returns: nil if one cannot be read, or none is called `page`; all faults are reported.
  public init?(_ files: [String: SourceText], folder: String, into sink: inout DiagnosticSink) {
    var templates: [String: MustacheTemplate] = [:]
    var outlines: [String: TemplateOutline] = [:]
    for (name, source) in files.sorted(by: { $0.key < $1.key }) {
      if let forbidden = forbiddenText(in: source) {
        sink.report(forbidden)
        continue
      }
      do {
        outlines[name] = try TemplateOutline(source)
        templates[name] = try MustacheTemplate(string: source.text(in: source.fullRange))
      } catch let complexity as TemplateComplexity {
        sink.report(.costlyTemplate(complexity))
      } catch let error as MustacheTemplate.ParserError {
        let place = (line: error.context.lineNumber, column: error.context.columnNumber)
        sink.report(.badTemplate(source, line: place.line, column: place.column, problem: problem(error.error)))
      } catch {
        sink.report(.badTemplate(source, line: 1, column: 1, problem: problem(error)))
      }
    }
    guard templates.count == files.count else { return nil }
    guard templates["page"] != nil else {
      sink.report(.missingTemplate(folder + "/page.mustache"))
      return nil
    }
    var walk = TemplateWalk(outlines)
    do {
      try walk.walk("page")
    } catch {
      sink.report(.costlyTemplate(error))
      return nil
    }
    let library = MustacheLibrary(templates: templates)
    self.library = library
    marked = MarkedTemplates(files).flatMap { $0.isExact(for: library) ? $0 : nil }
  }

  /// Templates that render each page whole.
  init(_ library: MustacheLibrary) {
    self.library = library
    marked = nil
  }

  /// Renders a page.
  ///
  /// - Parameters:
  ///   - values: all values except the navigation's entries and the shelves.
  ///   - shelvesEndLine: whether the markup of the shelves ends in a line feed; nil if it is empty.
  ///   - shelves: returns that markup; called if the templates do not show it unchanged.
  /// - Returns: the pieces between which the shelves belong; a single piece if it already contains them.
  func page(
    _ values: [PageValue: any Sendable], navigation: SiteNavigation, number: Int?, address: NavigationAddress,
    shelvesEndLine: Bool?, shelves: () -> [UInt8]
  ) -> [[UInt8]]? {
    var values = values
    let takesShelves = shelvesEndLine != nil && marked?.marksShelves == true
    if let shelvesEndLine, takesShelves {
      values[.shelves] = shelvesEndLine ? MarkedTemplates.shelvesLine : MarkedTemplates.shelvesMark
    } else {
      values[.shelves] = shelvesEndLine == nil ? "" : String(decoding: shelves(), as: UTF8.self)
    }
    if let marked,
      let pieces = marked.page(
        values, navigation: navigation, number: number, address: address, endsLine: shelvesEndLine == true)
    {
      return pieces
    }
    if takesShelves { values[.shelves] = String(decoding: shelves(), as: UTF8.self) }
    values[.navigation] = navigation.values(current: number, address: address)
    return library.render(byName(values), withTemplate: "page").map { [Array($0.utf8)] }
  }
}

/// The error of swift-mustache, and the correct notation.
private func problem(_ error: any Error) -> (message: String, help: String) {
  let sections = "every {{#section}} needs its {{/section}}, in the order in which they were opened"
  switch error {
  case MustacheTemplate.Error.sectionCloseNameIncorrect:
    return ("this closes another section than the one that is open", sections)
  case MustacheTemplate.Error.expectedSectionEnd: return ("a section is not closed before the end", sections)
  case MustacheTemplate.Error.unfinishedName:
    return (
      "this tag has no name, or does not end", "write a name between {{ and }}; { is &#123; where it begins no tag"
    )
  case MustacheTemplate.Error.invalidSetDelimiter: return ("the signs for tags are set wrongly", "write {{=<% %>=}}")
  case MustacheTemplate.Error.textInsideInheritSection, MustacheTemplate.Error.illegalTokenInsideInheritSection:
    return ("between {{<template}} and its end there may be blocks alone", "write {{$block}} and {{/block}} around it")
  case MustacheTemplate.Error.transformAppliedToInheritanceSection:
    return ("a block cannot be transformed", "write the name of the block alone")
  case MustacheTemplate.Error.invalidConfigVariableSyntax, MustacheTemplate.Error.unrecognisedConfigVariable:
    return ("templates have no settings of their own", "remove the tag")
  default: return ("this is not Mustache", sections)
  }
}

extension Diagnostic {
  fileprivate static func badTemplate(
    _ source: SourceText, line: Int, column: Int, problem: (message: String, help: String)
  ) -> Diagnostic {
    let start = source.offset(ofLine: line)
    let offset = min(start + max(0, column - 1), source.line(at: start).upper)
    return Diagnostic(
      .error, Rule("template-syntax", fault: .cannotRun), "cannot read the template: \(problem.message)",
      at: SourceRange(offset, offset), in: source,
      help: problem.help)
  }

  fileprivate static func costlyTemplate(_ complexity: TemplateComplexity) -> Diagnostic {
    let (message, help) =
      switch complexity.kind {
      case .size:
        ("the template has more than \(TemplateLimits.bytes) bytes", "leave to the theme's style what is not markup")
      case .openings:
        (
          "more than \(TemplateLimits.openings) signs that may begin a tag stand in the template",
          "write { as &#123; where it begins none"
        )
      case .depth:
        ("sections, blocks and partials are nested more than \(TemplateLimits.depth) deep here", "nest less")
      case .tags:
        (
          "the page comes to more than \(TemplateLimits.tags) tags here, partials included",
          "include partials less often"
        )
      case .dynamicPartial:
        ("partials whose name is a value are not supported", "write the name of the partial")
      case .partialInItself(let name): ("`\(name)` is a part of itself here", "include it somewhere else")
      case .sectionInItself(let name):
        ("the section `\(name)` stands in itself here", "leave out the inner one, in partials as well")
      }
    return Diagnostic(
      .error, Rule("template-too-complex", fault: .cannotRun), message, at: complexity.range, in: complexity.source,
      help: help)
  }

  fileprivate static func missingTemplate(_ path: String) -> Diagnostic {
    Diagnostic(
      .error, Rule("template-missing", fault: .cannotRun), "the theme has no page template", path: path,
      help: "copy page.mustache from another theme")
  }
}

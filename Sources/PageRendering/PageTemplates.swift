public import Diagnostics
import Mustache

/// A theme's page chrome: Mustache templates by name, of which `page` is the page itself and the others are partials.
public struct PageTemplates: Sendable {
  private let library: MustacheLibrary

  /// - Parameter files: template sources by name.
  /// - Returns: nil where one cannot be read, or none is called `page`; all of it is reported.
  public init?(_ files: [String: SourceText], folder: String, into sink: inout DiagnosticSink) {
    var templates: [String: MustacheTemplate] = [:]
    for (name, source) in files.sorted(by: { $0.key < $1.key }) {
      do {
        templates[name] = try MustacheTemplate(string: source.text(in: source.fullRange))
      } catch let error as MustacheTemplate.ParserError {
        let place = (line: error.context.lineNumber, column: error.context.columnNumber)
        sink.report(.badTemplate(source, line: place.line, column: place.column, problem: "\(error.error)"))
      } catch {
        sink.report(.badTemplate(source, line: 1, column: 1, problem: "\(error)"))
      }
    }
    guard templates.count == files.count else { return nil }
    guard templates["page"] != nil else {
      sink.report(.missingTemplate(folder + "/page.mustache"))
      return nil
    }
    library = MustacheLibrary(templates: templates)
  }

  func page(_ context: [String: any Sendable]) -> [UInt8]? {
    library.render(context, withTemplate: "page").map { Array($0.utf8) }
  }
}

extension Diagnostic {
  fileprivate static func badTemplate(_ source: SourceText, line: Int, column: Int, problem: String) -> Diagnostic {
    let start = source.offset(ofLine: line)
    let offset = min(start + max(0, column - 1), source.line(at: start).upper)
    return Diagnostic(
      .error, Rule("template-syntax", fault: .cannotRun), "cannot read the template: \(problem)",
      at: SourceRange(offset, offset), in: source,
      help: "templates are Mustache; every {{#section}} needs its {{/section}}")
  }

  fileprivate static func missingTemplate(_ path: String) -> Diagnostic {
    Diagnostic(
      .error, Rule("template-missing", fault: .cannotRun), "the theme has no page template", path: path,
      help: "copy page.mustache from another theme")
  }
}

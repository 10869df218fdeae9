import Diagnostics

extension Diagnostic.Rule {
  static let sitePath = fault("site-path")
  static let pageEncoding = fault("page-encoding")
  static let pageDoctype = fault("page-doctype")
  static let pageNotWellFormed = fault("page-not-well-formed")
  static let pageSyntax = fault("page-syntax")
  static let pageMarkup = fault("page-markup")
  static let pageNamespace = fault("page-namespace")
  static let pageScript = fault("page-script")
  static let pagePolicy = fault("page-policy")
  static let idRepeated = fault("id-repeated")
  static let idUnusable = fault("id-unusable")
  static let labelMissing = fault("label-missing")
  static let altMissing = fault("alt-missing")
  static let slotRepeated = fault("slot-repeated")
  static let imageSize = fault("image-size")
  static let imageSources = fault("image-sources")
  static let renditionContent = fault("rendition-content")
  static let linkDead = fault("link-dead")
  static let linkRefused = fault("link-refused")
  static let styleSyntax = fault("style-syntax")
  static let styleImport = fault("style-import")
  static let styleExpression = fault("style-expression")
  static let comparisonContent = fault("comparison-content")
  static let layoutContent = fault("layout-content")
  static let styleMissing = fault("style-missing")

  /// A rule whose faults are in Cardshelf or in a theme's template, never in the content.
  private static func fault(_ name: String) -> Diagnostic.Rule { Diagnostic.Rule(name, fault: .cannotRun) }
}

/// The findings of the validation, one function for each. Each text is a sentence without its full stop.
extension Diagnostic {
  static func repeatedPath(_ path: String) -> Diagnostic {
    Diagnostic(.error, .sitePath, "the site has two files of this name", path: path)
  }

  static func unplainPath(_ path: String) -> Diagnostic {
    Diagnostic(
      .error, .sitePath, "not a path inside the output folder", path: path,
      help: "a path has no empty part, no \".\" and no \"..\"")
  }

  static func renditionContent(_ path: String, _ part: String) -> Diagnostic {
    Diagnostic(
      .error, .renditionContent, "the rendition contains \(part) besides the picture", path: path,
      help:
        "it could reveal where a photograph was taken; report this bug, with the version of libvips (vips --version)")
  }

  static func invalidUTF8(at range: SourceRange, in source: SourceText) -> Diagnostic {
    Diagnostic(.error, .pageEncoding, "not valid UTF-8", at: range, in: source)
  }

  static func doctype(in source: SourceText) -> Diagnostic {
    Diagnostic(
      .error, .pageDoctype, "the page does not start with \(pageDoctype)", at: SourceRange(0, pageDoctype.utf8.count),
      in: source, help: "start the page's template with \(pageDoctype) and nothing more; no entities can be declared")
  }

  static func notWellFormed(_ fault: XMLFault, in source: SourceText) -> Diagnostic {
    let advice = XMLAdvice(fault.message)
    let message = "not well-formed: \(advice?.message ?? fault.message)"
    guard fault.line > 0 else { return Diagnostic(.error, .pageNotWellFormed, message, path: source.path) }
    let offset = source.offset(ofLine: fault.line) + max(0, fault.column - 1)
    return Diagnostic(
      .error, .pageNotWellFormed, message, at: SourceRange(offset, offset), in: source,
      help: advice?.help ?? "pages are also XML: close each element, and write empty ones as <br/>")
  }

  static func syntax(_ difference: SyntaxDifference, in source: SourceText) -> Diagnostic {
    Diagnostic(.error, .pageSyntax, difference.message, at: difference.range, in: source)
  }

  static func markup(
    _ message: String, at range: SourceRange?, in source: SourceText, help: String? = nil
  ) -> Diagnostic {
    guard let range else { return Diagnostic(.error, .pageMarkup, message, path: source.path) }
    return Diagnostic(.error, .pageMarkup, message, at: range, in: source, help: help)
  }
}

extension Diagnostic {
  static func at(
    _ element: Int, of page: PageTree, _ rule: Rule, _ message: String, help: String? = nil
  ) -> Diagnostic {
    Diagnostic(.error, rule, message, at: page.range(of: element), in: page.source, help: help)
  }

  static func namespace(_ element: Int, of page: PageTree) -> Diagnostic {
    at(element, of: page, .pageNamespace, "only the root may declare a namespace, and only that of XHTML")
  }

  static func refusedElement(_ name: String, _ element: Int, of page: PageTree) -> Diagnostic {
    at(
      element, of: page, .pageScript, "\(name) is not allowed in a page",
      help: "a page cannot contain scripts, embedded styles or drawings, forms or frames")
  }

  static func refusedAttribute(_ name: String, _ element: Int, of page: PageTree) -> Diagnostic {
    at(
      element, of: page, .pageScript, "the attribute \(name) is not allowed in a page",
      help: name == "style" ? "use the theme's paint.css" : "pages run no scripts")
  }

  static func strangeElement(_ name: String, _ element: Int, of page: PageTree) -> Diagnostic {
    at(element, of: page, .pageScript, "\(name) is not an element of a compare page")
  }

  static func scriptInMarkup(_ element: Int, of page: PageTree) -> Diagnostic {
    at(
      element, of: page, .pageScript, "the script is not a file",
      help: "a compare page runs a separate file; its markup can contain only data of the type application/json")
  }

  static func scriptElsewhere(_ link: String, _ element: Int, of page: PageTree) -> Diagnostic {
    at(element, of: page, .pageScript, "the script \"\(link)\" is not below \(comparisonFolder)")
  }

  static func comparisonOfNoPage(in source: SourceText) -> Diagnostic {
    Diagnostic(
      .error, .comparisonContent, "the compare page does not contain the body of its page",
      path: source.path, help: "a page must end with </body> and </html>, with nothing after them")
  }

  static func policyMissing(in page: PageTree) -> Diagnostic {
    at(0, of: page, .pagePolicy, "the page has no Content-Security-Policy", help: policyHelp)
  }

  static func policyWeak(_ reason: String, _ element: Int, of page: PageTree) -> Diagnostic {
    at(element, of: page, .pagePolicy, "the Content-Security-Policy \(reason)", help: policyHelp)
  }

  private static let policyHelp = "a page needs one, before all links, with default-src 'none' and nothing unsafe"

  static func repeatedID(_ id: String, _ element: Int, first: Int, of page: PageTree) -> Diagnostic {
    let line = page.source.position(at: page.range(of: first).lower).line
    return at(element, of: page, .idRepeated, "the id \"\(id)\" is taken in line \(line)")
  }

  static func unusableID(_ id: String, _ element: Int, of page: PageTree) -> Diagnostic {
    at(element, of: page, .idUnusable, "the id \"\(id)\" is empty or contains a space")
  }

  static func missingLabel(_ id: String, attribute: String, _ element: Int, of page: PageTree) -> Diagnostic {
    at(element, of: page, .labelMissing, "\(attribute) names \"\(id)\", which is not an id of this page")
  }

  static func missingAlt(_ element: Int, of page: PageTree) -> Diagnostic {
    at(element, of: page, .altMissing, "the image has no alt", help: "alt=\"\" marks an image as decoration")
  }

  static func emptyTitle(_ element: Int, of page: PageTree) -> Diagnostic {
    at(element, of: page, .pageMarkup, "the title is empty", help: "browsers show it in tabs and lists")
  }

  static func unusableValue(_ value: String, of attribute: String, _ element: Int, of page: PageTree) -> Diagnostic {
    at(element, of: page, .pageMarkup, "\(attribute)=\"\(value)\" is not valid there")
  }

  static func repeatedSlot(_ name: String, _ element: Int, of page: PageTree) -> Diagnostic {
    at(element, of: page, .slotRepeated, "the card has a second \(name)")
  }

  static func imageSources(_ value: String, _ element: Int, of page: PageTree) -> Diagnostic {
    at(
      element, of: page, .imageSources, "srcset=\"\(value)\" does not list files by ascending width")
  }

  static func imageWithoutSizes(_ element: Int, of page: PageTree) -> Diagnostic {
    at(element, of: page, .imageSources, "an element with a srcset has no sizes")
  }

  static func imageSize(_ attribute: String, _ value: String?, _ element: Int, of page: PageTree) -> Diagnostic {
    let message =
      value.map { "\(attribute)=\"\($0)\" is not a positive whole number" } ?? "the image has no \(attribute)"
    return at(element, of: page, .imageSize, message)
  }
}

extension Diagnostic {
  static func link(_ fault: ReferenceFault, _ value: String, at range: SourceRange, in source: SourceText) -> Diagnostic
  {
    switch fault {
    case .refused(let reason):
      Diagnostic(
        .error, .linkRefused, "\"\(value)\" \(reason)", at: range, in: source,
        help: "a page and its style sheets can load only files of the site, by relative paths")
    case .hostNotNamed:
      Diagnostic(
        .error, .linkRefused, "\"\(value)\" is not a file of the site", at: range, in: source,
        help: "a page and its style sheets can load only files of the site, by relative paths, and cards pictures of"
          + " hosts that cardshelf.yml names")
    case .hostNotAllowed(let host):
      Diagnostic(
        .error, .linkRefused, "the page's Content-Security-Policy does not allow pictures of \(host)", at: range,
        in: source, help: "write {{policy}} in the template: it names the hosts of the page's pictures")
    case .noFile(let path):
      Diagnostic(
        .error, .linkDead, "\"\(value)\" leads to \(path), which is not a file of the site", at: range, in: source,
        help: "link to a page or file of the site, or to another site with https://")
    case .noFragment(let path, let fragment):
      Diagnostic(
        .error, .linkDead, "\"\(value)\" leads to \"\(fragment)\", which is not an id of \(path)", at: range, in: source
      )
    }
  }

  static func notInspected(_ path: String) -> Diagnostic {
    Diagnostic(.error, .pageMarkup, "the page was not inspected", path: path)
  }

  static func style(_ fault: StyleSheet.StyleFault, in source: SourceText) -> Diagnostic {
    Diagnostic(.error, fault.rule, fault.message, at: fault.range, in: source)
  }
}

extension Diagnostic {
  static func missing(_ kind: String, _ id: String, others count: Int, in page: PageTree) -> Diagnostic {
    let others = count == 0 ? "" : ", nor \(count) other\(count == 1 ? "" : "s")"
    return at(
      page.first("main") ?? page.first("body") ?? 0, of: page, .layoutContent,
      "the page does not show the \(kind) \(id)\(others)", help: shelvesHelp)
  }

  static func unknown(_ kind: String, _ id: String, _ element: Int, of page: PageTree) -> Diagnostic {
    at(
      element, of: page, .layoutContent, "the page shows the \(kind) \(id), which is not on this page",
      help: shelvesHelp
    )
  }

  static func order(_ kind: String, _ id: String, _ element: Int, of page: PageTree) -> Diagnostic {
    at(
      element, of: page, .layoutContent, "the page shows a \(kind) out of order: \(id)", help: shelvesHelp)
  }

  private static let shelvesHelp =
    "a template must write {{{shelves}}} once, outside of comments and conditions, and no other shelves"

  static func noRules(for first: String, others count: Int, in page: PageTree) -> Diagnostic {
    let others = count == 0 ? "" : ", and none for \(count) other\(count == 1 ? "" : "s")"
    return at(
      page.firstStyleSheet ?? page.first("head") ?? 0, of: page, .styleMissing,
      "no style sheet of the page has rules for \(first)\(others)",
      help: "link all of them: {{#styleSheets}}<link rel=\"stylesheet\" href=\"{{.}}\"/>{{/styleSheets}}")
  }
}

extension PageTree {
  /// The index of the first element with a name.
  fileprivate func first(_ name: String) -> Int? { elements.indices.first { nameText(of: $0) == name } }

  fileprivate var firstStyleSheet: Int? {
    elements.indices.first { name(.link, is: $0) && has("stylesheet", in: .rel, of: $0) }
  }
}

public import Diagnostics

/// The names that a template can use.
enum PageValue: String, CaseIterable {
  case title
  case siteTitle
  case documentTitle
  case description
  case hasDescription
  case lang
  case dir
  case policy
  case styleSheets
  case preloads
  case navigation
  case hasNavigation
  case titleMarkup
  case introduction
  case shelves

  /// The kind in Mustache, which prints anything.
  var kind: TemplateValueKind {
    switch self {
    case .title, .siteTitle, .documentTitle, .description, .lang, .dir, .policy: .text
    case .hasDescription, .hasNavigation: .flag
    case .styleSheets, .preloads: .list(of: .text)
    case .navigation: .list(of: .entry(Self.ofEntries))
    case .titleMarkup, .introduction, .shelves: .markup
    }
  }

  /// The values of an entry of the navigation.
  static let ofEntries: [String: TemplateValueKind] = ["title": .text, "href": .text, "isCurrent": .flag]
}

/// Reports content that a template would silently omit or misprint: unknown names, lists that are shown as text, text
/// of authors that is shown as markup, and missing partials.
///
/// - Parameter files: template sources by name, all of them readable.
public func checkTemplateNames(_ files: [String: SourceText], into sink: inout DiagnosticSink) {
  var check = TemplateCheck(files)
  check.run(into: &sink)
}

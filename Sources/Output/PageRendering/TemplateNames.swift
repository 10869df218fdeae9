public import Diagnostics

/// What a template may name.
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

  /// What it is to Mustache, which prints anything.
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

/// Reports what a template would leave out or print without a word: names that stand for nothing, lists that are shown as
/// if they were texts, texts of authors that are shown as markup, partials that are not there.
///
/// - Parameter files: template sources by name, all of which can be read.
public func checkTemplateNames(_ files: [String: SourceText], into sink: inout DiagnosticSink) {
  var check = TemplateCheck(files)
  check.run(into: &sink)
}

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
  case breadcrumbs
  case hasBreadcrumbs
  case titleMarkup
  case introduction
  case columnToggles
  case shelves

  var kind: TemplateValueKind {
    switch self {
    case .title, .siteTitle, .documentTitle, .description, .lang, .dir, .policy: .text
    case .hasDescription, .hasNavigation, .hasBreadcrumbs: .flag
    case .styleSheets, .preloads: .list(of: .text)
    case .navigation: .list(of: .entry(Self.ofEntries))
    case .breadcrumbs: .list(of: .entry(Self.ofBreadcrumbs))
    case .titleMarkup, .introduction, .columnToggles, .shelves: .markup
    }
  }

  /// The values of a page around the page.
  static let ofBreadcrumbs: [String: TemplateValueKind] = ["title": .text, "href": .text]
  /// The values of an entry of the navigation.
  static let ofEntries: [String: TemplateValueKind] = ["title": .text, "href": .text, "isCurrent": .flag]
}

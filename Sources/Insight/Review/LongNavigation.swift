import CardLayout
import Content
import Diagnostics

extension ReviewedSite {
  /// The number of pages above which a list of all pages on each page helps nobody: readers look for a page in groups
  /// of a few, and the bytes of all lists together grow with the square of the pages.
  static let mostPagesInNavigation = 60

  /// The finding of `long-navigation`: one for the site.
  func longNavigation() -> [Diagnostic] {
    let section = Array("{{#navigation}}".utf8)
    // A site with more pages has a separate page for its navigation.
    let count = pages.map(\.page).navigation.count
    guard count >= Self.mostPagesInNavigation else { return [] }
    for template in templates {
      let bytes = template.bytes
      let shows = bytes.indices.contains { bytes[$0] == section[0] && bytes[$0...].starts(with: section) }
      if shows { return [.longNavigation(count, template: template, site: self)] }
    }
    return []
  }
}

extension Diagnostic {
  fileprivate static func longNavigation(_ count: Int, template: SourceText, site: ReviewedSite) -> Diagnostic {
    found(
      .longNavigation, "each of the \(count) pages links to all others in its navigation", at: nil, in: site.settings,
      help: "in your own theme, replace {{#navigation}} with a few links in \(template.path)")
  }
}

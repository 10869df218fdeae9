import CardLayout
import Content
import Diagnostics

extension ReviewedSite {
  /// Pages from which on a list of all of them on each helps nobody: readers look for a page in groups of a few, and
  /// the bytes of all lists together grow with the square of the pages.
  static let mostPagesInNavigation = 60

  /// `long-navigation`: one finding for the site.
  func longNavigation() -> [Diagnostic] {
    let section = Array("{{#navigation}}".utf8)
    // A site of more has a page for its navigation.
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

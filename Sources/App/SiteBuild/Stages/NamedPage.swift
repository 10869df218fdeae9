import CardLayout
import Content
public import Diagnostics
public import Review

/// Finds the page that a person means.
extension ReviewedSite {
  /// The output path of the page that a person means by `about`, `/about/` or `about/index.html`.
  ///
  /// - Throws: a finding if the site has no such page.
  public func pagePath(meantBy name: String) throws(Diagnostic) -> String {
    try SiteBuild.pagePath(meantBy: name, among: pages.map(\.page.outputPath))
  }
}

/// - Parameter known: the output paths of all pages.
func pagePath(meantBy name: String, among known: [String]) throws(Diagnostic) -> String {
  let plain = name.split(separator: "/").joined(separator: "/")
  let paths = [plain, plain.isEmpty ? "index.html" : plain + "/index.html"]
  guard let path = known.first(where: { paths.contains($0) }) else { throw .unknownPage(plain, known: known) }
  return path
}

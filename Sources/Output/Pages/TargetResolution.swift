import Content

/// The addresses of links and images of the content, as seen from the current page.
struct TargetResolution {
  /// Returns the relative or absolute URL, or nil if there is no target.
  let link: (LinkTarget) -> String?
  let image: (LinkTarget) -> String?
}

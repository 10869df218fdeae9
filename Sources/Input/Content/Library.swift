/// The whole site's content.
public struct Library: Sendable {
  public var settings: SiteSettings
  /// The pages: the home page first, then the others by weight and path.
  public var pages: [Page]
  /// The targets of the content's links.
  public var links: LinkIndex
  /// The content that is not published, in the order of the paths; a folder stands for everything in it.
  public var keptBack: [KeptBack] = []
}

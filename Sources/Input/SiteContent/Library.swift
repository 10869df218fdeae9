/// The whole site's content.
public struct Library: Sendable {
  public var settings: SiteSettings
  /// The home page first, the others by weight, then path.
  public var pages: [Page]
  /// Where the links of the content lead.
  public var links: LinkIndex
  /// Where the content leads elsewhere, in the order of the files' paths and of their texts.
  public var outsideLinks: [OutsideLink] = []
}

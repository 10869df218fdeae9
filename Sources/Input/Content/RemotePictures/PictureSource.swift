public import Images

/// Where the picture of a card is.
public enum PictureSource: Sendable, Hashable {
  /// A file of the site, as a path relative to the site's root: `Content/planets/saturn.svg`.
  case file(String)
  /// A picture of another site, which browsers load from there.
  indirect case remote(RemotePicture)

  /// The path of the file; nil for a picture of another site.
  public var path: String? { if case .file(let path) = self { path } else { nil } }

  /// The picture of another site; nil for a file.
  public var remote: RemotePicture? { if case .remote(let picture) = self { picture } else { nil } }
}

/// A picture of another site.
public struct RemotePicture: Sendable, Hashable {
  public let address: RemoteAddress
  /// The size that the card states.
  public let size: ImageSize

  public init(address: RemoteAddress, size: ImageSize) {
    self.address = address
    self.size = size
  }
}

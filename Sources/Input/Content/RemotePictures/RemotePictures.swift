public import Diagnostics
public import Images

/// The pictures of other sites that a site may show.
public struct RemotePictures: Sendable {
  /// The hosts that the site names.
  public var hosts: Set<HostName>
  /// The pictures that were fetched.
  public var lock: PictureLock
  /// True if pictures are about to be fetched: then those that were not need no size.
  public var isFetching: Bool

  public init(hosts: Set<HostName> = [], lock: PictureLock = PictureLock(), isFetching: Bool = false) {
    self.hosts = hosts
    self.lock = lock
    self.isFetching = isFetching
  }
}

/// A picture of another site at one of its places in the content.
public struct NamedPicture: Sendable {
  public let address: RemoteAddress
  /// The size that the card states; nil if it states none, or for a picture in a text.
  public let size: ImageSize?
  public let source: SourceText
  /// The range of the address.
  public let range: SourceRange
}

extension RemotePictures {
  /// The source of a card's image on another site.
  ///
  /// - Throws: the finding about it.
  func source(
    of image: FieldText, size stated: StatedSize?, in source: SourceText
  ) throws(Diagnostic) -> (picture: NamedPicture, source: PictureSource) {
    let address = try address(image.text, at: image.range, in: source)
    let locked = lock.entries[address]
    var size: ImageSize?
    do throws(StatedSizeFault) {
      if let stated { size = try stated.size } else if locked == nil, !isFetching { size = try StatedSize().size }
    } catch {
      // The file has a size of its own.
      if locked == nil || isFetching { throw .imageSize(error, image, in: source) }
    }
    let picture = NamedPicture(address: address, size: size, source: source, range: image.range)
    if let locked { return (picture, .file(locked.path)) }
    return (
      picture, .remote(RemotePicture(address: address, size: size ?? ImageSize(width: 1, height: 1)))
    )
  }

  /// The file of a picture in a text, which is on another site.
  ///
  /// - Returns: the path of the file; nil if the picture is about to be fetched.
  /// - Throws: the finding about it.
  func file(
    of target: LinkTarget, at range: SourceRange, in source: SourceText
  ) throws(Diagnostic) -> (picture: NamedPicture, path: String?) {
    let address = try address(target.text, at: range, in: source)
    let picture = NamedPicture(address: address, size: nil, source: source, range: range)
    if let locked = lock.entries[address] { return (picture, locked.path) }
    if isFetching { return (picture, nil) }
    throw .imageUnfetched(address, at: range, in: source)
  }

  private func address(
    _ written: String, at range: SourceRange, in source: SourceText
  ) throws(Diagnostic) -> RemoteAddress {
    let address: RemoteAddress
    do throws(RemoteAddressFault) {
      address = try RemoteAddress(written)
    } catch {
      throw .imageAddress(written, error, at: range, in: source)
    }
    guard hosts.contains(address.host) else { throw .imageHostUnnamed(address, at: range, in: source) }
    return address
  }
}

extension Diagnostic.Rule {
  static let imageRefused = Diagnostic.Rule("image-refused")
  static let imageSizeMissing = Diagnostic.Rule("image-size-unknown")
}

extension Diagnostic {
  private static let ownFile = "put the image into the content folder and write its path relative to this file"

  fileprivate static func imageHostUnnamed(
    _ address: RemoteAddress, at range: SourceRange, in source: SourceText
  ) -> Diagnostic {
    Diagnostic(
      .error, .imageRefused, "a page cannot load \(shortened(address.text))", at: range, in: source,
      help:
        "\(ownFile), because pages load nothing from other sites that cardshelf.yml does not name: "
        + "images: { hosts: [\(shortened(address.host.text))] }")
  }

  fileprivate static func imageAddress(
    _ written: String, _ fault: RemoteAddressFault, at range: SourceRange, in source: SourceText
  ) -> Diagnostic {
    let help: String
    switch fault {
    case .scheme("http"):
      help = "write https:, or \(ownFile): anybody between the host and a reader could replace the picture"
    case .credentials: help = "remove the name before the host: every reader of the page would see it"
    case .host(_, let fault): help = "the host \(fault.reason): \(fault.help(for: written))"
    case .tooLong: help = "an address has at most \(RemoteAddress.mostBytes) bytes"
    case .scheme, .notOnTheWeb: help = "\(ownFile), because pages load nothing from other sites"
    }
    return Diagnostic(
      .error, .imageRefused, "a page cannot load \(shortened(written))", at: range, in: source, help: help)
  }

  fileprivate static func imageSize(
    _ fault: StatedSizeFault, _ image: FieldText, in source: SourceText
  ) -> Diagnostic {
    func finding(_ message: String, at range: SourceRange, help: String) -> Diagnostic {
      Diagnostic(.error, .imageSizeMissing, message, at: range, in: source, help: help)
    }
    switch fault {
    case .missing(let key):
      return finding(
        "an image on another site needs its size: \(key) is missing", at: image.range,
        help: "write imageWidth and imageHeight in pixels, or bring the image into the site: cardshelf fetch")
    case .notALength(let written, let key):
      return finding(
        "\(key) cannot be \(quoted(written.text))", at: written.range,
        help: "write the pixels of the image as a whole number from 1 to \(ImageHeader.longestSide)")
    case .tooLarge(let width, let height):
      return finding(
        "the image has \(width) × \(height) pixels", at: image.range,
        help: "an image can have \(ImageHeader.mostPixels) pixels: show a smaller one")
    }
  }

  fileprivate static func imageUnfetched(
    _ address: RemoteAddress, at range: SourceRange, in source: SourceText
  ) -> Diagnostic {
    Diagnostic(
      .error, .imageRefused, "a page cannot load \(shortened(address.text))", at: range, in: source,
      help: "bring the picture into the site: cardshelf fetch; only the image of a card can stay on its own host")
  }
}

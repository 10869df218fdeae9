/// The file extension of a path, in lower case.
public func fileEnding(of path: String) -> String? {
  path.utf8.lastIndex(of: UInt8(ascii: ".")).flatMap { dot in
    let ending = path[path.utf8.index(after: dot)...]
    return ending.utf8.contains(UInt8(ascii: "/")) ? nil : ending.lowercased()
  }
}

/// A format of images that pages show.
public enum ImageKind: String, Sendable, Hashable, CaseIterable {
  case png = "PNG"
  case jpeg = "JPEG"
  case gif = "GIF"
  case webp = "WebP"
  case avif = "AVIF"
  case svg = "SVG"

  /// The file extensions of the format.
  public var endings: [String] {
    switch self {
    case .png: ["png"]
    case .jpeg: ["jpg", "jpeg"]
    case .gif: ["gif"]
    case .webp: ["webp"]
    case .avif: ["avif"]
    case .svg: ["svg"]
    }
  }

  public var mediaType: String { self == .svg ? "image/svg+xml" : "image/" + rawValue.lowercased() }

  /// The format according to a file name.
  public init?(path: String) {
    guard let ending = fileEnding(of: path), let kind = Self.allCases.first(where: { $0.endings.contains(ending) })
    else { return nil }
    self = kind
  }

  /// The format according to a file's first bytes, as browsers detect it (MIME Sniffing Standard, section 6.1). SVG,
  /// which is text, is nil.
  public init?(signatureOf bytes: [UInt8]) {
    func begins(_ text: String, at offset: Int = 0) -> Bool {
      bytes.dropFirst(offset).starts(with: text.utf8)
    }
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .png
    } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if begins("GIF87a") || begins("GIF89a") {
      self = .gif
    } else if begins("RIFF"), begins("WEBP", at: 8) {
      self = .webp
    } else if begins("ftyp", at: 4) {
      self = .avif
    } else {
      return nil
    }
  }
}

/// A kind of image that pages show.
public enum ImageKind: String, Sendable, Hashable, CaseIterable {
  case png = "PNG"
  case jpeg = "JPEG"
  case gif = "GIF"
  case webp = "WebP"
  case avif = "AVIF"
  case svg = "SVG"

  /// - Parameter ending: of a file name, behind its last dot, in either case.
  public init?(ending: String) {
    switch ending.lowercased() {
    case "png": self = .png
    case "jpg", "jpeg": self = .jpeg
    case "gif": self = .gif
    case "webp": self = .webp
    case "avif": self = .avif
    case "svg": self = .svg
    default: return nil
    }
  }

  /// The kind that a file's first bytes announce, as browsers tell it (MIME Sniffing Standard, section 6.1); none of text,
  /// so SVG is nil.
  init?(signatureOf bytes: [UInt8]) {
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

import Diagnostics
import Images

/// Images that are small enough for the picture, as `data:` URLs.
final class ImageTable {
  private(set) var urls: [String] = []
  private var numbers: [DrawnImage: Int?] = [:]
  private var byURL: [String: Int] = [:]
  private var byteCount = 0
  private let mostBytes: Int
  /// The limit for one image.
  private let mostBytesOfOne = 16 << 10

  init(mostBytes: Int) { self.mostBytes = mostBytes }

  /// The number of an image; nil if it is not available, too large, or not in a format that browsers show.
  func number(of image: DrawnImage) -> Int? {
    if let known = numbers[image] { return known }
    let number = add(image)
    numbers[image] = .some(number)
    return number
  }

  private func add(_ image: DrawnImage) -> Int? {
    guard let bytes = image.fonts.image(image.reference), bytes.count <= mostBytesOfOne, let kind = imageKind(of: bytes)
    else {
      return nil
    }
    let url = "data:\(kind.mediaType);base64,\(base64(bytes))"
    if let known = byURL[url] { return known }
    guard byteCount + url.utf8.count <= mostBytes else { return nil }
    byteCount += url.utf8.count
    byURL[url] = urls.count
    urls.append(url)
    return urls.count - 1
  }
}

/// The format of the bytes; SVG is recognised by its root element.
func imageKind(of bytes: [UInt8]) -> ImageKind? {
  if let kind = ImageKind(signatureOf: bytes) { return kind }
  return String(decoding: bytes.prefix(1024), as: UTF8.self).contains("<svg") ? .svg : nil
}

/// Images that are small enough to be in the report, as `data:` URLs.
struct ImageTable {
  private(set) var urls: [String] = []
  private var numbers: [DrawnImage: Int?] = [:]
  private var byURL: [String: Int] = [:]
  private var byteCount = 0
  private let mostBytes: Int
  /// Of one image.
  private let mostBytesOfOne = 16 << 10

  init(mostBytes: Int) { self.mostBytes = mostBytes }

  /// nil where the image is not at hand, too large, or nothing that a browser shows.
  mutating func number(of image: DrawnImage) -> Int? {
    if let known = numbers[image] { return known }
    let number = add(image)
    numbers[image] = .some(number)
    return number
  }

  private mutating func add(_ image: DrawnImage) -> Int? {
    guard let bytes = image.fonts.image(image.reference), bytes.count <= mostBytesOfOne, let type = imageType(of: bytes)
    else {
      return nil
    }
    let url = "data:\(type);base64,\(base64(bytes))"
    if let known = byURL[url] { return known }
    guard byteCount + url.utf8.count <= mostBytes else { return nil }
    byteCount += url.utf8.count
    byURL[url] = urls.count
    urls.append(url)
    return urls.count - 1
  }
}

/// What the first bytes say.
func imageType(of bytes: [UInt8]) -> String? {
  if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return "image/png" }
  if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return "image/jpeg" }
  if bytes.starts(with: Array("GIF8".utf8)) { return "image/gif" }
  if bytes.starts(with: Array("RIFF".utf8)), bytes.count > 12, bytes[8..<12].elementsEqual("WEBP".utf8) {
    return "image/webp"
  }
  if bytes.count > 12, bytes[4..<8].elementsEqual("ftyp".utf8), bytes[8..<12].elementsEqual("avif".utf8) {
    return "image/avif"
  }
  let start = String(decoding: bytes.prefix(1024), as: UTF8.self)
  return start.contains("<svg") ? "image/svg+xml" : nil
}

/// RFC 4648, 4.
func base64(_ bytes: [UInt8]) -> String {
  let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  var result: [UInt8] = []
  result.reserveCapacity((bytes.count + 2) / 3 * 4)
  for start in stride(from: 0, to: bytes.count, by: 3) {
    let group = bytes[start..<min(start + 3, bytes.count)]
    var word: UInt32 = 0
    for byte in group { word = word << 8 | UInt32(byte) }
    word <<= UInt32(8 * (3 - group.count))
    for place in 0..<4 {
      result.append(
        place <= group.count ? alphabet[Int(word >> UInt32(18 - 6 * place)) & 63] : UInt8(ascii: "="))
    }
  }
  return String(decoding: result, as: UTF8.self)
}

import Testing

@testable import Images
@testable import SiteValidation

/// No metadata of an image reaches a published file. These tests use the libvips of this machine.
@Suite struct MetadataTests {
  /// Each format, with metadata in every part that can contain some. The left half is red, and the upper half is
  /// darker.
  static let sources: [(name: String, bytes: [UInt8], plain: [UInt8])] = {
    let image = PNG(width: 64, height: 32) { x, y in [x < 32 ? 0xF0 : 0x10, 0, y < 16 ? 0x40 : 0xC0] }
    let made = (try? makePicture(request([1]), of: image.bytes).files) ?? []
    guard made.count == 4 else { return [] }
    return [
      ("AVIF", Marked.avif(made[0]), made[0]), ("WebP", Marked.webp(made[1], width: 64, height: 32), made[1]),
      ("JPEG", Marked.jpeg(made[2]), made[2]), ("PNG", Marked.png(image.bytes), image.bytes),
    ]
  }()

  /// Requests the whole of an image of 64 × 32 pixels in each format.
  ///
  /// - Parameter divisors: divide the sides, once for each size.
  private static func request(_ divisors: [Int]) -> PictureRequest {
    let renditions = divisors.flatMap { divisor in
      PictureFormat.allCases.map {
        PictureRequest.Rendition(width: 64 / divisor, height: 32 / divisor, format: $0)
      }
    }
    let whole = PictureRequest.Cut(left: 0, top: 0, width: 64, height: 32, renditions: renditions)
    return PictureRequest(width: 64, height: 32, isSharp: false, cuts: [whole])
  }

  /// The pixels of an image, converted to PNG, which is lossless.
  private func pixels(_ image: [UInt8], width: Int = 64, height: Int = 32) throws -> [UInt8] {
    let whole = PictureRequest.Cut(
      left: 0, top: 0, width: width, height: height, renditions: [.init(width: width, height: height, format: .png)])
    let request = PictureRequest(width: width, height: height, isSharp: true, cuts: [whole])
    return try #require(try makePicture(request, of: image).files.first)
  }

  @Test func coversAllFormats() { #expect(Self.sources.count == 4) }

  @Test(arguments: sources.indices)
  func renditionsHaveNoMetadata(index: Int) throws {
    let source = Self.sources[index]
    #expect(source.bytes.holds(Marked.mark) && tellsPosition(source.bytes), "\(source.name)")
    let request = Self.request([1, 2])
    let files = try makePicture(request, of: source.bytes).files
    #expect(files.count == 8)
    for (rendition, file) in zip(request.renditions, files) {
      let pair = "\(source.name) to \(rendition.format) of \(rendition.width)"
      #expect(strangePart(ofRendition: file) == nil, "\(pair)")
      #expect(!file.holds(Marked.mark) && !file.holds("Exif") && !file.holds("xmp"), "\(pair)")
      #expect(!tellsPosition(file), "\(pair)")
    }
    // The files do not depend on metadata either.
    #expect(try makePicture(request, of: source.plain).files == files)
  }

  @Test(arguments: sources.indices)
  func publishedOriginalsHaveNoMetadata(index: Int) throws {
    let source = Self.sources[index]
    let published = try #require(withoutMetadata(source.bytes), "\(source.name)")
    #expect(!published.holds(Marked.mark) && !tellsPosition(published), "\(source.name)")
    #expect(try pixels(published) == pixels(source.bytes), "\(source.name)")
    #expect(withoutMetadata(published) == published, "\(source.name)")
    #expect(withoutMetadata(source.plain).map { $0.count <= source.plain.count } == true, "\(source.name)")
    #expect(strangePart(ofRendition: source.bytes) != nil, "\(source.name)")
  }

  /// A photograph of a phone keeps its orientation.
  @Test(arguments: 1...8 as ClosedRange<UInt8>)
  func keepsTheOrientation(orientation: UInt8) throws {
    for source in Self.sources where source.name == "JPEG" || source.name == "WebP" {
      let bytes =
        source.name == "JPEG"
        ? Marked.jpeg(source.plain, orientation: orientation)
        : Marked.webp(source.plain, width: 64, height: 32, orientation: orientation)
      let (width, height) = orientation < 5 ? (64, 32) : (32, 64)
      let published = try #require(withoutMetadata(bytes))
      #expect(!published.holds(Marked.mark) && !tellsPosition(published))
      #expect(try ImageHeader(of: published).isTurned == (orientation >= 5))
      let shown = try pixels(bytes, width: width, height: height)
      #expect(try pixels(published, width: width, height: height) == shown, "\(source.name) \(orientation)")
      // Renditions are rotated exactly once.
      let again = try pixels(shown, width: width, height: height)
      #expect(again == shown)
      #expect((try pixels(source.plain) == shown) == (orientation == 1), "\(source.name) \(orientation)")
    }
  }

  @Test func removesCommentsOfGIF() {
    #expect(withoutMetadata(Marked.gif()) == Marked.gifWithoutMarks)
    #expect(withoutMetadata(Marked.gifWithoutMarks) == Marked.gifWithoutMarks)
  }

  @Test(arguments: sources.indices)
  func acceptsAnyBytes(index: Int) {
    let bytes = Self.sources[index].bytes
    for count in stride(from: 0, to: bytes.count, by: 7) {
      _ = withoutMetadata(Array(bytes[..<count]))
      _ = strangePart(ofRendition: Array(bytes[..<count]))
    }
    var state: UInt64 = 7
    for _ in 0..<2000 {
      var changed = bytes
      for _ in 0..<4 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        changed[Int(state >> 33) % changed.count] = UInt8(truncatingIfNeeded: state >> 25)
      }
      _ = withoutMetadata(changed)
      _ = strangePart(ofRendition: changed)
      _ = tellsPosition(changed)
    }
  }

  /// Each frame would be read by another call.
  @Test func framesInFrames() {
    func bytes(_ length: Int) -> [UInt8] { [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: length >> $0) } }
    let depth = 100_000
    var image = Array("RIFF".utf8) + bytes(4 + 24 * depth) + Array("WEBP".utf8)
    for inside in (0..<depth).reversed() {
      image += Array("ANMF".utf8) + bytes(16 + 24 * inside) + [UInt8](repeating: 0, count: 16)
    }
    #expect(withoutMetadata(image) == nil)
  }

  /// Each box that is removed is compared with the data of each item.
  @Test func boxesOfManyFilms() throws {
    let image = try #require(Self.sources.first { $0.name == "AVIF" }).bytes
    let film = Marked.box("moov", (0..<3000).flatMap { _ in Marked.box("free", []) })
    #expect(withoutMetadata(image + film) != nil)
    #expect(withoutMetadata(image + film + film) == nil)
  }

  // MARK: Positions

  @Test(arguments: [true, false], [Marked.Place.known, .unknown, .none])
  func findsPositionsInExif(isLittle: Bool, place: Marked.Place) {
    #expect(tellsPosition(Array("…".utf8) + Marked.exif(isLittle: isLittle, place: place)) == (place == .known))
  }

  @Test(
    arguments: [
      ("exif:GPSLatitude=\"40,26.1N\"", true), ("<exif:GPSLatitude>\n -40.5</exif:GPSLatitude>", true),
      ("exif:GPSLatitude = '4'", true), ("exif:GPSLatitude=''", false), ("a page about GPSLatitude and >4", false),
      ("<exif:GPSLatitude xml:lang='x'>12</exif:GPSLatitude>", true), ("exif:GPSLatitude=\"+12.5\"", true),
      ("xx\u{0}\u{0}loci", false), ("com.apple.quicktime.location.ISO6709", false),
      ("com.apple.quicktime.location.ISO6709\u{0}\u{0}\u{0}data\u{0}+48.8577+002.295/", true),
      ("+48.8577+002.295/", false),
    ])
  func findsPositionsInOtherNotations(text: String, isPosition: Bool) {
    #expect(tellsPosition(Array("\0\0\0\0\(text)\0\0\0\0\0\0\0\0".utf8)) == isPosition)
  }

  @Test func findsPositionsInVideosAndBoxes() throws {
    let place = Array("+48.8577+002.295/".utf8)
    #expect(tellsPosition(Marked.box("\u{FFFD}", [])) == false)
    #expect(tellsPosition([0, 0, 0, 29, 0xA9] + Array("xyz".utf8) + [0, UInt8(place.count), 0x15, 0xC7] + place))
    let inList =
      Array("xyz".utf8) + [0, 0, 0, UInt8(16 + place.count)] + Array("data".utf8) + [0, 0, 0, 1, 0, 0, 0, 0]
    #expect(tellsPosition([0, 0, 0, 50, 0xA9] + inList + place))
    let location = Array("loci".utf8) + [0, 0, 0, 0, 0x15, 0xC7, 0x78, 0, 0, 0, 2, 0x4B, 0, 0, 0x30, 0xDB, 0, 0]
    let rest = [0, 0, 0, 0] + Array("earth\0\0".utf8)
    #expect(tellsPosition([0, 0, 0, UInt8(4 + location.count + rest.count)] + location + rest))
    let jpeg = try #require(Self.sources.first { $0.name == "JPEG" }).bytes
    #expect(tellsPosition(Array("%PDF-1.4\nstream\n".utf8) + jpeg))
    let text = base64(jpeg)
    for (word, lineEnd) in [("base64", ""), ("BASE64", ""), ("base64", "&#xA;"), ("base64", "%0A"), ("base64", "\n ")] {
      let lines = String(text.prefix(76)) + lineEnd + String(text.dropFirst(76))
      let svg = "<svg><image href='data:image/jpeg;\(word),\(lines)'/></svg>"
      #expect(tellsPosition(Array(svg.utf8)), "\(word), \(lineEnd)")
    }
  }

  /// Browsers show the picture in all of these.
  @Test func findsPositionsInEscapedPictures() throws {
    let jpeg = try #require(Self.sources.first { $0.name == "JPEG" }).bytes
    let text = base64(jpeg)
    func percent(_ bytes: [UInt8]) -> String {
      bytes.map { "%" + String(UInt16($0) | 0x100, radix: 16).suffix(2) }.joined()
    }
    let halves = (text.prefix(9), text.dropFirst(9))
    let slashes = text.replacing("/", with: "&#47;").replacing("+", with: "%2B")
    for data in [
      "Base64,\(text)", "bASE64 ,\(text)", "base64&#44;\(text)", "b&#97;se64,\(text)", "base64,\(slashes)",
      "base64,\(percent(Array(text.utf8)))", "base64,\(halves.0)&#x20;\(halves.1)", "base64,\(halves.0)\\\n\(halves.1)",
    ].map({ ";" + $0 }) + ["," + percent(jpeg)] {
      let svg = "<svg xmlns='http://www.w3.org/2000/svg'><image href='data:image/jpeg\(data)'/></svg>"
      #expect(tellsPosition(Array(svg.utf8)), "\(data.prefix(40))")
    }
  }

  private func base64(_ bytes: [UInt8]) -> String {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    return stride(from: 0, to: bytes.count, by: 3).map { start in
      let three = (0..<3).reduce(0) { $0 << 8 | Int(start + $1 < bytes.count ? bytes[start + $1] : 0) }
      return String([18, 12, 6, 0].map { letters[three >> $0 & 63] })
    }.joined()
  }
}

extension [UInt8] {
  fileprivate func holds(_ text: String) -> Bool {
    let wanted = Array(text.utf8)
    return indices.contains { self[$0...].starts(with: wanted) }
  }
}

import Testing

@testable import Images

/// These tests use the libvips of this machine.
@Suite struct MakePictureTests {
  /// Red on the left, blue on the right.
  private static let halves = PNG(width: 64, height: 32) { x, _ in x < 32 ? [0xFF, 0, 0] : [0, 0, 0xFF] }

  private static func request(_ image: PNG, cut: (Int, Int, Int, Int), _ sizes: [(Int, Int)]) -> PictureRequest {
    PictureRequest(
      width: image.width, height: image.height, isSharp: false,
      cuts: [
        PictureRequest.Cut(
          left: cut.0, top: cut.1, width: cut.2, height: cut.3,
          renditions: sizes.flatMap { size in
            PictureFormat.allCases.map { .init(width: size.0, height: size.1, format: $0) }
          })
      ])
  }

  @Test func eachFormatInEachSize() throws {
    let request = Self.request(Self.halves, cut: (0, 0, 64, 32), [(64, 32), (20, 10)])
    let answer = try makePicture(request, of: Self.halves.bytes)
    #expect(answer.files.count == 8)
    for (rendition, file) in zip(request.renditions, answer.files) {
      let header = try ImageHeader(of: file)
      #expect((header.width, header.height) == (rendition.width, rendition.height))
      #expect(header.kind.rawValue.lowercased() == rendition.format.rawValue)
    }
    #expect(answer.color == "00f")
    #expect(try makePicture(request, of: Self.halves.bytes) == answer)
  }

  /// A file depends only on the image, the cut and its own size.
  @Test func filesDoNotDependOnOtherRenditions() throws {
    let both = Self.request(Self.halves, cut: (8, 0, 48, 32), [(48, 32), (12, 8)])
    let one = Self.request(Self.halves, cut: (8, 0, 48, 32), [(12, 8)])
    #expect(
      try makePicture(both, of: Self.halves.bytes).files.suffix(4) == makePicture(one, of: Self.halves.bytes).files[...]
    )
  }

  @Test func cutsTheRequestedPart() throws {
    let request = Self.request(Self.halves, cut: (32, 0, 32, 32), [(8, 8)])
    let files = try makePicture(request, of: Self.halves.bytes).files
    for (format, file) in zip(PictureFormat.allCases, files) {
      let part = PictureRequest(width: 8, height: 8, isSharp: false, cuts: [])
      let color = try makePicture(part, of: file).color
      #expect(["00f", "10f", "01f", "00e"].contains(color), "\(format) \(color ?? "")")
    }
  }

  /// An image for a drawing looks like a published one, although it is decoded at a smaller size.
  @Test(arguments: PictureFormat.allCases) func partsOfDrawings(format: PictureFormat) throws {
    // Four squares of different colours, large enough for a decoder to leave out detail.
    let squares = PNG(width: 128, height: 64) { x, y in
      x % 64 < 32 ? (y < 32 ? [0xFF, 0, 0] : [0, 0xFF, 0]) : (y < 32 ? [0, 0, 0xFF] : [0xFF, 0xFF, 0])
    }
    let whole = PictureRequest.Cut(
      left: 0, top: 0, width: 128, height: 64, renditions: [.init(width: 128, height: 64, format: format)])
    let image = try makePicture(
      PictureRequest(width: 128, height: 64, isSharp: true, cuts: [whole]), of: squares.bytes
    ).files[0]
    let color = { (left: Int, top: Int, isForDrawing: Bool) throws -> String? in
      let cut = PictureRequest.Cut(
        left: left, top: top, width: 32, height: 32, renditions: [.init(width: 4, height: 4, format: .png)])
      let request = PictureRequest(width: 128, height: 64, isSharp: true, isForDrawing: isForDrawing, cuts: [cut])
      let answer = try makePicture(request, of: image)
      #expect((answer.color == nil) == isForDrawing)
      let part = PictureRequest(width: 4, height: 4, isSharp: false, cuts: [])
      return try makePicture(part, of: answer.files[0]).color
    }
    for (left, top) in [(0, 0), (32, 0), (64, 32), (96, 32)] {
      let colors = try [true, false].map { try #require(try color(left, top, $0)).compactMap(\.hexDigitValue) }
      // The pixels at the edges of a square differ a little.
      #expect(zip(colors[0], colors[1]).allSatisfy { abs($0 - $1) <= 2 }, "\(colors)")
    }
  }

  /// One damaged image is refused, and the others are not.
  @Test func answersEachRequestOfABatch() throws {
    let request = Self.request(Self.halves, cut: (0, 0, 64, 32), [(20, 10)])
    let good = request.bytes + Self.halves.bytes
    let batch = PictureBatch.bytes(of: [good, request.bytes, good])
    let answers = try #require(PictureBatch.parts(of: makePicture(batch)))
    #expect(answers.count == 3)
    #expect(answers[0] == makePicture(good))
    #expect(answers[2] == answers[0])
    guard case .failure(.undecodable)? = PictureAnswer.read(answers[1]) else {
      Issue.record("no image is an image")
      return
    }
  }

  @Test func transparentImagesHaveNoColor() throws {
    let half = PNG(width: 8, height: 8) { x, _ in [9, 9, 9, x < 4 ? 0 : 0xFF] }
    let whole = PNG(width: 8, height: 8) { _, _ in [0x88, 0x88, 0x88, 0xFF] }
    #expect(try makePicture(Self.request(half, cut: (0, 0, 8, 8), []), of: half.bytes).color == nil)
    #expect(try makePicture(Self.request(whole, cut: (0, 0, 8, 8), []), of: whole.bytes).color == "888")
  }

  @Test(arguments: [false, true]) func refusesIncompleteImages(isForDrawing: Bool) throws {
    var request = Self.request(Self.halves, cut: (0, 0, 64, 32), [(20, 10)])
    request.isForDrawing = isForDrawing
    let bytes = Self.halves.bytes
    for image in [[], Array("no image".utf8), Array(bytes[..<60]), Array(bytes[..<(bytes.count - 200)])] {
      do throws(PictureAnswer.Refusal) {
        _ = try makePicture(request, of: image)
        Issue.record("\(image.count) bytes are an image")
      } catch {
        guard case .undecodable = error else {
          Issue.record("\(error)")
          continue
        }
      }
    }
  }

  /// Formats that libvips can load, but that pages do not show.
  @Test(arguments: [
    "GIF89a\u{1}\u{0}\u{1}\u{0}\u{0}\u{0}\u{0};", "P2 1 1 1 1\n", "%PDF-1.4\n",
    "<svg xmlns='http://www.w3.org/2000/svg' width='1' height='1'/>",
  ])
  func otherLoadersAreBlocked(image: String) {
    let request = PictureRequest(width: 1, height: 1, isSharp: false, cuts: [])
    let answer = PictureAnswer.read(makePicture(request.bytes + Array(image.utf8)))
    guard case .failure(.undecodable)? = answer else {
      Issue.record("\(String(describing: answer))")
      return
    }
  }

  @Test func reportsOtherSizes() {
    let request = PictureRequest(width: 32, height: 64, isSharp: false, cuts: [])
    #expect(
      PictureAnswer.read(makePicture(request.bytes + Self.halves.bytes)) == .failure(.otherSize(width: 64, height: 32)))
  }
}

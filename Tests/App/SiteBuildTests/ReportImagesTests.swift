import Images
import Pages
import Testing

@testable import SiteBuild

struct ReportImagesTests {
  /// A PNG header, followed by filler.
  private static func png(width: UInt8, height: UInt8, byteCount: Int) -> [UInt8] {
    let head: [UInt8] = [
      0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 4, width, 0, 0, 4,
      height,
      8, 2, 0, 0, 0, 0, 0, 0, 0,
    ]
    return head + [UInt8](repeating: 7, count: byteCount)
  }

  private func files(_ images: [String: [UInt8]], _ maker: PictureMaker?) async -> [String: ReportedImage] {
    var options = BuildOptions(root: "/")
    options.pictureMaker = maker
    let markup = images.keys.sorted().map { "<img src=\"../images/\($0)\"/>" }.joined()
    let side = RenderedSide(markup: Array(markup.utf8), styleSheet: []) { _ in [] }
    return await ReportImages(
      images.mapValues { bytes in { (ImageKind(signatureOf: bytes) ?? .svg, bytes) } }, options
    ).files(in: [side])
  }

  @Test func keepsSmallImages() async {
    let images = ["a.svg": Array("<svg/>".utf8), "b.png": Self.png(width: 0, height: 0, byteCount: 100)]
    let files = await files(images, nil)
    #expect(
      files == images.mapValues { ReportedImage(mediaType: $0.count < 10 ? "image/svg+xml" : "image/png", bytes: $0) })
  }

  @Test func shrinksPhotographs() async {
    // 1,040 × 1,060 pixels.
    let image = Self.png(width: 16, height: 36, byteCount: 500_000)
    let maker = PictureMaker { (request, bytes, _) throws(SystemError) in
      #expect(bytes == image)
      #expect(request.renditions == [PictureRequest.Rendition(width: 640, height: 652, format: .webp)])
      return .success(PictureAnswer(color: nil, files: [[1, 2, 3]]))
    }
    #expect(
      await files(["a.png": image], maker) == ["a.png": ReportedImage(mediaType: "image/webp", bytes: [1, 2, 3])])
  }

  /// An image that cannot be decoded is shown as published, unless it is too large.
  @Test(arguments: [(200_000, 200_033), (600_000, 0)])
  func reportsUndecodableImages(byteCount: Int, shown: Int) async {
    let maker = PictureMaker { (_, _, _) throws(SystemError) in nil }
    let files = await files(["a.png": Self.png(width: 16, height: 36, byteCount: byteCount)], maker)
    #expect(files["a.png"]?.bytes.count == shown)
  }
}

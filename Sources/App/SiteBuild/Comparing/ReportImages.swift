import Images
import Pages

/// The images of a report: small ones unchanged, photographs scaled down by the process that makes renditions.
struct ReportImages {
  private let images: [String: @Sendable () -> (kind: ImageKind, bytes: [UInt8])?]
  private let options: BuildOptions

  /// The limit in bytes above which files are scaled down.
  private static let mostBytes = 24 << 10

  /// - Parameter sites: the sites; the files of the last one certainly still exist. Those of a commit are removed after
  ///   it is laid out, so only files in memory are available.
  init(of sites: [ReportedSite], _ options: BuildOptions) {
    self.init(sites.reduce(into: [:]) { $0.merge($1.images) { _, last in last } }, options)
  }

  /// - Parameter images: closures that read the images, keyed by their name in markup.
  init(_ images: [String: @Sendable () -> (kind: ImageKind, bytes: [UInt8])?], _ options: BuildOptions) {
    self.images = images
    self.options = options
  }

  /// The images in markup; without bytes if one is too large and cannot be scaled down.
  func files(in sides: [RenderedSide]) async -> [String: ReportedImage] {
    let names = Set(sides.flatMap { imageNames(in: $0.markup) }).filter { images[$0] != nil }.sorted()
    let files = await parallelMap(count: names.count, jobs: options.jobs) { indices in
      indices.map { file(named: names[$0], among: names.count) }
    }
    return Dictionary(uniqueKeysWithValues: zip(names, files))
  }

  /// - Parameter count: the number of all images. The more there are, the smaller is each.
  private func file(named name: String, among count: Int) -> ReportedImage {
    guard let (kind, bytes) = images[name]?() else { return ReportedImage(mediaType: "", bytes: []) }
    let own = ReportedImage(mediaType: kind.mediaType, bytes: bytes)
    if bytes.count <= Self.mostBytes { return own }
    if let small = reduced(bytes, toWidth: count > 160 ? 240 : count > 60 ? 400 : 640) { return small }
    return bytes.count <= VisualReport.mostImageBytes / 16 ? own : ReportedImage(mediaType: "", bytes: [])
  }

  /// The image scaled down; nil for an image that is not a raster image, is animated, or cannot be decoded.
  private func reduced(_ bytes: [UInt8], toWidth most: Int) -> ReportedImage? {
    guard let maker = options.pictureMaker, let header = try? ImageHeader(of: bytes), !header.isAnimated else {
      return nil
    }
    let (width, height) = (header.shownWidth, header.shownHeight)
    let shown = (width: min(width, most), height: max(1, height * min(width, most) / max(1, width)))
    let rendition = PictureRequest.Rendition(width: shown.width, height: shown.height, format: .webp)
    let request = PictureRequest(
      width: width, height: height, isSharp: header.kind == .png,
      cuts: [PictureRequest.Cut(left: 0, top: 0, width: width, height: height, renditions: [rendition])])
    guard case .success(let answer)? = try? maker.answer(request, bytes, options.scratchFolder),
      let file = answer.files.first, file.count < bytes.count
    else { return nil }
    return ReportedImage(mediaType: rendition.format.mediaType, bytes: file)
  }
}

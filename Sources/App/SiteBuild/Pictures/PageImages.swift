import Diagnostics
import Drawings
import Images
import LayoutReview
import Pictures
import SiteContent

/// The images of a picture. Photographs are cut to the part that shows, at the picture's resolution.
struct PageImages: Sendable {
  private let site: ReviewedSite
  private let assets: SiteAssets
  private let settings: SiteSettings
  private let scale: Int
  private let options: BuildOptions

  init(of draft: DraftedSite, scale: Int, _ options: BuildOptions) {
    site = draft.reviewed
    assets = draft.assets
    settings = draft.sources.settings
    self.scale = scale
    self.options = options
  }

  /// The images that can be read; the others are reported.
  func files(
    for uses: Set<PagePicture.ImageUse>, into sink: inout DiagnosticSink
  ) async -> [PagePicture.ImageUse: PagePicture.ImageFile] {
    let wanted = uses.compactMap { use in site.path(of: use.reference).map { (use: use, path: $0) } }
      .sorted { ($0.path, $0.use.width, $0.use.height) < ($1.path, $1.use.width, $1.use.height) }
    let found = await parallelMap(count: wanted.count, jobs: options.jobs) { indices in
      indices.map { index -> Result<PagePicture.ImageFile?, Diagnostic> in
        do throws(Diagnostic) {
          return .success(try file(wanted[index].path, for: wanted[index].use))
        } catch {
          return .failure(error)
        }
      }
    }
    var files: [PagePicture.ImageUse: PagePicture.ImageFile] = [:]
    var findings: Set<String> = []
    for ((use, path), result) in zip(wanted, found) {
      switch result {
      case .success(let file): files[use] = file
      case .failure(let diagnostic): if findings.insert(path).inserted { sink.report(diagnostic) }
      }
    }
    return files
  }

  private func file(
    _ path: String, for use: PagePicture.ImageUse
  ) throws(Diagnostic) -> PagePicture.ImageFile? {
    guard let kind = ImageKind(path: path) else { return nil }
    if kind != .svg {
      let bytes = try assets.read(path)
      if let header = try? ImageHeader(of: bytes), !header.isAnimated, PictureFormat(header.kind) != nil {
        return try part(of: path, bytes, header, for: use)
      }
    }
    guard let bytes = site.image(path) else { return nil }
    return .whole(mediaType: kind.mediaType, bytes: bytes, size: site.imageSizes[path])
  }

  /// The visible part of an image. JPEG stays JPEG; other formats, which may be translucent, become PNG.
  private func part(
    of path: String, _ bytes: [UInt8], _ header: ImageHeader, for use: PagePicture.ImageUse
  ) throws(Diagnostic) -> PagePicture.ImageFile? {
    guard let maker = options.pictureMaker else { return nil }
    let format: PictureFormat = header.kind == .jpeg ? .jpeg : .png
    let sizes = [(header.shownWidth, header.shownHeight), (header.shownHeight, header.shownWidth)]
    // Programs disagree about the orientation of some images.
    for (width, height) in sizes {
      let plan = PicturePlan(
        places: [PicturePlace(width: use.width, height: use.height)], width: width, height: height, focus: use.focus)
      guard let run = plan.runs.first else { return nil }
      let rendition = PictureRequest.Rendition(
        width: min(run.width, use.width * scale), height: min(run.height, use.height * scale), format: format)
      let cut = PictureRequest.Cut(
        left: run.left, top: run.top, width: run.width, height: run.height, renditions: [rendition])
      let request = PictureRequest(width: width, height: height, isSharp: format == .png, cuts: [cut])
      let answer: PictureMaker.MakerAnswer?
      do throws(SystemError) {
        answer = try maker.answer(request, bytes, options.scratchFolder)
      } catch {
        throw .imageUntried(path, error)
      }
      switch answer {
      case .success(let made)?:
        return made.files.first.map { .cut(mediaType: format.mediaType, bytes: $0) }
      case .failure(.otherSize(height, width)): continue
      case .failure(.undecodable(let message)): throw .imageUndecodable(path, message)
      case .failure(let refusal): throw .libraryOfImages(refusal, settings)
      case nil: throw .imageHarmful(path)
      }
    }
    throw .imageUndecodable(path, "it decodes to other sides than its header says")
  }
}

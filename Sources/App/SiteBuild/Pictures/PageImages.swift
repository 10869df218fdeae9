import Content
import Diagnostics
import Images
import Pages
import Review

/// The images of a picture. Photographs are cut to the visible part, at the picture's resolution.
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

  /// Returns the images that can be read; the others are reported.
  func files(
    for uses: Set<PagePicture.ImageUse>, into sink: inout DiagnosticSink
  ) async -> [PagePicture.ImageUse: PagePicture.ImageFile] {
    let wanted = uses.compactMap { use in site.path(of: use.reference).map { (use: use, path: $0) } }
      .sorted { ($0.path, $0.use.width, $0.use.height) < ($1.path, $1.use.width, $1.use.height) }
    let groups = stride(from: 0, to: wanted.count, by: Self.mostOfOneProcess).map { first in
      first..<min(first + Self.mostOfOneProcess, wanted.count)
    }
    let found = await parallelMap(count: groups.count, jobs: options.jobs) { indices in
      indices.map { self.files(for: wanted[groups[$0]]) }
    }
    var files: [PagePicture.ImageUse: PagePicture.ImageFile] = [:]
    var findings: Set<String> = []
    for ((use, path), result) in zip(wanted, found.joined()) {
      switch result {
      case .success(let file): files[use] = file
      case .failure(let diagnostic): if findings.insert(path).inserted { sink.report(diagnostic) }
      }
    }
    return files
  }

  /// The most images for one process. A process takes longer to start than to decode a photograph; on the other hand it
  /// keeps all of its images in memory.
  private static let mostOfOneProcess = 8

  private typealias FileResult = Result<PagePicture.ImageFile?, Diagnostic>

  /// A photograph to cut.
  private struct Photograph {
    let path: String
    let bytes: [UInt8]
    let header: ImageHeader
    let use: PagePicture.ImageUse

    /// The format of the part. PNG stays PNG, because JPEG would blur sharp edges; other formats are already lossy.
    var format: PictureFormat { header.kind == .png ? .png : .jpeg }

    /// The request for a part; nil if no part of the image is visible.
    ///
    /// - Parameter isTurned: whether libvips reads the orientation differently, as it does for some images.
    func question(isTurned: Bool, scale: Int) -> [UInt8]? {
      let width = isTurned ? header.shownHeight : header.shownWidth
      let height = isTurned ? header.shownWidth : header.shownHeight
      let plan = PicturePlan(
        uses: [[PicturePlace(width: use.width, height: use.height)]], width: width, height: height, focus: use.focus)
      guard let part = plan.parts.first else { return nil }
      let rendition = PictureRequest.Rendition(
        width: min(part.width, use.width * scale), height: min(part.height, use.height * scale), format: format)
      let cut = PictureRequest.Cut(
        left: part.left, top: part.top, width: part.width, height: part.height, renditions: [rendition])
      return PictureRequest(width: width, height: height, isSharp: format == .png, isForDrawing: true, cuts: [cut])
        .bytes + bytes
    }
  }

  private func files(for wanted: ArraySlice<(use: PagePicture.ImageUse, path: String)>) -> [FileResult] {
    var results: [FileResult] = []
    var photographs: [(index: Int, photograph: Photograph, question: [UInt8])] = []
    for (use, path) in wanted {
      do throws(Diagnostic) {
        if let photograph = try photograph(path, for: use) {
          results.append(.success(nil))
          guard let question = photograph.question(isTurned: false, scale: scale) else { continue }
          photographs.append((results.count - 1, photograph, question))
        } else {
          results.append(.success(file(path)))
        }
      } catch {
        results.append(.failure(error))
      }
    }
    for (index, result) in zip(photographs.map(\.index), parts(of: photographs.map { ($0.photograph, $0.question) })) {
      results[index] = result
    }
    return results
  }

  /// A photograph to cut; nil for files that are shown unchanged.
  private func photograph(_ path: String, for use: PagePicture.ImageUse) throws(Diagnostic) -> Photograph? {
    guard let kind = ImageKind(path: path), kind != .svg else { return nil }
    let bytes = try assets.read(path)
    guard let header = try? ImageHeader(of: bytes), !header.isAnimated, PictureFormat(header.kind) != nil else {
      return nil
    }
    return Photograph(path: path, bytes: bytes, header: header, use: use)
  }

  private func file(_ path: String) -> PagePicture.ImageFile? {
    guard let kind = ImageKind(path: path), let bytes = site.image(path) else { return nil }
    return .whole(mediaType: kind.mediaType, bytes: bytes, size: site.imageSizes[path])
  }

  /// The visible parts of photographs.
  private func parts(of photographs: [(photograph: Photograph, question: [UInt8])]) -> [FileResult] {
    guard let maker = options.pictureMaker, !photographs.isEmpty else { return [] }
    let answers: [PictureMaker.MakerAnswer?]
    do throws(SystemError) {
      answers = try maker.answers(photographs.map(\.question), options.scratchFolder)
    } catch {
      return photographs.map { .failure(.imageUntried($0.photograph.path, error)) }
    }
    return zip(photographs, answers).map { each, answer in
      do throws(Diagnostic) {
        return .success(try part(of: each.photograph, answer, by: maker))
      } catch {
        return .failure(error)
      }
    }
  }

  private func part(
    of photograph: Photograph, _ answer: PictureMaker.MakerAnswer?, by maker: PictureMaker
  ) throws(Diagnostic) -> PagePicture.ImageFile? {
    var answer = answer
    let header = photograph.header
    if case .failure(.otherSize(header.shownHeight, header.shownWidth)) = answer {
      guard let question = photograph.question(isTurned: true, scale: scale) else { return nil }
      do throws(SystemError) {
        answer = try maker.answers([question], options.scratchFolder).first ?? nil
      } catch {
        throw .imageUntried(photograph.path, error)
      }
    }
    switch answer {
    case .success(let made)?:
      return made.files.first.map { file in
        .cut(mediaType: (ImageKind(signatureOf: file) == .jpeg ? ImageKind.jpeg : .png).mediaType, bytes: file)
      }
    case .failure(.otherSize)?:
      throw .imageUndecodable(photograph.path, "it decodes to other sides than its header says")
    case .failure(.undecodable(let message))?: throw .imageUndecodable(photograph.path, message)
    case .failure(let refusal)?: throw .libraryOfImages(refusal, settings, options.installation)
    case nil: throw .imageHarmful(photograph.path)
    }
  }
}

import Content
import Diagnostics
import Glibc
import Images
import Pages
import SiteValidation
import Synchronization

/// Makes the renditions of a site's images, or reuses those that an earlier build has published.
struct PictureWorkshop: Sendable {
  let maker: PictureMaker
  /// True if images are only decoded, and nothing is made from them.
  let isTrial: Bool
  let context: BuildContext
  private let sightings = Sightings()

  /// The result for one image.
  private struct Made: Sendable {
    let order: PictureOrder
    var color: String?
    /// The sizes of all files that were made, published or not.
    var sizes: [String: Int] = [:]
    var usesBetter = true
    var files: [SiteFile] = []
  }

  /// Findings that are reported once, however many images they apply to.
  private final class Sightings: Sendable {
    let isUnconfined = Mutex(false)
  }

  private enum PictureFault: Error {
    case finding(Diagnostic)
    /// A fault that concerns all images: nothing can be made from any.
    case library(PictureAnswer.Refusal)
    /// The task was cancelled.
    case cancelled
  }

  /// - Parameters:
  ///   - uses: the uses on all pages.
  ///   - images: the existing images, by path in the content.
  ///   - read: returns the bytes of an image.
  /// - Returns: nil if an image is at fault, which was reported; the finished images if the task is cancelled.
  func make(
    _ uses: [PictureUse], of images: Set<String>, settings: SiteSettings,
    into sink: inout DiagnosticSink, read: @escaping @Sendable (String) throws(Diagnostic) -> [UInt8]
  ) async -> SitePictures? {
    let byPath = Dictionary(grouping: Set(uses).filter { $0.path != nil }) { $0.path ?? "" }
    let paths = byPath.keys.sorted(by: precedesInBytes).filter(images.contains)
    if paths.isEmpty { return SitePictures() }
    context.begin(.pictures, total: paths.count)
    let earlier = EarlierPictures(in: context.options.outputPlace)
    let results = await parallelMap(unevenCount: paths.count, jobs: context.jobs) {
      index -> Result<Made?, PictureFault> in
      if Task.isCancelled { return .failure(.cancelled) }
      defer { context.options.progress?.advance() }
      do throws(Diagnostic) {
        return self.made(paths[index], try read(paths[index]), byPath[paths[index]] ?? [], earlier: earlier)
      } catch {
        return .failure(.finding(error))
      }
    }
    var pictures = SitePictures()
    var record = PictureRecord()
    var isWhole = true
    var missing: PictureAnswer.Refusal?
    var pathsSeen: Set<String> = []
    for result in results {
      switch result {
      case .success(let made?):
        for use in made.order.uses {
          pictures.byUse[use] = made.order.picture(for: use, usesBetter: made.usesBetter, color: made.color)
        }
        pictures.replaced.insert(made.order.source)
        pictures.files += made.files.filter { pathsSeen.insert($0.path).inserted }
        record.add(
          PictureRecord.RecordedPicture(source: made.order.source, color: made.color, sizes: made.sizes),
          hash: made.order.hash)
      case .success(nil): continue
      case .failure(.finding(let diagnostic)):
        sink.report(diagnostic)
        isWhole = false
      case .failure(.library(let refusal)):
        missing = missing ?? refusal
        isWhole = false
      case .failure(.cancelled): pictures.isUnfinished = true
      }
    }
    if sightings.isUnconfined.withLock({ $0 }) { sink.report(.decodersUnconfined(settings)) }
    if let missing { sink.report(.libraryOfImages(missing, settings, context.options.installation)) }
    if pictures.isUnfinished { record = earlier.record.adding(record) }
    if !isWhole, !pictures.isUnfinished { return nil }
    if isTrial { return SitePictures(isUnfinished: pictures.isUnfinished) }
    if !pictures.replaced.isEmpty { pictures.files.append(SiteFile(path: PictureRecord.path, bytes: record.bytes)) }
    return pictures
  }

  /// Makes the renditions of an image; nil for an image that is published unchanged.
  private func made(
    _ path: String, _ image: [UInt8], _ uses: [PictureUse], earlier: EarlierPictures
  ) -> Result<Made?, PictureFault> {
    guard let order = PictureOrder(path, image, uses: uses) else { return .success(nil) }
    do throws(PictureFault) {
      var result = try made(order, earlier: earlier)
      // Programs disagree about the orientation of some images.
      if case .failure(.otherSize(order.request.height, order.request.width)) = result,
        let turned = PictureOrder(path, image, uses: uses, isTurned: true)
      {
        result = try made(turned, earlier: earlier)
      }
      switch result {
      case .success(let made): return .success(made)
      case .failure(let refusal): throw fault(refusal, path)
      }
    } catch {
      return .failure(error)
    }
  }

  private func fault(_ refusal: PictureAnswer.Refusal, _ path: String) -> PictureFault {
    switch refusal {
    case .libraryMissing, .libraryUnusable, .unencodable: .library(refusal)
    case .undecodable(let message): .finding(.imageUndecodable(path, message))
    case .otherSize(let width, let height):
      .finding(.imageUndecodable(path, "it decodes to \(width) × \(height) pixels, unlike its header"))
    }
  }

  // MARK: One image

  private func made(
    _ order: PictureOrder, earlier: EarlierPictures
  ) throws(PictureFault) -> Result<Made, PictureAnswer.Refusal> {
    let known = earlier.record.entry(order.hash, of: order.source)
    if isTrial {
      // An image from which renditions were made can be decoded.
      if known != nil { return .success(Made(order: order)) }
      return try answer(order.trial, order).map { _ in Made(order: order) }
    }
    var result = Made(order: order, color: known?.color)
    var files: [String: SiteFile] = [:]
    for file in order.files where known != nil {
      result.sizes[file.path] = known?.sizes[file.path]
      guard let bytes = earlier.bytes(of: file.path) else { continue }
      result.sizes[file.path] = bytes.count
      files[file.path] = SiteFile(path: file.path, context.spool.keep(bytes), role: .rendition)
    }
    // If the better format turns out to save nothing, the image's own format is needed in all sizes.
    while true {
      result.usesBetter = order.usesBetter(bySizes: result.sizes)
      let published = order.published(usesBetter: result.usesBetter)
      let missing = Set(published.map(\.path).filter { files[$0] == nil })
      if missing.isEmpty {
        result.files = published.compactMap { files[$0.path] }
        // The record must not depend on earlier builds, which may have made other files.
        let recorded = Set((published + order.files.filter(\.isFallback)).map(\.path))
        result.sizes = result.sizes.filter { recorded.contains($0.key) }
        return .success(result)
      }
      let (request, wanted) = order.request(for: missing)
      let made: PictureAnswer
      switch try answer(request, order) {
      case .success(let answer) where answer.files.count == wanted.count: made = answer
      case .success: throw .finding(.imageHarmful(order.source))
      case .failure(let refusal): return .failure(refusal)
      }
      result.color = made.color
      for (file, bytes) in zip(wanted, made.files) {
        result.sizes[file.path] = bytes.count
        files[file.path] = SiteFile(path: file.path, context.spool.keep(bytes), role: .rendition)
      }
    }
  }

  private func answer(_ request: PictureRequest, _ order: PictureOrder) throws(PictureFault) -> PictureMaker.MakerAnswer
  {
    do throws(SystemError) {
      if let answer = try maker.answer(request, order.image, context.options.scratchFolder) {
        if case .success(let made) = answer, made.isUnconfined { sightings.isUnconfined.withLock { $0 = true } }
        return answer
      }
    } catch {
      throw error.code == ECANCELED ? .cancelled : .finding(.imageUntried(order.source, error))
    }
    throw .finding(.imageHarmful(order.source))
  }
}

import Diagnostics
import PageRendering
import Pictures
import SiteContent
import SiteValidation
import Synchronization

/// Makes the renditions of a site's images, or takes over those that a build before has published.
struct PictureWorkshop: Sendable {
  let maker: PictureMaker
  /// Images are decoded, and nothing is made of them.
  let isTrial: Bool
  /// The folder in which a build may have published before.
  let outputFolder: String
  let scratchFolder: String
  let spool: Spool
  var progress: BuildProgress?
  private let sightings = Sightings()

  /// The result for one image.
  private struct Made: Sendable {
    let order: PictureOrder
    let color: String?
    /// Of all files that were made, published or not.
    let sizes: [String: Int]
    /// The formats with the smallest files.
    let formats: [PictureFormat]
    let files: [SiteFile]
  }

  /// Findings that are reported once, however many images they apply to.
  private final class Sightings: Sendable {
    let isUnconfined = Mutex(false)
  }

  private enum PictureFault: Error {
    case finding(Diagnostic)
    /// Not of one image: nothing can be made of any.
    case library(PictureAnswer.Refusal)
  }

  /// - Parameters:
  ///   - uses: of all pages.
  ///   - images: those that there are, by path in the content.
  ///   - read: fetches the bytes of one.
  /// - Returns: nil if an image is at fault, which was reported.
  func make(
    _ uses: [PictureUse], of images: Set<String>, settings: SiteSettings, jobs: Int,
    into sink: inout DiagnosticSink, read: @escaping @Sendable (String) throws(Diagnostic) -> [UInt8]
  ) async -> SitePictures? {
    let byPath = Dictionary(grouping: Set(uses), by: \.path)
    let paths = byPath.keys.sorted(by: precedesInBytes).filter(images.contains)
    if paths.isEmpty { return SitePictures() }
    progress?.begin(.pictures, total: paths.count)
    let earlier = EarlierPictures(outputFolder: outputFolder)
    let results = await parallelMap(unevenCount: paths.count, jobs: jobs) { index -> Result<Made?, PictureFault> in
      defer { progress?.advance() }
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
        for use in made.order.plans.keys {
          pictures.byUse[use] = made.order.picture(for: use, formats: made.formats, color: made.color)
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
      }
    }
    if sightings.isUnconfined.withLock({ $0 }) { sink.report(.decodersUnconfined(settings)) }
    if let missing { sink.report(.libraryOfImages(missing, settings)) }
    if !isWhole { return nil }
    if isTrial { return SitePictures() }
    if !pictures.replaced.isEmpty { pictures.files.append(SiteFile(path: PictureRecord.path, bytes: record.bytes)) }
    return pictures
  }

  /// nil for an image that is published as it is.
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
      if known != nil { return .success(Made(order: order, color: nil, sizes: [:], formats: [], files: [])) }
      return try answer(order.trial, order).map { _ in
        Made(order: order, color: nil, sizes: [:], formats: [], files: [])
      }
    }
    var color = known?.color
    var sizes: [String: Int] = [:]
    var files: [String: SiteFile] = [:]
    var missing: Set<String> = []
    for file in order.files {
      if let bytes = earlier.bytes(of: file.path) {
        sizes[file.path] = bytes.count
        files[file.path] = SiteFile(path: file.path, spool.keep(bytes), role: .rendition)
      } else if let size = known?.sizes[file.path] {
        sizes[file.path] = size
      } else {
        missing.insert(file.path)
      }
    }
    if known == nil { missing = Set(order.files.map(\.path)) }
    // Files that were made but not published may be needed now, because there are other sizes.
    while true {
      if !missing.isEmpty {
        let (request, wanted) = order.request(for: missing)
        let made: PictureAnswer
        switch try answer(request, order) {
        case .success(let answer) where answer.files.count == wanted.count: made = answer
        case .success: throw .finding(.imageHarmful(order.source))
        case .failure(let refusal): return .failure(refusal)
        }
        color = made.color
        for (file, bytes) in zip(wanted, made.files) {
          sizes[file.path] = bytes.count
          files[file.path] = SiteFile(path: file.path, spool.keep(bytes), role: .rendition)
        }
      }
      let formats = order.formats(bySizes: sizes)
      let published = order.files.filter { formats.contains($0.rendition.format) }
      missing = Set(published.map(\.path).filter { files[$0] == nil })
      if missing.isEmpty {
        return .success(
          Made(
            order: order, color: color, sizes: sizes, formats: formats, files: published.compactMap { files[$0.path] }))
      }
    }
  }

  private func answer(_ request: PictureRequest, _ order: PictureOrder) throws(PictureFault) -> PictureMaker.MakerAnswer
  {
    do throws(SystemError) {
      if let answer = try maker.answer(request, order.image, scratchFolder) {
        if case .success(let made) = answer, made.isUnconfined { sightings.isUnconfined.withLock { $0 = true } }
        return answer
      }
    } catch {
      throw .finding(.imageUntried(order.source, error))
    }
    throw .finding(.imageHarmful(order.source))
  }
}

extension PictureOrder {
  /// The formats that save space: those whose files are all smaller than in the image's own format.
  fileprivate func formats(bySizes sizes: [String: Int]) -> [PictureFormat] {
    guard let own = formats.last else { return [] }
    struct OrderedPlace: Hashable {
      let cut: Int
      let width: Int
      let height: Int
    }
    func place(_ file: OrderedFile) -> OrderedPlace {
      OrderedPlace(cut: file.cut, width: file.rendition.width, height: file.rendition.height)
    }
    var ownSizes: [OrderedPlace: Int] = [:]
    for file in files where file.rendition.format == own { ownSizes[place(file)] = sizes[file.path] }
    return formats.filter { format in
      format == own
        || files.allSatisfy { file in
          guard file.rendition.format == format else { return true }
          guard let size = sizes[file.path], let ownSize = ownSizes[place(file)] else { return false }
          return size <= ownSize
        }
    }
  }
}

import Images
import PageRendering
import Pictures

/// The files to make from an image: their cuts, sizes and names.
struct PictureOrder: Sendable {
  /// A file, known by all that it depends on.
  struct OrderedFile: Sendable, Hashable {
    /// In the output folder.
    let path: String
    /// Of the order's cuts.
    let cut: Int
    let rendition: PictureRequest.Rendition
  }

  /// Of the image in the content.
  let source: String
  let image: [UInt8]
  /// Of the image's bytes.
  let hash: String
  let request: PictureRequest
  let files: [OrderedFile]
  let plans: [PictureUse: PicturePlan]
  /// The best first; the last is the image's own.
  let formats: [PictureFormat]

  /// A version of the qualities, sizes and parts. Increase it whenever files are made differently, so that earlier
  /// files are not reused.
  static let recipe = 2

  /// nil for an image of which nothing is made: it is animated, or no raster image.
  ///
  /// - Parameters:
  ///   - uses: all of this image.
  ///   - isTurned: whether the image's sides are swapped otherwise than its header says.
  init?(_ source: String, _ image: [UInt8], uses: [PictureUse], isTurned: Bool = false) {
    guard let header = try? ImageHeader(of: image), !header.isAnimated, let own = PictureFormat(header.kind) else {
      return nil
    }
    let size = (width: header.shownWidth, height: header.shownHeight)
    let (width, height) = isTurned ? (size.height, size.width) : (size.width, size.height)
    self.source = source
    self.image = image
    let formats = [.avif, .webp].filter { $0 != own } + [own]
    let hash = contentHash(image)
    self.formats = formats
    self.hash = hash
    var plans: [PictureUse: PicturePlan] = [:]
    var sizes: [OrderedCut: Set<PicturePlace>] = [:]
    for use in uses where plans[use] == nil {
      let plan = PicturePlan(places: use.slots.map(\.place), width: width, height: height, focus: use.focus)
      plans[use] = plan
      for run in plan.runs { sizes[OrderedCut(run), default: []].formUnion(run.sizes) }
    }
    self.plans = plans
    var request = PictureRequest(width: width, height: height, isSharp: own == .png, cuts: [])
    var files: [OrderedFile] = []
    for (cut, sizes) in sizes.sorted(by: { $0.key < $1.key }) {
      // The largest first: the others are made of it.
      let renditions = sizes.sorted { ($0.width, $0.height) > ($1.width, $1.height) }.flatMap { size in
        formats.map { PictureRequest.Rendition(width: size.width, height: size.height, format: $0) }
      }
      for rendition in renditions {
        files.append(
          OrderedFile(
            path: Self.path(of: rendition, cut: cut, source: source, hash: hash), cut: request.cuts.count,
            rendition: rendition))
      }
      request.cuts.append(
        PictureRequest.Cut(left: cut.left, top: cut.top, width: cut.width, height: cut.height, renditions: renditions))
    }
    self.request = request
    self.files = files
  }

  /// A request for only the missing files.
  func request(for missing: Set<String>) -> (request: PictureRequest, files: [OrderedFile]) {
    var request = request
    let wanted = files.filter { missing.contains($0.path) }
    for index in request.cuts.indices {
      request.cuts[index].renditions = wanted.filter { $0.cut == index }.map(\.rendition)
    }
    request.cuts.removeAll { $0.renditions.isEmpty }
    return (request, wanted)
  }

  /// The image is decoded, and nothing is made of it.
  var trial: PictureRequest {
    var request = request
    request.cuts = [
      PictureRequest.Cut(left: 0, top: 0, width: request.width, height: request.height, renditions: [])
    ]
    return request
  }

  /// The files that show the image, once it is known which formats there are.
  func picture(for use: PictureUse, formats: [PictureFormat], color: String?) -> Picture? {
    guard let plan = plans[use] else { return nil }
    let runs = plan.runs.map { run in
      Picture.SlotRun(
        slots: run.places, shownWidths: run.shownWidths,
        formats: formats.map { format in
          Picture.FormatFiles(
            mediaType: format.mediaType,
            files: run.sizes.map { size in
              let rendition = PictureRequest.Rendition(width: size.width, height: size.height, format: format)
              return Picture.PictureFile(
                path: Self.path(of: rendition, cut: OrderedCut(run), source: source, hash: hash), width: size.width)
            })
        })
    }
    return Picture(color: color, runs: runs)
  }

  /// `images/saturn-rings-abcdefghij234567-640x360.avif`: the hash is one of the image, the part of it, and the recipe.
  private static func path(
    of rendition: PictureRequest.Rendition, cut: OrderedCut, source: String, hash: String
  ) -> String {
    let inputs = "\(recipe) \(hash) \(cut.left) \(cut.top) \(cut.width) \(cut.height)"
    return "images/\(plainStem(of: source))-\(contentHash(Array(inputs.utf8)))-\(rendition.width)x\(rendition.height)."
      + rendition.format.ending
  }

  private struct OrderedCut: Hashable, Comparable {
    let left: Int
    let top: Int
    let width: Int
    let height: Int

    init(_ run: PicturePlan.PlannedRun) { (left, top, width, height) = (run.left, run.top, run.width, run.height) }

    static func < (a: OrderedCut, b: OrderedCut) -> Bool {
      (a.left, a.top, a.width, a.height) < (b.left, b.top, b.width, b.height)
    }
  }
}

extension PictureFormat {
  /// nil for kinds of which no renditions are made.
  init?(_ kind: ImageKind) {
    switch kind {
    case .jpeg: self = .jpeg
    case .png: self = .png
    case .webp: self = .webp
    case .avif: self = .avif
    case .gif, .svg: return nil
    }
  }
}

import Images
import Pages

/// The files to make from an image: their cuts, sizes and names.
struct PictureOrder: Sendable {
  /// A file with everything on which it depends.
  struct OrderedFile: Sendable, Hashable {
    /// The path in the output folder.
    let path: String
    /// The index in the order's cuts.
    let cut: Int
    let rendition: PictureRequest.Rendition
    /// True if browsers that do not support the better format show this size.
    let isFallback: Bool
  }

  /// The path of the image in the content.
  let source: String
  let image: [UInt8]
  /// The hash of the image's bytes.
  let hash: String
  let request: PictureRequest
  /// All files that may be needed, in both formats.
  let files: [OrderedFile]
  /// The plans, keyed by the focus of a use.
  private let plans: [ImageFocus: PicturePlan]
  /// The index of each use in the plan of its focus.
  private let places: [PictureUse: Int]
  /// The format of the image.
  let own: PictureFormat

  var uses: some Sequence<PictureUse> { places.keys }

  /// A version of the qualities, sizes and parts. Increase it whenever files are made differently, so that earlier
  /// files are not reused.
  static let recipe = 3

  /// The format of nearly all files: every browser has shown it since 2024, and its files are half as large.
  static let better = PictureFormat.avif

  /// Creates an order; nil for an image without renditions: it is animated, or not a raster image.
  ///
  /// - Parameters:
  ///   - uses: all uses of this image.
  ///   - isTurned: whether the image's sides are swapped compared with its header.
  init?(_ source: String, _ image: [UInt8], uses: [PictureUse], isTurned: Bool = false) {
    guard let header = try? ImageHeader(of: image), !header.isAnimated, let own = PictureFormat(header.kind) else {
      return nil
    }
    let size = (width: header.shownWidth, height: header.shownHeight)
    let (width, height) = isTurned ? (size.height, size.width) : (size.width, size.height)
    self.source = source
    self.image = image
    self.own = own
    hash = contentHash(image)
    var frames: [ImageFocus: [[PicturePlace]]] = [:]
    var places: [PictureUse: Int] = [:]
    for use in uses where places[use] == nil {
      let own = use.slots.map(\.place)
      let known = frames[use.focus, default: []].firstIndex(of: own)
      places[use] = known ?? frames[use.focus, default: []].count
      if known == nil { frames[use.focus, default: []].append(own) }
    }
    self.places = places
    plans = Dictionary(
      uniqueKeysWithValues: frames.map { focus, uses in
        (focus, PicturePlan(uses: uses, width: width, height: height, focus: focus))
      })
    var sizes: [OrderedCut: (all: Set<PicturePlace>, fallbacks: Set<PicturePlace>)] = [:]
    for part in plans.values.flatMap(\.parts) {
      sizes[OrderedCut(part), default: ([], [])].all.formUnion(part.sizes)
      sizes[OrderedCut(part)]?.fallbacks.insert(part.sizes[part.fallback])
    }
    var request = PictureRequest(width: width, height: height, isSharp: own == .png, cuts: [])
    var files: [OrderedFile] = []
    for (cut, sizes) in sizes.sorted(by: { $0.key < $1.key }) {
      // Files of one size are made one after the other, from the same pixels.
      for size in sizes.all.sorted(by: { ($0.width, $0.height) > ($1.width, $1.height) }) {
        for format in Self.formats(own) {
          let rendition = PictureRequest.Rendition(width: size.width, height: size.height, format: format)
          files.append(
            OrderedFile(
              path: Self.path(of: rendition, cut: cut, source: source, hash: hash), cut: request.cuts.count,
              rendition: rendition, isFallback: sizes.fallbacks.contains(size)))
        }
      }
      request.cuts.append(
        PictureRequest.Cut(left: cut.left, top: cut.top, width: cut.width, height: cut.height, renditions: []))
    }
    self.request = request
    self.files = files
  }

  private static func formats(_ own: PictureFormat) -> [PictureFormat] { own == better ? [own] : [better, own] }

  /// The files to publish.
  ///
  /// - Parameter usesBetter: whether the better format is used; the image's own then has only fallbacks.
  func published(usesBetter: Bool) -> [OrderedFile] {
    files.filter { file in
      if own == Self.better { return true }
      return usesBetter ? file.rendition.format == Self.better || file.isFallback : file.rendition.format == own
    }
  }

  /// Returns whether the better format saves space; assumed until all sizes that determine it are known.
  func usesBetter(bySizes sizes: [String: Int]) -> Bool {
    // Both formats of a size are neighbours.
    zip(files, files.dropFirst()).allSatisfy { better, other in
      guard better.isFallback, better.rendition.format == Self.better, other.rendition.format == own,
        own != Self.better,
        let size = sizes[better.path], let ownSize = sizes[other.path]
      else { return true }
      return size <= ownSize
    }
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

  /// A request that decodes the image and makes nothing of it.
  var trial: PictureRequest {
    var request = request
    request.cuts = [
      PictureRequest.Cut(left: 0, top: 0, width: request.width, height: request.height, renditions: [])
    ]
    return request
  }

  /// The files that show the image, once the formats are determined.
  func picture(for use: PictureUse, usesBetter: Bool, color: String?) -> Picture? {
    guard let plan = plans[use.focus], let place = places[use] else { return nil }
    let runs = plan.runs[place].map { run in
      let part = plan.parts[run.part]
      func files(_ format: PictureFormat, _ sizes: [PicturePlace]) -> Picture.FormatFiles {
        Picture.FormatFiles(
          mediaType: format.mediaType,
          files: sizes.map { size in
            let rendition = PictureRequest.Rendition(width: size.width, height: size.height, format: format)
            return Picture.PictureFile(
              path: Self.path(of: rendition, cut: OrderedCut(part), source: source, hash: hash), width: size.width)
          })
      }
      return Picture.SlotRun(
        slots: run.places, shownWidths: run.shownWidths,
        formats: usesBetter && own != Self.better
          ? [files(Self.better, part.sizes), files(own, [part.sizes[part.fallback]])] : [files(own, part.sizes)])
    }
    return Picture(color: color, runs: runs)
  }

  /// The path of a file, such as `images/saturn-rings-abcdefghij234567-640x360.avif`: the hash is one of the image, the
  /// part of it, and the recipe.
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

    init(_ part: PicturePlan.PlannedPart) {
      (left, top, width, height) = (part.left, part.top, part.width, part.height)
    }

    static func < (a: OrderedCut, b: OrderedCut) -> Bool {
      (a.left, a.top, a.width, a.height) < (b.left, b.top, b.width, b.height)
    }
  }
}

extension PictureFormat {
  /// The format of renditions; nil for kinds of images without any.
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

/// A request to make files from one image.
///
/// It is encoded as lines of words, followed by the image. One process writes it for another, which decodes images that
/// may come from strangers.
public struct PictureRequest: Sendable, Hashable {
  /// A part of the image, and the files to make from it.
  public struct Cut: Sendable, Hashable {
    /// The left edge, in pixels of the image, its orientation applied.
    public var left: Int
    public var top: Int
    public var width: Int
    public var height: Int
    public var renditions: [Rendition]

    public init(left: Int, top: Int, width: Int, height: Int, renditions: [Rendition]) {
      self.left = left
      self.top = top
      self.width = width
      self.height = height
      self.renditions = renditions
    }
  }

  /// One file.
  public struct Rendition: Sendable, Hashable {
    /// The width in pixels, at most that of the cut.
    public var width: Int
    public var height: Int
    public var format: PictureFormat

    public init(width: Int, height: Int, format: PictureFormat) {
      self.width = width
      self.height = height
      self.format = format
    }
  }

  /// The size of the image in pixels, with its orientation applied.
  public var width: Int
  public var height: Int
  /// True if a lossy codec would blur the image.
  public var isSharp: Bool
  /// True if the files are for a drawing and are not published: the image is decoded only as finely as they show it,
  /// they are encoded quickly, as JPEG if that is asked for and they are opaque, else as PNG, and the answer has no colour.
  public var isForDrawing: Bool
  public var cuts: [Cut]

  public init(width: Int, height: Int, isSharp: Bool, isForDrawing: Bool = false, cuts: [Cut]) {
    self.width = width
    self.height = height
    self.isSharp = isSharp
    self.isForDrawing = isForDrawing
    self.cuts = cuts
  }

  /// The renditions of all cuts, in the order of the answer.
  public var renditions: [Rendition] { cuts.flatMap(\.renditions) }

  /// The number of pixels of the image and of all files.
  public var pixelCount: Int { renditions.reduce(width * height) { $0 + $1.width * $1.height } }

  // MARK: Encoding

  public var bytes: [UInt8] {
    var lines = ["image \(width) \(height) \(isSharp ? 1 : 0) \(isForDrawing ? 1 : 0)"]
    for cut in cuts {
      lines.append("cut \(cut.left) \(cut.top) \(cut.width) \(cut.height)")
      for rendition in cut.renditions {
        lines.append("file \(rendition.width) \(rendition.height) \(rendition.format.rawValue)")
      }
    }
    return Array((lines.joined(separator: "\n") + "\n\n").utf8)
  }

  /// The request at the beginning of bytes, and the image after it; nil if there is none, or one that no image could
  /// have.
  public static func read(_ bytes: [UInt8]) -> (request: PictureRequest, image: ArraySlice<UInt8>)? {
    var request: PictureRequest?
    var start = 0
    while let end = bytes[start...].firstIndex(of: 0x0A) {
      let line = String(decoding: bytes[start..<end], as: UTF8.self)
      start = end + 1
      if line.isEmpty { return request.map { ($0, bytes[start...]) } }
      let words = line.split(separator: " ")
      let numbers = words.dropFirst().compactMap { Int($0) }
      guard numbers.allSatisfy({ (0...sideLimit).contains($0) }) else { return nil }
      switch (words.first, numbers.count) {
      case ("image", 4):
        request = PictureRequest(
          width: numbers[0], height: numbers[1], isSharp: numbers[2] == 1, isForDrawing: numbers[3] == 1, cuts: [])
      case ("cut", 4):
        guard let image = request, numbers[2] > 0, numbers[3] > 0, numbers[0] + numbers[2] <= image.width,
          numbers[1] + numbers[3] <= image.height
        else { return nil }
        request?.cuts.append(
          Cut(left: numbers[0], top: numbers[1], width: numbers[2], height: numbers[3], renditions: []))
      case ("file", 2):
        guard let cut = request?.cuts.last, let last = request?.cuts.indices.last,
          let format = words.last.flatMap({ PictureFormat(rawValue: String($0)) }),
          (1...cut.width).contains(numbers[0]), (1...cut.height).contains(numbers[1])
        else { return nil }
        request?.cuts[last].renditions.append(Rendition(width: numbers[0], height: numbers[1], format: format))
      default: return nil
      }
    }
    return nil
  }
}

/// Limits the sides, so that sums and products of two cannot overflow. No image has longer ones.
private let sideLimit = 1 << 20

/// A format of renditions.
public enum PictureFormat: String, Sendable, Hashable, CaseIterable, Comparable {
  case avif, webp, jpeg, png

  /// The file extension.
  public var ending: String { self == .jpeg ? "jpg" : rawValue }

  public var mediaType: String { "image/" + rawValue }

  /// Formats are ordered as pages list them: the smallest files first.
  public static func < (a: PictureFormat, b: PictureFormat) -> Bool {
    (allCases.firstIndex(of: a) ?? 0) < (allCases.firstIndex(of: b) ?? 0)
  }
}

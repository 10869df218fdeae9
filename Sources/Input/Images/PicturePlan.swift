/// The frame in which an image is shown, in CSS pixels: the image fills the frame and is cropped to it.
public struct PicturePlace: Sendable, Hashable {
  public var width: Int
  public var height: Int

  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}

/// The parts of an image, and their sizes, that show it at several page widths on screens with one, two and three
/// device pixels per CSS pixel.
///
/// For each frame there is a size with at most 15 % more pixels than are shown, unless the image itself has fewer; none
/// is larger than the image.
public struct PicturePlan: Sendable, Hashable {
  /// Neighbouring frames with nearly the same shape, which the same part of the image fills.
  public struct PlannedRun: Sendable, Hashable {
    /// The indices of the frames.
    public var places: Range<Int>
    /// In pixels of the image.
    public var left: Int
    public var top: Int
    public var width: Int
    public var height: Int
    /// In pixels, ascending.
    public var sizes: [PicturePlace]
    /// The shown width of the part for each frame, in CSS pixels: wider than the frame if the frame is taller.
    public var shownWidths: [Int]
  }

  public let runs: [PlannedRun]

  /// The greatest ratio of the pixels in a file to the pixels that are shown.
  public static let mostExcess = 1.15
  /// Device pixels per CSS pixel, in one direction.
  static let densities = [1, 2, 3]
  /// How much wider in relation to their height some frames can be than others that share a part. The root of this
  /// number is the greatest excess.
  static let mostSpread = 1.06

  /// - Parameters:
  ///   - places: by ascending page width.
  ///   - width: of the image in pixels, as it is shown.
  ///   - height: of the image in pixels, as it is shown.
  /// - Complexity: O(places)
  public init(places: [PicturePlace], width: Int, height: Int, focus: ImageFocus) {
    var runs: [PlannedRun] = []
    var start = 0
    var shapes = Shapes()
    for (index, place) in places.enumerated() {
      if !shapes.take(place) {
        runs.append(Self.run(of: places, start..<index, shapes, width: width, height: height, focus: focus))
        start = index
        shapes = Shapes()
        _ = shapes.take(place)
      }
    }
    if !places.isEmpty {
      runs.append(Self.run(of: places, start..<places.count, shapes, width: width, height: height, focus: focus))
    }
    self.runs = runs
  }

  /// The aspect ratios of some frames.
  private struct Shapes {
    private var least = Double.infinity
    private var most = 0.0

    /// False, without any change, if the frame is too different from the others.
    mutating func take(_ place: PicturePlace) -> Bool {
      let ratio = Double(max(1, place.width)) / Double(max(1, place.height))
      guard most == 0 || max(most, ratio) <= min(least, ratio) * mostSpread else { return false }
      (least, most) = (min(least, ratio), max(most, ratio))
      return true
    }

    var middle: Double { (least * most).squareRoot() }
  }

  private static func run(
    of places: [PicturePlace], _ range: Range<Int>, _ shapes: Shapes, width: Int, height: Int, focus: ImageFocus
  ) -> PlannedRun {
    let ratio = shapes.middle
    var run = PlannedRun(places: range, left: 0, top: 0, width: width, height: height, sizes: [], shownWidths: [])
    if Double(width) > Double(height) * ratio {
      run.width = clamped(Double(height) * ratio, to: width)
    } else {
      run.height = clamped(Double(width) / ratio, to: height)
    }
    run.left = ((width - run.width) * focus.x + 50) / 100
    run.top = ((height - run.height) * focus.y + 50) / 100

    var needs: [(width: Int, shownPixels: Double)] = []
    for place in places[range] {
      let shown = max(Double(place.width), Double(place.height) * ratio)
      // Frames are whole pixels; for the frame that sets the shape itself, any excess is an error of floating-point
      // arithmetic.
      let shownWidth = max(1, Int((shown - 0.001).rounded(.up)))
      run.shownWidths.append(shownWidth)
      for density in densities {
        let pixels = Double(place.width * density) * Double(place.height * density)
        // The value for browsers: a frame that needs a pixel more than a file has uses the next larger file.
        needs.append((min(run.width, shownWidth * density), pixels))
      }
    }
    var last: PicturePlace?
    for need in needs.sorted(by: { ($0.width, $0.shownPixels) > ($1.width, $1.shownPixels) }) {
      if let last, Double(last.width * last.height) <= need.shownPixels * mostExcess || need.width == last.width {
        continue
      }
      let height = need.width == run.width ? run.height : clamped(Double(need.width) / ratio, to: run.height)
      let size = PicturePlace(width: need.width, height: height)
      run.sizes.insert(size, at: 0)
      last = size
    }
    return run
  }

  private static func clamped(_ length: Double, to most: Int) -> Int {
    max(1, min(most, Int(length.rounded())))
  }
}

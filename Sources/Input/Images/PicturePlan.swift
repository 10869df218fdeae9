/// A place where an image is shown, in CSS pixels: it fills the place, and what is too much of it is cut away.
public struct PicturePlace: Sendable, Hashable {
  public var width: Int
  public var height: Int

  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}

/// Which parts of an image, in which sizes, show it at a number of page widths on screens of one, two and three pixels for
/// each of CSS.
///
/// For each place there is a size that holds at most 15 % more pixels than show, unless the image itself has fewer; none is
/// larger than the image.
public struct PicturePlan: Sendable, Hashable {
  /// Neighbouring places of nearly one shape, which one part of the image fills.
  public struct PlannedRun: Sendable, Hashable {
    /// Of the places.
    public var places: Range<Int>
    /// In pixels of the image.
    public var left: Int
    public var top: Int
    public var width: Int
    public var height: Int
    /// In pixels, ascending.
    public var sizes: [PicturePlace]
    /// How wide the part shows at each of the places, in CSS pixels: wider than the place where the place is taller.
    public var shownWidths: [Int]
  }

  public let runs: [PlannedRun]

  /// The pixels that a file may have for each that shows.
  public static let mostExcess = 1.15
  /// Pixels of a screen for one of CSS, across.
  static let densities = [1, 2, 3]
  /// How much wider for their height some places may be than others that share a part. Its root is the excess of the worst.
  static let mostSpread = 1.06

  /// - Parameters:
  ///   - places: by ascending page width.
  ///   - width: of the image in pixels, as it is shown.
  ///   - height: likewise.
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

  /// The ratios of width to height of some places.
  private struct Shapes {
    private var least = Double.infinity
    private var most = 0.0

    /// False, and nothing changes, where the place is too unlike the others.
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
      // Places are whole pixels; of one that sets the shape itself, what is beyond is an error of arithmetic.
      let shownWidth = max(1, Int((shown - 0.001).rounded(.up)))
      run.shownWidths.append(shownWidth)
      for density in densities {
        let pixels = Double(place.width * density) * Double(place.height * density)
        // Of what is told to browsers: one that needs a pixel more than a file has takes the next larger one.
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

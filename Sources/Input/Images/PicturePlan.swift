/// The frame in which an image is shown, in CSS pixels: the image fills the frame and is cropped to it.
public struct PicturePlace: Sendable, Hashable {
  public var width: Int
  public var height: Int

  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}

/// The parts of an image, and their sizes, that show it wherever a site uses it, on screens with one, two and three
/// device pixels per CSS pixel.
///
/// For each frame there is a size that fills it, unless the image itself has fewer pixels; no size is larger than the
/// image. All uses share the sizes. There are as many as ``leastExcess`` needs, but at most ``mostFiles`` files for each
/// use; if that is too few, the greatest excess of all frames is as small as it can be with so many.
public struct PicturePlan: Sendable, Hashable {
  /// A part of the image that fills frames of nearly the same shape.
  public struct PlannedPart: Sendable, Hashable {
    /// The left edge, in pixels of the image.
    public var left: Int
    public var top: Int
    public var width: Int
    public var height: Int
    /// The sizes in pixels, ascending; never empty.
    public var sizes: [PicturePlace]
    /// The index of the size that alone shows the part in browsers that do not know the better format: enough for two
    /// device pixels per CSS pixel.
    public var fallback: Int
  }

  /// Neighbouring frames of a use that show the same part.
  public struct PlannedRun: Sendable, Hashable {
    /// The indices of the frames.
    public var places: Range<Int>
    /// The index of the part.
    public var part: Int
    /// The shown width of the part for each frame, in CSS pixels: wider than the frame if the frame is taller.
    public var shownWidths: [Int]
  }

  public let parts: [PlannedPart]
  /// The runs of each use.
  public let runs: [[PlannedRun]]

  /// The greatest ratio of the pixels in a file to the pixels that are shown, if the number of files allows it.
  public static let leastExcess = 1.15
  /// The most files for each use: one for each size, and one more for each part.
  public static let mostFiles = 8
  /// Device pixels per CSS pixel, in one direction.
  static let densities = [1, 2, 3]

  /// - Parameters:
  ///   - uses: the frames of each use, by ascending page width.
  ///   - width: the width of the image in pixels, as it is shown.
  ///   - height: the height of the image in pixels, as it is shown.
  /// - Complexity: O(frames · log frames), times the number of excesses that are tried: at most a few dozen.
  public init(uses: [[PicturePlace]], width: Int, height: Int, focus: ImageFocus) {
    let image = PlannedImage(width: width, height: height, focus: focus)
    let places = Set(uses.joined()).sorted {
      ($0.shape, $0.width, $0.height) < ($1.shape, $1.width, $1.height)
    }
    var excess = Self.leastExcess
    var parts = image.parts(for: places, excess: excess)
    while parts.reduce(parts.count, { $0 + $1.part.sizes.count }) > Self.mostFiles * uses.count {
      excess *= 1.05
      parts = image.parts(for: places, excess: excess)
    }
    self.parts = parts.map(\.part)
    var partOfPlace: [PicturePlace: Int] = [:]
    for (index, planned) in parts.enumerated() {
      for place in planned.places { partOfPlace[place] = index }
    }
    runs = uses.map { places in
      var runs: [PlannedRun] = []
      for (index, place) in places.enumerated() {
        guard let part = partOfPlace[place] else { continue }
        let width = place.shownWidth(ofShape: parts[part].shape)
        if runs.last?.part == part {
          runs[runs.count - 1].places = runs[runs.count - 1].places.lowerBound..<(index + 1)
          runs[runs.count - 1].shownWidths.append(width)
        } else {
          runs.append(PlannedRun(places: index..<(index + 1), part: part, shownWidths: [width]))
        }
      }
      return runs
    }
  }
}

extension PicturePlace {
  /// The ratio of width to height.
  fileprivate var shape: Double { Double(max(1, width)) / Double(max(1, height)) }

  /// The width of a part of some shape that fills the frame.
  fileprivate func shownWidth(ofShape shape: Double) -> Int {
    let shown = max(Double(width), Double(height) * shape)
    // Frames are whole pixels; for the frame that sets the shape itself, any excess is an error of floating-point
    // arithmetic.
    return max(1, Int((shown - 0.001).rounded(.up)))
  }
}

private struct PlannedImage {
  let width: Int
  let height: Int
  let focus: ImageFocus

  struct ShapedPart {
    var part: PicturePlan.PlannedPart
    /// The ratio of width to height, before the sizes were rounded to whole pixels.
    let shape: Double
    let places: ArraySlice<PicturePlace>
  }

  /// - Parameter places: the frames, by ascending shape.
  func parts(for places: [PicturePlace], excess: Double) -> [ShapedPart] {
    // A part is larger than what a frame of another shape shows: one half of the excess is for that, one for the size.
    let spread = excess.squareRoot()
    var parts: [ShapedPart] = []
    var start = 0
    for end in places.indices where end + 1 == places.count || places[end + 1].shape > places[start].shape * spread {
      parts.append(part(for: places[start...end], excess: excess))
      start = end + 1
    }
    return parts
  }

  /// The smallest part that contains everything that the frames show, so that each shows what it would of the whole
  /// image.
  private func part(for places: ArraySlice<PicturePlace>, excess: Double) -> ShapedPart {
    let (least, most) = (places.first?.shape ?? 1, places.last?.shape ?? 1)
    let shape = min(max(Double(width) / Double(height), least), most)
    var part = PicturePlan.PlannedPart(left: 0, top: 0, width: width, height: height, sizes: [], fallback: 0)
    if Double(width) > Double(height) * shape {
      part.width = clamped(Double(height) * shape, to: width)
    } else {
      part.height = clamped(Double(width) / shape, to: height)
    }
    part.left = ((width - part.width) * focus.x + 50) / 100
    part.top = ((height - part.height) * focus.y + 50) / 100

    var needs: [(width: Int, shownPixels: Double)] = []
    for place in places {
      for density in PicturePlan.densities {
        let pixels = Double(place.width * density) * Double(place.height * density)
        // The value for browsers: a frame that needs a pixel more than a file has uses the next larger file.
        needs.append((min(part.width, place.shownWidth(ofShape: shape) * density), pixels))
      }
    }
    var last: PicturePlace?
    for need in needs.sorted(by: { ($0.width, $0.shownPixels) > ($1.width, $1.shownPixels) }) {
      if let last, Double(last.width * last.height) <= need.shownPixels * excess || need.width == last.width {
        continue
      }
      let height = need.width == part.width ? part.height : clamped(Double(need.width) / shape, to: part.height)
      let size = PicturePlace(width: need.width, height: height)
      part.sizes.insert(size, at: 0)
      last = size
    }
    let widest = places.map { $0.shownWidth(ofShape: shape) }.max() ?? 0
    part.fallback = part.sizes.firstIndex { $0.width >= widest * 2 } ?? part.sizes.count - 1
    return ShapedPart(part: part, shape: shape, places: places)
  }

  private func clamped(_ length: Double, to most: Int) -> Int {
    max(1, min(most, Int(length.rounded())))
  }
}

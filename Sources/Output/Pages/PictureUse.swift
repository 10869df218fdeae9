import CardLayout
public import Content
import Geometry
public import Images
import Themes

/// The frames of an image on a page, at every page width.
public struct PictureUse: Sendable, Hashable {
  /// A page width, and the frame from there on.
  public struct PictureSlot: Sendable, Hashable {
    /// The least page width in CSS pixels.
    public let minimumWidth: Int
    public let place: PicturePlace

    public init(minimumWidth: Int, place: PicturePlace) {
      self.minimumWidth = minimumWidth
      self.place = place
    }
  }

  public let source: PictureSource
  public let focus: ImageFocus
  /// The slots in ascending order; never empty.
  public let slots: [PictureSlot]

  public init(_ source: PictureSource, focus: ImageFocus, slots: [PictureSlot]) {
    self.source = source
    self.focus = focus
    self.slots = slots
  }

  /// The path of the image; nil for a picture of another site.
  public var path: String? { source.path }
}

/// A gap in markup into which an image is written after its files are made.
struct PictureGap: Sendable {
  /// The distance of the image from the top of the shelf at a step, if it may be in the first screen.
  struct Top: Sendable {
    let step: Int
    let distance: Pixels
  }

  /// The offset in the bytes.
  var offset: Int
  let use: PictureUse
  let alt: String
  let width: Int
  let height: Int
  let tops: [Top]
  /// True if the image is hidden at some widths, where an image that is not lazy would be loaded anyway.
  let isHiddenSomewhere: Bool

  /// Returns whether to load the image only when it is nearly visible.
  ///
  /// - Parameters:
  ///   - tops: the distances of the shelf from the top of the page, at each step.
  func isLazy(inShelfAt tops: [Pixels], steps: [Step]) -> Bool {
    isHiddenSomewhere
      || !self.tops.contains { top in
        steps.indices.contains(top.step) && tops.indices.contains(top.step)
          && tops[top.step] + top.distance < FirstScreen.height(at: steps[top.step])
      }
  }
}

/// The part of a page that is visible before scrolling.
enum FirstScreen {
  /// The height of the tallest common windows of a width: those of phones, and of tablets and upright screens. The
  /// height above the shelves is not counted, because a template decides about it: more may be treated as visible than
  /// is.
  static func height(at step: Step) -> Pixels { Pixels(step.width < 600 ? 960 : 1440) }
}

/// An image as the page refers to it, and the time at which it is loaded.
public struct PlacedPicture: Sendable {
  var gap: PictureGap
  let isLazy: Bool
  /// True for the largest image of the first screen, which is loaded before all others.
  fileprivate(set) var isLargest = false

  public var use: PictureUse { gap.use }
}

extension [PlacedPicture] {
  /// Marks the largest image that is loaded at once, unless it is an icon.
  ///
  /// - Complexity: O(pictures)
  mutating func markLargest() {
    let areaOfIcons = 100 * 100
    var largest: (place: Int, area: Int)?
    for place in indices where !self[place].isLazy {
      let area = self[place].gap.width * self[place].gap.height
      if area > largest?.area ?? areaOfIcons { largest = (place, area) }
    }
    if let largest { self[largest.place].isLargest = true }
  }
}

import CardLayout
import Geometry
public import Images

/// Where a page shows an image, at every page width.
public struct PictureUse: Sendable, Hashable {
  /// A page width, and the place from there on.
  public struct PictureSlot: Sendable, Hashable {
    /// In CSS pixels.
    public let minimumWidth: Int
    public let place: PicturePlace

    public init(minimumWidth: Int, place: PicturePlace) {
      self.minimumWidth = minimumWidth
      self.place = place
    }
  }

  /// Of the image in the content.
  public let path: String
  public let focus: ImageFocus
  /// Ascending; never empty.
  public let slots: [PictureSlot]

  public init(path: String, focus: ImageFocus, slots: [PictureSlot]) {
    self.path = path
    self.focus = focus
    self.slots = slots
  }
}

/// A place in markup that an image is written to once the files are made that show it.
struct PictureGap: Sendable {
  /// How far from the top of the shelf the image is at a step, where that may be in the first screen.
  struct Top: Sendable {
    let step: Int
    let distance: Pixels
  }

  /// In the bytes.
  var offset: Int
  let use: PictureUse
  let alt: String
  let width: Int
  let height: Int
  let tops: [Top]
  /// It is hidden at some widths, where an image that does not wait would be loaded all the same.
  let isHiddenSomewhere: Bool

  /// Whether to load it only when it comes near.
  ///
  /// - Parameters:
  ///   - tops: of the shelf, at each step.
  func isLazy(inShelfAt tops: [Pixels], steps: [Step]) -> Bool {
    isHiddenSomewhere
      || !self.tops.contains { top in
        steps.indices.contains(top.step) && tops.indices.contains(top.step)
          && tops[top.step] + top.distance < FirstScreen.height(at: steps[top.step])
      }
  }
}

/// What shows of a page before anybody scrolls.
enum FirstScreen {
  /// Of the tallest windows of a width that are usual: of phones, and from there on of tablets and screens held upright. What
  /// is above the shelves is not counted, since a template decides about it: more may be taken for visible than is.
  static func height(at step: Step) -> Pixels { Pixels(step.width < 600 ? 960 : 1440) }
}

/// An image as the page names it, and whether it waits.
public struct PlacedPicture: Sendable {
  var gap: PictureGap
  let isLazy: Bool

  public var use: PictureUse { gap.use }
}

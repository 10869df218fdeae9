import CardLayout
import Content
import Diagnostics
import Geometry
import Themes

extension ReviewedShelf {
  /// The findings of `image-cropped`: one for each card of whose picture less than half is visible, at the widths that
  /// show least of it. Who sets the picture's focus has chosen what is visible.
  ///
  /// - Parameter size: returns the size of a raster image.
  func croppedImages(settings: SourceText, size: (String) -> (width: Int, height: Int)?) -> [ReviewFinding] {
    cards.indices.compactMap { index in
      let card = cards[index].composed.card
      guard card.imageFocus == nil, let own = card.image.flatMap({ self.size(of: $0, size) }), own.width > 0,
        own.height > 0
      else { return nil }
      var worst: CroppedImage?
      for (step, layout) in variants {
        guard let frame = layout.cards[index].slot(.image)?.frame, frame.width > .zero, frame.height > .zero else {
          continue
        }
        // The image covers its frame, so that one of its sides is cut.
        let (a, b) = (own.width * frame.height.sixtyFourths, own.height * frame.width.sixtyFourths)
        let permille = 1000 * min(a, b) / max(a, b)
        if permille >= CroppedImage.leastPermille { continue }
        let steps = worst?.steps.union([step.index]) ?? [step.index]
        if permille < worst?.permille ?? 1000 {
          worst = CroppedImage(
            own: own, frame: (frame.width.roundedDown, frame.height.roundedDown), permille: permille, steps: steps)
        } else {
          worst?.steps = steps
        }
      }
      guard let worst else { return nil }
      let cause = FindingCause(
        rule: .imageCropped, source: settings, key: "", message: "less than half of an image is visible", unit: .card,
        help: croppingAdvice)
      return ReviewFinding(
        .imageCropped(card, worst, names: StepNames(steps: steps)), cause: cause, subject: card.id,
        measure: "\(worst.permille / 10) %", weight: 1000 - worst.permille)
    }
  }
}

/// An image at the width that shows least of it.
private struct CroppedImage {
  static let leastPermille = 500

  /// The size in pixels.
  let own: (width: Int, height: Int)
  /// The frame in CSS pixels.
  let frame: (width: Int, height: Int)
  /// The visible part of its area.
  let permille: Int
  var steps: Set<Int>
}

private let croppingAdvice =
  "choose the visible part with imageFocus, use pictures of about the frame's proportions, or another ratio in the theme"

extension Diagnostic {
  fileprivate static func imageCropped(_ card: Card, _ image: CroppedImage, names: StepNames) -> Diagnostic {
    found(
      .imageCropped,
      "\(image.permille / 10) % of the image is visible: it is \(image.own.width) × \(image.own.height) px, and its frame \(image.frame.width) × \(image.frame.height), at \(names.names(of: image.steps))",
      at: card.place(of: .image), in: card.source, help: croppingAdvice)
  }
}

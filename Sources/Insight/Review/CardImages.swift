import CardLayout
import Content
import Diagnostics
import Geometry
import Images
import Themes

extension ReviewedShelf {
  /// The findings of `image-alt-missing`: one for each card whose image is visible and has no description. An empty
  /// `imageAlt` counts as a description.
  func imagesWithoutAlt(settings: SourceText) -> [ReviewFinding] {
    cards.indices.compactMap { index in
      let card = cards[index].composed.card
      guard card.image != nil, card.imageAlt.isEmpty, card.keyRange("imageAlt") == nil, showsImage(of: index)
      else { return nil }
      let cause = FindingCause(
        rule: .imageAltMissing, source: settings, key: "", message: "an image has no imageAlt", unit: .card,
        help: imageAltAdvice)
      return ReviewFinding(.imageAltMissing(card), cause: cause, subject: card.id)
    }
  }

  /// The findings of `image-enlarged`: one for each card, at the width at which its image is enlarged most.
  ///
  /// - Parameter size: returns the size of a raster image.
  func enlargedImages(settings: SourceText, size: (String) -> (width: Int, height: Int)?) -> [ReviewFinding] {
    cards.indices.compactMap { index in
      let card = cards[index].composed.card
      guard let own = card.image.flatMap({ self.size(of: $0, size) }), own.width > 0, own.height > 0 else { return nil }
      var worst: EnlargedImage?
      for (step, layout) in variants {
        guard let frame = layout.cards[index].slot(.image)?.frame else { continue }
        let shown = (width: max(1, frame.width.roundedDown), height: max(1, frame.height.roundedDown))
        // The image covers its frame, and is cropped if the proportions differ.
        let permille = max(shown.width * 1000 / own.width, shown.height * 1000 / own.height)
        guard shown.width > own.width || shown.height > own.height else { continue }
        var steps = worst?.steps ?? []
        steps.insert(step.index)
        if permille > worst?.permille ?? 0 {
          worst = EnlargedImage(own: own, shown: shown, permille: permille, steps: steps)
        } else {
          worst?.steps = steps
        }
      }
      guard let worst else { return nil }
      let cause = FindingCause(
        rule: .imageEnlarged, source: settings, key: "", message: "the image is shown larger than its size",
        unit: .card,
        help: "use images with more pixels, or show them smaller in \(theme.source.path)")
      return ReviewFinding(
        .imageEnlarged(card, worst, names: StepNames(steps: steps)), cause: cause, subject: card.id,
        measure: "\(worst.times) times", weight: worst.permille)
    }
  }

  func size(
    of image: PictureSource, _ size: (String) -> (width: Int, height: Int)?
  ) -> (width: Int, height: Int)? {
    switch image {
    case .file(let path): return size(path)
    case .remote(let picture):
      let path = picture.address.text.prefix { !"?#".contains($0) }
      return ImageKind(path: String(path)) == .svg ? nil : (picture.size.width, picture.size.height)
    }
  }

  private func showsImage(of index: Int) -> Bool {
    variants.contains { $0.layout.cards[index].slot(.image) != nil }
  }
}

/// An image at the width at which it is enlarged most.
struct EnlargedImage {
  /// The size in pixels.
  let own: (width: Int, height: Int)
  /// The size in CSS pixels.
  let shown: (width: Int, height: Int)
  let permille: Int
  var steps: Set<Int>

  /// The factor with one decimal: `1.4`.
  var times: String { "\(permille / 1000).\(permille % 1000 / 100)" }

  /// The least size at which the image would not be enlarged, in its own proportions.
  var least: (width: Int, height: Int) {
    ((own.width * permille + 999) / 1000, (own.height * permille + 999) / 1000)
  }
}

private let imageAltAdvice =
  "describe the picture in imageAlt; write imageAlt: \"\" if it adds nothing to the texts"

extension Diagnostic {
  fileprivate static func imageAltMissing(_ card: Card) -> Diagnostic {
    found(
      .imageAltMissing, "the image has no imageAlt: people who cannot see it do not know what it shows",
      at: card.place(of: .image), in: card.source, help: imageAltAdvice)
  }

  fileprivate static func imageEnlarged(_ card: Card, _ image: EnlargedImage, names: StepNames) -> Diagnostic {
    found(
      .imageEnlarged,
      "the image is \(image.own.width) × \(image.own.height) px and shown at \(image.shown.width) × \(image.shown.height), \(image.times) times its size, at \(names.names(of: image.steps))",
      at: card.place(of: .image), in: card.source,
      help:
        "use one of \(image.least.width) × \(image.least.height) px or more; screens with 2 device pixels per CSS pixel need twice that"
    )
  }
}

import CardLayout
import Content
import Geometry
import Images
import Themes

/// The image of a card, and the card's position on its shelf.
struct CardImage {
  private let source: PictureSource
  private let alt: String
  private let focus: ImageFocus
  private let shelf: LaidOutShelf
  private let allSteps: [Step]
  /// The card's index on the shelf.
  private let index: Int

  /// Creates the image; nil if the card has none.
  init?(_ card: Card, at index: Int, on shelf: LaidOutShelf, steps: [Step]) {
    guard let image = card.image else { return nil }
    source = image
    alt = card.imageAlt
    focus = card.imageFocus ?? .center
    self.shelf = shelf
    allSteps = steps
    self.index = index
  }

  /// All steps of the view that is shown first.
  var steps: StepSet { .all(count: allSteps.count) }

  /// The gap for the image in an article; nil if no layout has one.
  ///
  /// - Parameter layouts: the layouts of the article.
  func gap(at layouts: [CardAtSteps], isHiddenSomewhere: Bool) -> PictureGap? {
    guard let frame = layouts.lazy.compactMap({ $0.card.slot(.image)?.frame }).first else { return nil }
    var slots: [PictureUse.PictureSlot] = []
    var tops: [PictureGap.Top] = []
    for (index, step) in allSteps.enumerated() {
      guard let (slot, card) = widestSlot(at: index, in: layouts) else { continue }
      let place = PicturePlace(slot.frame)
      if slots.last?.place != place {
        slots.append(PictureUse.PictureSlot(minimumWidth: step.minimumWidth, place: place))
      }
      if let top = top(of: slot, in: card, at: step) { tops.append(PictureGap.Top(step: index, distance: top)) }
    }
    // An article may exist only for the reader's other choice.
    if slots.isEmpty { slots = [PictureUse.PictureSlot(minimumWidth: 0, place: PicturePlace(frame))] }
    let place = PicturePlace(frame)
    return PictureGap(
      offset: 0, use: PictureUse(source, focus: focus, slots: slots), alt: alt, width: place.width,
      height: place.height, tops: tops, isHiddenSomewhere: isHiddenSomewhere)
  }

  /// The image where it is widest in the windows of all shapes, with the columns that show first.
  private func widestSlot(at step: Int, in layouts: [CardAtSteps]) -> (slot: MeasuredSlot, card: MeasuredCard)? {
    var widest: (slot: MeasuredSlot, card: MeasuredCard)?
    for (number, view) in shelf.views.enumerated() where view.choice.columns == shelf.views[0].choice.columns {
      let index = number * allSteps.count + step
      guard let card = layouts.first(where: { $0.steps.contains(index) })?.card, let slot = card.slot(.image),
        widest.map({ $0.slot.frame.width < slot.frame.width }) ?? true
      else { continue }
      widest = (slot, card)
    }
    return widest
  }

  /// The distance from the top of the shelf, if the image may be in the first screen.
  private func top(of slot: MeasuredSlot, in card: MeasuredCard, at step: Step) -> Pixels? {
    let layouts = shelf.layouts
    guard layouts.indices.contains(step.index), layouts[step.index].frames.indices.contains(index) else {
      return nil
    }
    let frame = layouts[step.index].frames[index]
    let top = frame.y + slot.frame.y + (slot.isPinned ? frame.height - card.naturalHeight : .zero)
    let isVisible = top < FirstScreen.height(at: step) && frame.x + slot.frame.x < Pixels(step.width)
    return isVisible ? top : nil
  }
}

extension PicturePlace {
  /// Rounds to whole pixels, as images have them.
  init(_ frame: Frame) {
    self.init(width: max(1, frame.width.roundedDown), height: max(1, frame.height.roundedDown))
  }
}

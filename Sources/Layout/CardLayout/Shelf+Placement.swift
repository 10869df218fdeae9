public import Content
import Geometry
public import ShelfArrangements
public import Themes

extension Shelf {
  /// The settings of the shelf for the positions of its cards at a step.
  @inline(__always)
  public func placement(at step: Step, theme: Theme) -> PlacementSettings {
    var placement = PlacementSettings()
    placement.spacing = Pixels(spacing(at: step, theme: theme))
    let lineSpacing = settings.lineSpacing?.value(upTo: step.classNames).map { Pixels($0) }
    placement.lineSpacing = lineSpacing ?? placement.spacing
    placement.hasLineSpacing = settings.lineSpacing != nil
    placement.cardWidth = Pixels(widthOfCards(sizes: nil, at: step, theme: theme))
    placement.minimumCardWidth = Pixels(settings.flow.minCardWidth?.value(upTo: step.classNames) ?? 1)
    placement.cellPadding = settings.cellPadding.map { Pixels($0) }
    placement.heightMode = settings.heightMode
    placement.columnRule = settings.columnRule
    placement.align = settings.flow.align
    placement.lastLine = settings.flow.lastLine
    placement.lineAlign = settings.flow.lineAlign
    placement.distribute = settings.flow.distribute
    return placement
  }
}

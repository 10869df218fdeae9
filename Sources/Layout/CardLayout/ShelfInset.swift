public import Content
public import Themes

extension Shelf {
  /// The insets in whole CSS pixels; zero if the shelf sets none.
  public func inset(at step: Step) -> EdgeLengths { settings.inset?.value(upTo: step.classNames) ?? EdgeLengths() }
}

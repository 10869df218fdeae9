public import SiteContent

extension Shelf {
  /// Whole CSS pixels; none where the shelf names none.
  public func inset(at step: Step) -> EdgeLengths { settings.inset?.value(upTo: step.classNames) ?? EdgeLengths() }
}

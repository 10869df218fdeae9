public import Content

extension Shelf {
  /// The shapes of windows for which its values, or those of its theme, differ.
  ///
  /// - Complexity: O(classes that the shelf names).
  public func windowShapes(theme: Theme) -> [WindowShape] {
    Themes.windowShapes(of: [self], theme: theme)
  }

  /// The steps of a theme in all shapes of windows for which its values differ.
  public func steps(in theme: Theme) -> [Step] {
    let shapes = windowShapes(theme: theme)
    return shapes == [WindowShape()] ? theme.steps : shapes.flatMap { theme.steps.shaped($0) }
  }
}

/// The shapes for which values of some shelves differ, which are laid out together.
public func windowShapes(of shelves: [Shelf], theme: Theme) -> [WindowShape] {
  var names = theme.windowClassNames
  for shelf in shelves {
    for text in shelf.widthClasses where WindowShape.classNames.contains(text.text) { names.insert(text.text) }
    for section in shelf.sections {
      for text in section.widthClasses where WindowShape.classNames.contains(text.text) { names.insert(text.text) }
    }
    for text in shelf.widthClassesOfCards where WindowShape.classNames.contains(text.text) { names.insert(text.text) }
  }
  return names.isEmpty ? [WindowShape()] : WindowShape.all(distinguishedBy: names)
}

extension Theme {
  /// The classes of window shapes for which it has values.
  fileprivate var windowClassNames: Set<String> {
    var names: Set<String> = []
    func note(_ classes: some Sequence<String>) {
      names.formUnion(classes.filter { WindowShape.classNames.contains($0) })
    }
    note(shelf.columns.keys)
    note(tags.maxRows?.named.keys.map(\.self) ?? [])
    for slot in slots.texts { note(textStyles.maxLines(of: slot)?.named.keys.map(\.self) ?? []) }
    return names
  }
}

extension [Step] {
  /// The same steps in windows of a shape.
  public func shaped(_ shape: WindowShape) -> [Step] {
    if shape == WindowShape() { return self }
    var steps = self
    for index in steps.indices {
      // Neighbours share their names, so that comparing them is quick.
      let isSame = index > 0 && self[index].classNames == self[index - 1].classNames
      steps[index] = self[index].shaped(shape, names: isSame ? steps[index - 1].classNames : nil)
    }
    return steps
  }
}

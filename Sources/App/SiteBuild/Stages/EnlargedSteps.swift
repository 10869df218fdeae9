import CardLayout
import Content
import Diagnostics
import Pages
import Themes

/// Removes the steps for enlarged text at which a site has no room.
extension ThemeSources {
  /// The theme without the steps for enlarged text at which a shelf has no room for its cards.
  ///
  /// Steps narrower than any device serve readers who enlarge text. A site whose insets, fixed widths and paddings are
  /// only suitable for devices is built without them instead of being refused, and its author is warned that pages
  /// scroll sideways there.
  ///
  /// - Complexity: O(shelves x sections x steps narrower than devices).
  func withRoom(for library: Library, into sink: inout DiagnosticSink) -> ThemeSources {
    let steps = theme.stepsForEnlargedText
    guard !steps.isEmpty else { return self }
    let shortages = library.pages.flatMap { page in
      let theme = theme.scaled(to: page.textSize)
      return page.shelves.compactMap { shelf in
        steps.last { !shelf.hasRoom(at: $0, theme: theme) }.map { (shelf: shelf, step: $0) }
      }
    }
    guard let widest = shortages.map(\.step.width).max(),
      let worst = shortages.first(where: { $0.step.width == widest })
    else { return self }
    var sources = self
    sources.theme.widthClasses = theme.widthClasses.map { widthClass in
      var widthClass = widthClass
      widthClass.steps.removeAll { step in steps.contains { $0.width == step } && step <= widest }
      return widthClass
    }
    let left = sources.theme.widthClasses.first?.steps.first ?? widest
    sink.report(.reflowLost(below: left, for: worst.shelf, at: worst.step.width, others: shortages.count - 1))
    // The revision differs from any revision of the whole theme: for the memory it is another theme.
    sources.revision = revision << 8 | (steps.firstIndex { $0.width == widest }.map { $0 + 1 } ?? 0)
    return sources
  }
}

extension Theme {
  /// The steps narrower than any device, ascending. Each class keeps one step.
  fileprivate var stepsForEnlargedText: [Step] {
    let last = Set(widthClasses.compactMap(\.steps.last))
    return steps.filter { $0.isNarrowerThanDevices && !last.contains($0.width) }
  }
}

extension Shelf {
  fileprivate func hasRoom(at step: Step, theme: Theme) -> Bool {
    if hasOwnSizes {
      return cardKinds.allSatisfy {
        hasRoom(anatomyName(of: $0), in: $0.section, sizes: $0.sizes, at: step, theme: theme)
      }
    }
    return ([nil] + sections.map(Optional.some)).allSatisfy {
      hasRoom(settings.anatomy?.text, in: $0, at: step, theme: theme)
    }
  }

  private func hasRoom(
    _ name: String?, in section: ShelfSection?, sizes: OwnSizes? = nil, at step: Step, theme: Theme
  ) -> Bool {
    guard let first = theme.anatomy(called: name),
      // If no alternative fits, the last one is used.
      let anatomy = theme.alternatives(of: first).last
    else { return true }
    let need = anatomy.widthOfAllSlotsWhereTextIsEnlarged(tagPadding: theme.tags.paddingInline)
    return windowShapes(theme: theme).allSatisfy { shape in
      columnChoices.allSatisfy {
        room(at: step.shaped(shape), in: section, sizes: sizes, columnChoice: $0, theme: theme).leastCardWidth >= need
      }
    }
  }
}

extension Diagnostic {
  fileprivate static func reflowLost(below width: Int, for shelf: Shelf, at step: Int, others: Int) -> Diagnostic {
    let shelves = others == 0 ? shelf.id.description : "\(shelf.id) and \(others) more"
    let place = sourceValues(of: shelf.source)["arrangement"]?.range ?? shelf.source.line(at: 0)
    return Diagnostic(
      .warning, Rule("reflow-lost"),
      "cards of \(shelves) have no room on a page of \(step) px, the width of a phone when text is enlarged: "
        + "pages narrower than \(width) px will scroll sideways",
      at: place, in: shelf.source,
      help: "write a smaller `inset`, `padding`, `spacing` or width next to texts, or let the theme's "
        + "`widthClasses` begin at \(width)")
  }
}

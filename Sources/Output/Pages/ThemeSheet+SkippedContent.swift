import Geometry
import Themes

/// Browsers skip the content of shelves and cards that are far from the window. Nothing moves, because each has its
/// computed height as its least height. A browser does not remember the height that it has shown: it would be wrong after a
/// resize.
extension ThemeSheet {
  var skippedContent: String {
    let most = theme.steps.last.map { rem($0.width) } ?? ""
    return """
      @supports (overflow-clip-margin:1px){
      .shelf,.cards>.card:nth-child(n+\(Self.cardsShownAtOnce + 1)){content-visibility:auto}
      .shelf{overflow-clip-margin:\(most)}
      .card{overflow-clip-margin:\(rem(Self.roomAroundCards))}
      }

      """
  }

  /// The number of cards at the start of a list whose content is never skipped by itself: deciding that would cost more
  /// than it saves.
  static let cardsShownAtOnce = 24

  /// The room around cards for shadows and outlines, which skipping would otherwise clip.
  private static let roomAroundCards = 96
}

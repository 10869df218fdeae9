import Geometry
import Themes

/// Browsers skip the content of shelves and cards that are far from the window. Nothing moves, because each has its
/// computed height as its least height. After a resize, Chromium keeps a greater height of a shelf that it has shown
/// before (CSS Sizing Level 4, last remembered size), until the shelf comes near the window.
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

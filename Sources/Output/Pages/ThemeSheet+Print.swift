import Geometry
import ShelfArrangements
import Themes

/// Pages on paper: rows become lines of cards, page breaks do not divide cards or separate titles from their content,
/// and colours are those of light pages.
extension ThemeSheet {
  /// Cards follow each other, in columns that are not level.
  private var lists: String {
    let tracks = uses.lists(.areas, .tracks).map { "\($0){grid-template-rows:none!important}\n" }
    let areas = uses.lists(.areas).map { "\($0){row-gap:1rem}\n\($0)>.card{grid-area:auto!important}\n" }
    return (tracks ?? "") + (areas ?? "")
  }

  var print: String {
    """
    @media print{
    :root{color-scheme:light;\(tokens(theme.lightColors))}
    html,body{background:none}
    .shelf,.card{content-visibility:visible!important}
    .skip-link,.page-header nav,.column-toggle,.page-footer:empty{display:none}
    .page-header{padding-block:0 1.5rem}
    .in-shelf,.page-header nav ul{--bleed:0px!important}
    .shelf,.section{min-block-size:0!important}
    .shelf:last-child{margin-block-end:0}
    .page-title,.shelf-title,.section-title{break-after:avoid}
    .page-title,.shelf-title,.section-title,.card{break-inside:avoid}
    .in-shelf{flex-wrap:wrap;overflow:visible;row-gap:1rem;padding-block-end:0!important;
    margin-block-end:0!important}
    .in-shelf::scroll-button(*){display:none}
    \(lists).card{min-block-size:0!important}
    }

    """
  }
}

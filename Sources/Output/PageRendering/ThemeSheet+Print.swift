import Geometry
import Themes

/// Pages on paper: rows become lines of cards, no card and no title is divided from what belongs to it, and colours are
/// those of light pages.
extension ThemeSheet {
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
    :is(.in-grid,.in-list,.in-waterfall){grid-template-rows:none!important}
    .in-waterfall{row-gap:1rem}
    .in-waterfall>.card{grid-area:auto!important}
    .card{min-block-size:0!important}
    }

    """
  }
}

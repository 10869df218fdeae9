import CardLayout
import Content
import Geometry
import ShelfArrangements
import Themes

/// The part of the site's style sheet that comes from the theme: the reset that leaves browsers no choice, text styles,
/// anatomies and colours. Every length is in rem.
struct ThemeSheet {
  let theme: Theme
  let look: Look
  let uses: SheetUses

  init(theme: Theme, uses: SheetUses = .all) {
    self.theme = theme
    look = theme.look
    self.uses = uses
  }

  var text: String {
    [
      colors, reset, page, uses.hasColumnToggle ? columnToggle : "", textStyles, body, cards, explicitLines,
      skippedContent, transitions, print,
    ].joined()
  }

  /// Transitions from page to page. Sizes are the same before and after, so nothing else has to be animated.
  private var transitions: String {
    if !theme.hasTransitions { return "" }
    return "@media (prefers-reduced-motion:no-preference){@view-transition{navigation:auto}}\n"
  }

  /// If the markup ends every line, nothing else may end a line.
  private var explicitLines: String {
    theme.lineBreaks == .explicit ? ".card,.shelf-title,.section-title{white-space:nowrap}\n" : ""
  }

  func rem(_ pixels: Int) -> String { Pixels(pixels).rem }

  // MARK: Colours

  private var colors: String {
    let light = tokens(theme.lightColors)
    let dark = tokens(theme.darkColors)
    return """
      :root{color-scheme:light dark;\(light)}
      @media (prefers-color-scheme:dark){:root{\(dark)}}

      """
  }

  func tokens(_ colors: [String: String]) -> String {
    colors.sorted { $0.key < $1.key }.map { "--\($0.key):\($0.value)" }.joined(separator: ";")
  }

  // MARK: Reset

  /// Sets once everything that engines would otherwise choose for themselves; see "Exactness" in ARCHITECTURE.md.
  /// Kerning of ideographs is switched off with `!important` because `font` in the rules of the text styles would reset
  /// it. Firefox starts an item's lines where its list's direction starts, not its own. Words fit their lines, so
  /// browsers divide one only if a reader has spaced text out, or another font replaces its own.
  private var reset: String {
    let inlines = "a,b,bdi,strong,i,em,code,kbd,s,u,mark,small,span,sub,sup"
    return """
      \(look.page.selector){\(look.page.paint);-webkit-text-size-adjust:100%;text-size-adjust:100%}
      \(look.body.selector){margin:0;container:page/inline-size;\(look.body.paint);
      font:\(slant(theme.textStyles.body))\(theme.textStyles.body.weight) \(rem(theme.scaled(16)))/\(rem(theme.scaled(24)))
      \(fontFamily(theme.textStyles.body.font));font-synthesis:none;font-kerning:normal;font-variant-ligatures:normal;
      font-optical-sizing:none;font-size-adjust:none;text-rendering:geometricPrecision;letter-spacing:0;word-spacing:0;
      text-indent:0;text-transform:none;text-align:start;tab-size:8;white-space:normal;word-break:normal;
      overflow-wrap:break-word;-webkit-hyphens:manual;hyphens:manual;line-break:strict;text-wrap:wrap;
      hanging-punctuation:none;text-spacing-trim:space-all;text-autospace:no-autospace;font-variant-emoji:normal}
      *,::before,::after{box-sizing:border-box}
      h1,h2,h3,h4,h5,h6,p,ul,ol,li,blockquote,pre,hr,div,section,article{margin:0;padding:0;font-size:inherit;
      font-weight:inherit}
      ul,ol{list-style:none}
      li{text-align:inherit}
      \(look.image.selector){display:block;\(look.image.paint)}
      :is(\(inlines)){line-height:0;vertical-align:baseline}
      :lang(ja),:lang(zh),:lang(ko){font-kerning:none!important}
      b,strong{font-weight:700}
      i,em{font-style:italic}
      code,kbd,pre{font-family:\(fontFamily(theme.textStyles.code.font))}
      small,sub,sup{font-size:inherit}
      sub,sup{position:relative}
      sup{top:-.4em}
      sub{top:.25em}
      \(look.mark)
      \(look.link)
      .n{white-space:nowrap}
      .b::after{content:"\\A";white-space:pre}
      .o::after{white-space:pre-line}
      .e::after{content:"…"}
      .j::before{content:"\\2060"}
      .m{display:inline-block;inline-size:1.25em;max-inline-size:100%;white-space:nowrap;text-align:center}
      .i{display:inline-block;vertical-align:top;max-inline-size:100%;object-fit:contain}

      """
  }

  private func slant(_ style: TextStyle) -> String { style.isItalic ? "italic " : "" }

  private func fontFamily(_ stack: String) -> String {
    FallbackFaces.families(ofStack: stack, in: theme)
  }

  // MARK: Page

  private var page: String {
    var text = """
      .page-footer{padding-block:.5rem 2.5rem}
      \(widths).page-header,.page-footer{margin-inline:auto}
      .skip-link{position:absolute;inset-block-start:0;inset-inline-start:0;z-index:1;padding:.5rem 1rem;
      background:var(--card);color:var(--accent)}
      .skip-link:not(:focus){clip-path:inset(50%)}
      .shelf,.section{display:flow-root}
      .shelf{margin-inline:auto;margin-block-end:\(rem(theme.shelf.shelfGap))}
      .shelf-title{margin-block-end:\(rem(theme.shelf.titleGap))}
      \(lists).section-title{margin-block-end:\(rem(theme.shelf.titleGap))}

      """
    let hasRows = uses.arrangements.contains { $0.isOneRow }
    text += (hasRows ? rows : "") + pageHead
    let bleeding = [
      hasRows ? ".in-shelf" : nil, uses.hasNavigation ? ".page-header nav ul" : nil,
    ]
    .compactMap(\.self)
    if !bleeding.isEmpty {
      text += bleeding.joined(separator: ",") + "{--bleed:max(0px,calc((100cqi - var(--w))/2))}\n"
    }
    let wide = ([".page-header", ".page-footer", ".shelf"] + bleeding).joined(separator: ",")
    var margin: Int?
    for step in theme.steps {
      var rules = "\(wide){--w:\(rem(step.width))}\n"
      if margin != step.margin {
        rules +=
          ".page-header,.page-footer,.shelf-title,.section-title,.column-toggle{padding-inline:\(rem(step.margin))}\n"
        rules += ".page-header{--margin:\(rem(step.margin))}\n"
      }
      margin = step.margin
      text += containerQuery(from: step, body: rules)
    }
    return text
  }

  /// The width of a step, and the distance that a row extends beyond it on wider pages. They are not inherited: when a
  /// browser is resized, it updates no other elements. Firefox keeps line breaks if only a break in the lines appears
  /// or disappears; a different tab size, which affects no text outside code, makes it break all of them again.
  private var widths: String {
    """
    @property --w{syntax:"<length>";inherits:false;initial-value:0px}
    @property --bleed{syntax:"<length>";inherits:false;initial-value:0px}
    .page-header,.page-footer,.shelf{inline-size:var(--w)}
    @supports (-moz-appearance:none){.shelf{tab-size:var(--w)}}

    """
  }

  /// The lists of cards that are not rows.
  private var lists: String {
    let tracks = uses.lists(.areas, .tracks).map { "\($0){display:grid}\n" }
    let lines = uses.lists(.lines).map { "\($0){display:flex;flex-wrap:wrap}\n\($0)>.card{flex:none}\n" }
    return (tracks ?? "") + (lines ?? "")
  }

  private var rows: String {
    """
    .in-shelf{display:flex;align-items:stretch;overflow-x:auto;overflow-y:hidden;scrollbar-width:none;
    margin-inline:calc(-1*var(--bleed));scroll-padding-inline:3rem}
    .in-shelf::-webkit-scrollbar{display:none}
    \(rowControls)
    .section>.in-shelf{position:relative}
    .in-shelf>.card{flex:none}

    """
  }

  /// Controls for a mouse: a thin scrollbar, which needs no more than the room of `RowScrollbar`, and buttons if CSS
  /// alone can create them. Only `-webkit-` rules reach browsers without `scrollbar-width`. Arrows are read out in the
  /// reader's language.
  private var rowControls: String {
    """
    @media (pointer:fine){
    .in-shelf:not(:has(+.section)){scrollbar-width:thin;scrollbar-color:var(--secondary) transparent}
    .in-shelf:not(:has(+.section))::-webkit-scrollbar{display:block;block-size:.5rem}
    .in-shelf::-webkit-scrollbar-thumb{border-radius:.25rem;background:var(--secondary)}
    }
    @media screen and (pointer:fine){@supports selector(::scroll-button(left)) and (anchor-scope:--row){
    :is(.shelf,.section){anchor-scope:--row}
    .in-shelf{anchor-name:--row}
    .in-shelf::scroll-button(*){position:absolute;position-anchor:--row;inset-block-start:calc(anchor(center) - 1.25rem);
    inline-size:2.5rem;block-size:2.5rem;padding:0;border:1px solid var(--border);border-radius:50%;background:var(--card);
    color:var(--text);font:700 1.125rem/1 system-ui,sans-serif;cursor:pointer}
    .in-shelf::scroll-button(left){content:"←";left:calc(anchor(left) + .5rem)}
    .in-shelf::scroll-button(right){content:"→";right:calc(anchor(right) + .5rem)}
    .in-shelf::scroll-button(*):disabled{display:none}
    .in-shelf::scroll-button(*):focus-visible{outline:.125rem solid var(--accent);outline-offset:.125rem}
    }}
    @media (forced-colors:active){.in-shelf{scrollbar-color:auto}}
    """
  }

  /// The reader's choice: two radio buttons that look like the halves of one.
  private var columnToggle: String {
    let style = theme.textStyles.body
    return """
      \(look.toggle.selector){display:flex;min-block-size:\(rem(theme.columnToggleHeight));
      margin-block-end:\(rem(theme.shelf.titleGap));font:\(slant(style))\(style.weight)
      \(rem(style.size))/\(rem(style.lineHeight)) \(fontFamily(style.font));\(look.toggle.paint)}
      \(look.choice.selector){position:relative;display:flex;align-items:center;justify-content:center;
      padding-inline:.875rem;\(look.choice.paint);text-align:center;cursor:pointer}
      \(look.firstChoice)
      \(look.lastChoice.selector){\(look.lastChoice.paint);
      margin-inline-start:-1px}
      \(look.chosen.selector){\(look.chosen.paint);z-index:1}
      .column-toggle>label:has(:focus-visible){outline:.125rem solid var(--accent);outline-offset:.125rem;z-index:2}
      .column-toggle input{position:absolute;inset:0;inline-size:100%;block-size:100%;margin:0;opacity:0;cursor:pointer}
      @media (forced-colors:active){.column-toggle>label:has(:checked){forced-color-adjust:none;
      border-color:Highlight;background:Highlight;color:HighlightText}}

      """ + (theme.hasColumnTogglesInTemplate ? ".page-header .column-toggle{padding-inline:0}\n" : "") + hiddenToggle
  }

  /// Pages narrower than devices have one column, whatever is chosen, and may be too narrow for the labels of both
  /// halves. The labels stay on one line there, for which the layout has room.
  private var hiddenToggle: String {
    guard theme.widthClasses.first?.steps.first ?? Step.narrowestDevice < Step.narrowestDevice else { return "" }
    return """
      .column-toggle{visibility:hidden;overflow:hidden;white-space:nowrap}
      @container page (min-width:\(rem(Step.narrowestDevice))){.column-toggle{visibility:visible;overflow:visible;
      white-space:normal}}

      """
  }

  // MARK: Text styles

  private var textStyles: String {
    look.texts.map(rule).joined()
      + """
      \(look.bodyLink)
      \(look.titleLink.selector){padding-block:.25rem;\(look.titleLink.paint);
      \(look.titleLinkLine.paint)}

      """
  }

  private func rule(_ rule: PaintRule, _ style: TextStyle) -> String {
    "\(rule.selector){font:\(slant(style))\(style.weight) \(rem(style.size))/\(rem(style.lineHeight)) "
      + "\(fontFamily(style.font));\(rule.paint)}\n" + leastSizes(rule.selector, style)
  }

  private func leastSizes(_ selector: PaintSelector, _ style: TextStyle) -> String {
    let least = leastTextSize(in: "th")
    return style.size < least ? "\(selector):lang(th){font-size:\(rem(least))}\n" : ""
  }

  // MARK: Body

  private var body: String {
    let style = theme.body
    let code = theme.textStyles.code
    return """
      .body,.body blockquote,.body li{display:flex;flex-direction:column;row-gap:\(rem(style.blockSpacing))}
      .body :is(ul,ol){display:flex;flex-direction:column;row-gap:\(rem(style.itemSpacing));
      padding-inline-start:\(rem(style.indent))}
      .body :is(ul,ol).loose{row-gap:\(rem(style.blockSpacing))}
      .body>*,.body blockquote>*,.body li>*{flex:none;min-inline-size:1px}
      .body :is(ul,ol)>li{flex:none;min-inline-size:1px;position:relative}
      \(look.listMarker.selector){position:absolute;inset-inline-start:-\(rem(style.indent));
      inline-size:\(rem(max(0, style.indent - markerGap)));text-align:end;white-space:nowrap;\(look.listMarker.paint)}
      .body ul>li::before{content:"•"}
      .body ol{counter-reset:item}
      .body ol>li{counter-increment:item}
      .body ol>li::before{content:counter(item) "."}
      :is(.body,.introduction) blockquote{padding-inline-start:\(rem(style.indent));position:relative}
      \(look.quoteBar.selector){content:"";position:absolute;inset-block:0;inset-inline-start:0;inline-size:.1875rem;
      \(look.quoteBar.paint)}
      \(look.code.selector){padding:\(rem(style.codePadding));overflow-x:auto;overflow-y:hidden;white-space:pre;
      tab-size:8;scrollbar-width:none;direction:ltr;font:\(slant(code))\(code.weight) \(rem(code.size))/\(rem(code.lineHeight))
      \(fontFamily(code.font));\(look.code.paint)}
      .body pre::-webkit-scrollbar{display:none}
      \(look.divider.selector){block-size:\(rem(style.ruleThickness));\(look.divider.paint)}
      .figure{container-type:inline-size;line-height:0}
      .figure :is(a,img){display:inline-block;vertical-align:top}
      \(look.figure.selector){object-fit:cover;\(look.figure.paint)}

      """
  }

  // MARK: Cards

  private var cards: String {
    let tags = theme.tags
    var text = """
      .card{display:flex;flex-direction:column;min-inline-size:0}
      \(look.card.selector){flex:1 0 auto;display:flex;flex-direction:column;\(look.card.paint)}
      .card>article>*,.labels>*,.pinned>*{flex:none}
      .labels,.pinned{display:flex;flex-direction:column}
      .row>.labels{flex:1 1 0;min-inline-size:0}
      .row{display:flex}
      .row>.image{flex:none}
      .image{overflow:hidden}
      .image>picture{display:contents}
      :is(.image,.image>picture)>img{inline-size:100%;block-size:100%;object-fit:cover}
      .pinned{margin-block-start:auto}
      .tags{display:flex;flex-wrap:wrap;align-content:flex-start;align-items:flex-start;
      gap:\(rem(tags.lineSpacing)) \(rem(tags.spacing))}
      \(look.tag.selector){flex:none;max-inline-size:100%;padding:\(rem(tags.paddingBlock)) \(rem(tags.paddingInline));
      overflow:hidden;white-space:nowrap;text-overflow:ellipsis;\(look.tag.paint)}
      .more{display:block}

      """
    text += look.cardBorders.map { "\($0)\n" }.joined()
    if theme.linkArea == .card, uses.hasLinks { text += linkedCards }
    if uses.hasTagLinks { text += linkedTags }
    for anatomy in theme.anatomies
    where anatomy.variants.isEmpty && uses.anatomies?.contains(anatomy.name) ?? true {
      text += AnatomySheet(anatomy: anatomy, theme: theme).text
    }
    return text
  }
}

extension ThemeSheet {
  /// The link of the title covers its card, with the body above it. A body below the link could not be selected: in
  /// every engine, a selection that begins on a link belongs to the link.
  fileprivate var linkedCards: String {
    """
    .card>article:has(.title>a){position:relative;isolation:isolate}
    .title>a::after{content:"";position:absolute;inset:0}
    .card>article:has(.title>a) \(uses.hasTagLinks ? ":is(.body,.tags a)" : ".body"){position:relative;z-index:1}
    .card>article:has(.title>a:focus-visible){outline:.125rem solid var(--accent);outline-offset:-.125rem}
    .title>a:focus-visible{outline:none}

    """
  }

  /// The link of a tag covers it, and more above and below it if it is lower than 24 px. It cuts the text instead of the
  /// tag, which would cut the link's outline too.
  fileprivate var linkedTags: String {
    let tags = theme.tags
    let (block, end) = (
      max(tags.paddingBlock, (25 - theme.textStyles.tag.lineHeight) / 2), tags.paddingInline - tags.spareInline
    )
    return """
      .tags>li:has(>a){overflow:visible}
      .tags a{display:block;overflow:hidden;padding-block:\(rem(block));
      padding-inline:\(rem(tags.paddingInline)) \(rem(end));margin-block:\(rem(-block));
      margin-inline:\(rem(-tags.paddingInline)) \(rem(-end));border-radius:inherit;line-height:inherit;
      text-overflow:ellipsis}
      .tags a:focus-visible{outline:.125rem solid var(--accent);outline-offset:.125rem}

      """
  }
}

/// Rules from a step on; the rules of the narrowest step apply at all widths.
func containerQuery(from step: Step, body: String) -> String {
  if step.index == 0 { return body }
  return "@container page (min-width:\(Pixels(step.minimumWidth).rem)){\n\(body)}\n"
}

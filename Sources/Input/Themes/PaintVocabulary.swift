/// The words that a paint sheet can contain, and the alternatives to the rest.
enum PaintVocabulary {
  /// No property here can change the size or the position of anything.
  static let properties: Set<String> = [
    "accent-color", "backdrop-filter", "-webkit-backdrop-filter", "background", "background-attachment",
    "background-blend-mode", "background-clip", "background-color", "background-image", "background-origin",
    "background-position", "background-repeat", "background-size", "border-color", "border-block-color",
    "border-block-end-color", "border-block-start-color", "border-bottom-color", "border-inline-color",
    "border-inline-end-color", "border-inline-start-color", "border-left-color", "border-right-color",
    "border-top-color", "border-radius", "border-bottom-left-radius", "border-bottom-right-radius",
    "border-end-end-radius", "border-end-start-radius", "border-start-end-radius", "border-start-start-radius",
    "border-top-left-radius", "border-top-right-radius", "box-shadow", "caret-color", "color", "cursor", "fill",
    "filter", "mix-blend-mode", "object-position", "opacity", "outline", "outline-color", "outline-offset",
    "outline-style", "outline-width", "scrollbar-color", "stroke", "text-decoration", "text-decoration-color",
    "text-decoration-line", "text-decoration-skip-ink", "text-decoration-style", "text-decoration-thickness",
    "text-shadow", "text-underline-offset", "transition", "transition-behavior", "transition-delay",
    "transition-duration", "transition-property", "transition-timing-function", "-webkit-tap-highlight-color",
  ]

  /// Functions that neither load a file nor read the page.
  static let functions: Set<String> = [
    "blur", "brightness", "calc", "clamp", "color", "color-mix", "conic-gradient", "contrast", "cubic-bezier",
    "drop-shadow", "grayscale", "hsl", "hsla", "hue-rotate", "hwb", "invert", "lab", "lch", "light-dark", "linear",
    "linear-gradient", "max", "min", "oklab", "oklch", "opacity", "radial-gradient", "repeating-conic-gradient",
    "repeating-linear-gradient", "repeating-radial-gradient", "rgb", "rgba", "saturate", "sepia", "steps", "var",
  ]

  /// Media features other than `prefers-…`; none depends on a size.
  static let mediaFeatures: Set<String> = ["hover", "forced-colors"]
  static let mediaWords: Set<String> = ["all", "and", "not", "only", "or", "print", "screen"]

  /// Words of a transition that are not names of properties.
  static let transitionWords: Set<String> = [
    "allow-discrete", "ease", "ease-in", "ease-in-out", "ease-out", "linear", "none", "normal", "step-end",
    "step-start",
  ]

  /// Cardshelf's alternative to a property.
  static func replacement(for property: String) -> String? {
    if let exact = replacements[property] { return exact }
    return replacementsByPrefix.first { property.hasPrefix($0.prefix) }?.text
  }

  private static let replacements = [
    "align-items": "set `align` of the row in cards.NAME.stack in theme.yml",
    "align-self": "set `align` of the row in cards.NAME.stack in theme.yml",
    "animation": "animations are not allowed; use `transition`",
    "aspect-ratio": "set `ratio` of the image in cards.NAME.stack in theme.yml",
    "border": "draw a line without a size: `box-shadow: 0 0 0 1px var(--border)`",
    "column-gap": "set shelf.spacing in theme.yml",
    "content": "put texts in the content, where they are measured",
    "font": "set textStyles.NAME in theme.yml",
    "font-family": "set textStyles.NAME.font in theme.yml",
    "font-size": "set textStyles.NAME.size in theme.yml",
    "font-style": "set textStyles.NAME.italic in theme.yml",
    "font-weight": "set textStyles.NAME.weight in theme.yml",
    "gap": "set shelf.spacing, tags.spacing or `gap` of a slot in cards.NAME.stack in theme.yml",
    "grid-gap": "set shelf.spacing, tags.spacing or `gap` of a slot in cards.NAME.stack in theme.yml",
    "grid-template-columns": "set shelf.columns in theme.yml",
    "column-count": "set shelf.columns in theme.yml",
    "columns": "set shelf.columns in theme.yml",
    "height": "set cards.NAME.minHeight in theme.yml",
    "block-size": "set cards.NAME.minHeight in theme.yml",
    "min-height": "set cards.NAME.minHeight in theme.yml",
    "min-block-size": "set cards.NAME.minHeight in theme.yml",
    "inline-size": "set shelf.cardWidth in theme.yml",
    "line-clamp": "set textStyles.NAME.maxLines in theme.yml",
    "-webkit-line-clamp": "set textStyles.NAME.maxLines in theme.yml",
    "line-height": "set textStyles.NAME.lineHeight in theme.yml",
    "max-inline-size": "set shelf.cardWidth in theme.yml",
    "max-width": "set shelf.cardWidth in theme.yml",
    "min-inline-size": "set shelf.cardWidth in theme.yml",
    "min-width": "set shelf.cardWidth in theme.yml",
    "row-gap": "set tags.lineSpacing or `gap` of a slot in cards.NAME.stack in theme.yml",
    "text-indent": "set body.indent in theme.yml",
    "transform": "raise a card with `box-shadow`; elements that move differ from the computed layout",
    "translate": "raise a card with `box-shadow`; elements that move differ from the computed layout",
    "scale": "raise a card with `box-shadow`; elements that grow differ from the computed layout",
    "width": "set shelf.cardWidth in theme.yml",
  ]

  private static let replacementsByPrefix: [(prefix: String, text: String)] = [
    ("--", "custom properties must begin with --paint-; colours are set under `colors` in theme.yml"),
    ("padding", "set cards.NAME.padding, tags.padding or body.codePadding in theme.yml"),
    ("margin", "set widthClasses.NAME.margin, or `gap` of a slot in cards.NAME.stack, in theme.yml"),
    ("animation", "animations are not allowed; use `transition`"),
    ("border", "draw a line without a size: `box-shadow: 0 0 0 1px var(--border)`"),
  ]
}

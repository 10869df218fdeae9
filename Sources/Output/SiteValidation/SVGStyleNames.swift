import Diagnostics

/// The allowed parts of an image's style: names of properties, functions and at-rules. None of these functions loads
/// anything, except `url`, whose address is checked separately.
struct SVGStyleNames {
  static let properties = SVGNames.words(
    """
    alignment-baseline animation animation-delay animation-direction animation-duration animation-fill-mode
    animation-iteration-count animation-name animation-play-state animation-timing-function backface-visibility
    background background-color background-image background-position background-repeat background-size
    background-blend-mode baseline-shift block-progression border border-color border-radius border-style border-width
    bottom box-shadow box-sizing clip clip-path clip-rule color color-interpolation color-interpolation-filters
    color-profile color-rendering color-scheme content cursor cx cy d direction display dominant-baseline
    enable-background fill fill-opacity fill-rule filter filter-blend-mode filter-gaussianblur-deviation flood-color flood-opacity font font-display font-family
    font-feature-settings font-kerning font-optical-sizing font-size font-size-adjust font-stretch font-style
    font-synthesis font-variant font-variant-alternates font-variant-caps font-variant-east-asian
    font-variant-ligatures font-variant-numeric font-variant-position font-variation-settings font-weight
    forced-color-adjust glyph-orientation-horizontal glyph-orientation-vertical height hyphens image-orientation
    image-rendering inline-size isolation kerning left letter-spacing lighting-color line-break line-height list-style
    margin margin-bottom margin-left margin-right margin-top marker marker-end marker-mid marker-start mask
    mask-border mask-clip mask-composite mask-image mask-mode mask-origin mask-position mask-repeat mask-size
    mask-type max-height max-width min-height min-width mix-blend-mode offset offset-distance offset-path
    offset-rotate opacity order outline outline-color outline-offset outline-style outline-width overflow overflow-wrap
    overflow-x overflow-y padding padding-bottom padding-left padding-right padding-top paint-order perspective
    pointer-events position quotes r right rotate rx ry scale shape-inside shape-margin shape-padding shape-rendering
    shape-subtract size solid-color solid-opacity src stop-color stop-opacity stroke stroke-alignment stroke-dasharray
    stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-width tab-size text-align
    text-align-all text-align-last text-anchor text-combine-upright text-decoration text-decoration-color
    text-decoration-line text-decoration-style text-decoration-thickness text-emphasis text-indent text-orientation
    text-overflow text-rendering text-shadow text-transform text-underline-offset text-underline-position top transform
    transform-box transform-origin transform-style transition transition-delay transition-duration
    transition-property transition-timing-function translate unicode-bidi unicode-range user-select vector-effect
    vertical-align viewport-fill viewport-fill-opacity visibility white-space white-space-collapse white-space-trim
    width will-change word-break word-spacing word-wrap writing-mode x y z-index zoom
    """)

  private static let functions = SVGNames.words(
    """
    url rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix icc-color device-cmyk light-dark var calc min max clamp abs round
    translate translatex translatey translatez translate3d scale scalex scaley scalez scale3d rotate rotatex rotatey
    rotatez rotate3d skew skewx skewy matrix matrix3d perspective blur brightness contrast drop-shadow grayscale
    hue-rotate invert opacity saturate sepia cubic-bezier steps linear inset circle ellipse polygon path rect xywh
    linear-gradient radial-gradient conic-gradient repeating-linear-gradient repeating-radial-gradient
    repeating-conic-gradient counter counters local format tech not is where has lang dir nth-child nth-last-child
    nth-of-type nth-last-of-type fit-content minmax repeat
    """)

  /// ``StyleSheet`` reports `@import`.
  private static let atRules = SVGNames.words(
    "import charset container font-face keyframes -webkit-keyframes -moz-keyframes -o-keyframes layer media property supports"
  )

  /// The refused parts, in words.
  private(set) var refused: [String] = []
  /// The parts of the style that affect the cost of drawing.
  private(set) var styles = SVGStyles()
  /// The selectors of the current rule, and of the rules around it.
  private var selectors: [String] = []

  /// - Parameter text: a style sheet in which all parentheses, strings and comments are closed.
  /// - Complexity: O(bytes).
  init(_ text: [UInt8]) {
    var tokenizer = CSSTokenizer(text)
    var statement: [CSSToken] = []
    var parentheses = 0
    while let token = tokenizer.next() {
      switch token.kind {
      case .opening(UInt8(ascii: "{")):
        let start = statement.first?.range.lower ?? token.range.lower
        selectors.append(String(decoding: text[start..<token.range.lower], as: UTF8.self))
        (statement, parentheses) = ([], 0)
      case .closing(UInt8(ascii: "}")):
        checkDeclaration(statement, text[..<token.range.lower], tokenizer)
        _ = selectors.popLast()
        (statement, parentheses) = ([], 0)
      case .semicolon where parentheses == 0:
        checkDeclaration(statement, text[..<token.range.lower], tokenizer)
        statement = []
      default:
        check(token, after: statement.last, tokenizer)
        switch token.kind {
        case .function, .opening(UInt8(ascii: "(")): parentheses += 1
        case .closing(UInt8(ascii: ")")): parentheses = max(0, parentheses - 1)
        default: break
        }
        statement.append(token)
      }
    }
    checkDeclaration(statement, text[...], tokenizer)
  }

  private mutating func check(_ token: CSSToken, after previous: CSSToken?, _ tokenizer: CSSTokenizer) {
    lazy var name = tokenizer.text(of: token).lowercased()
    switch token.kind {
    case .function: if !Self.functions.contains(name) { refused.append("it has the function \(name)()") }
    case .atKeyword: if !Self.atRules.contains(name) { refused.append("it has the rule @\(name)") }
    case .address, .string:
      let content = tokenizer.text(of: token)
      guard let previous, previous.kind == .function, tokenizer.text(of: previous).lowercased() == "url",
        content.utf8.first == UInt8(ascii: "#")
      else { return }
      styles.references.append((selector, String(content.dropFirst())))
    default: break
    }
  }

  /// - Parameter text: the text up to the end of the statement.
  private mutating func checkDeclaration(
    _ statement: [CSSToken], _ text: ArraySlice<UInt8>, _ tokenizer: CSSTokenizer
  ) {
    guard !selectors.isEmpty, statement.count > 1, statement[0].kind == .identifier, statement[1].kind == .colon else {
      return
    }
    let name = tokenizer.text(of: statement[0]).lowercased()
    let plain = Self.withoutVendor(name)
    if SVGEffects.properties.contains(plain) || plain == "stroke-width" {
      let value = text[statement[1].range.upper...].drop(while: \.isSpace)
      styles.declarations.append(SVGStyles.Declaration(selector: selector, property: plain, value: Array(value)))
    }
    let isKnown =
      Self.properties.contains(name) || name.hasPrefix("--")
      || ["-inkscape-", "-webkit-", "-moz-", "-ms-", "-o-"].contains { prefix in
        name.hasPrefix(prefix) && (prefix == "-inkscape-" || Self.isVendor(name.dropFirst(prefix.count)))
      }
    if !isKnown { refused.append("it sets \(name)") }
  }

  /// The selector of the innermost rule; conditions such as `@media` are ignored.
  private var selector: String { selectors.last { !$0.hasPrefix("@") } ?? "" }

  private static func withoutVendor(_ property: String) -> String {
    for prefix in ["-webkit-", "-moz-", "-ms-", "-o-"] where property.hasPrefix(prefix) {
      return String(property.dropFirst(prefix.count))
    }
    return property
  }

  /// Returns whether a name is a property under the name that one browser gave it.
  private static func isVendor(_ name: Substring) -> Bool {
    properties.contains(String(name)) || name.hasPrefix("text-") || name.hasPrefix("font-") || name == "appearance"
      || name == "tap-highlight-color" || name == "osx-font-smoothing"
  }
}

/// The parts of a style that make a drawing more expensive, each with the selector of its rule.
struct SVGStyles {
  struct Declaration {
    let selector: String
    /// The property in lower case, without the prefix of a browser.
    let property: String
    /// The value as it is written.
    let value: [UInt8]
  }

  var declarations: [Declaration] = []
  /// The ids in `url(#…)`.
  var references: [(selector: String, id: String)] = []

  static func += (styles: inout SVGStyles, more: SVGStyles) {
    styles.declarations += more.declarations
    styles.references += more.references
  }
}

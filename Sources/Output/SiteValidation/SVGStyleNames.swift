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

  /// The scanner of style sheets reports `@import`.
  private static let atRules = SVGNames.words(
    "import charset container font-face keyframes -webkit-keyframes -moz-keyframes -o-keyframes layer media property supports"
  )

  /// In words, with its place in the text.
  private(set) var refused: [(message: String, range: Range<Int>)] = []
  /// What it says about the cost of drawing.
  private(set) var styles = SVGStyles()

  /// - Parameter text: a style sheet, of which no parenthesis, string or comment is left open.
  /// - Complexity: O(bytes).
  init(_ text: [UInt8]) {
    var position = 0
    // Of the rule, and of those around it.
    var selectors: [[UInt8]] = []
    // The meaning of a name before a colon: a property in a block, a part of a selector or a condition elsewhere.
    var depth = 0
    var parentheses = 0
    var startsDeclaration = false
    var segment = 0
    let span = text.span
    while position < span.count {
      let start = position
      let byte = span[position]
      switch byte {
      case UInt8(ascii: "/") where span.hasText("/*", at: position):
        position += 2
        while position < span.count, !span.hasText("*/", at: position) { position += 1 }
        position = min(position + 2, span.count)
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        position += 1
        while position < span.count, span[position] != byte { position += span[position] == UInt8(ascii: "\\") ? 2 : 1 }
        position += 1
        startsDeclaration = false
      case UInt8(ascii: "@"):
        var name: [UInt8] = []
        position = max(position + 1, span.endOfCSSName(from: position + 1, upTo: span.count, into: &name))
        let rule = String(decoding: name, as: UTF8.self).lowercased()
        if !Self.atRules.contains(rule) { refused.append(("it has the rule @\(rule)", start..<position)) }
        startsDeclaration = false
      case UInt8(ascii: "{"):
        selectors.append(Array(text[segment..<position]))
        depth += 1
        position += 1
        (startsDeclaration, segment) = (true, position)
      case UInt8(ascii: "}"):
        depth -= 1
        _ = selectors.popLast()
        position += 1
        (startsDeclaration, segment) = (true, position)
      case UInt8(ascii: ";") where parentheses == 0:
        position += 1
        (startsDeclaration, segment) = (true, position)
      case UInt8(ascii: "("): (position, parentheses) = (position + 1, parentheses + 1)
      case UInt8(ascii: ")"): (position, parentheses) = (position + 1, max(0, parentheses - 1))
      case _ where byte.startsCSSName:
        var name: [UInt8] = []
        position = max(position + 1, span.endOfCSSName(from: position, upTo: span.count, into: &name))
        take(String(decoding: name, as: UTF8.self), start..<position, text, depth > 0 && startsDeclaration, selectors)
        startsDeclaration = false
        // An address without quotes does not consist of names.
        if name.span.isText("url", in: name.indices), position < span.count, span[position] == UInt8(ascii: "(") {
          var next = position + 1
          while next < span.count, span[next].isSpace { next += 1 }
          if next < span.count, span[next] != UInt8(ascii: "\""), span[next] != UInt8(ascii: "'") {
            while next < span.count, span[next] != UInt8(ascii: ")") {
              next += span[next] == UInt8(ascii: "\\") ? 2 : 1
            }
            position = min(next + 1, span.count)
          }
        }
      default:
        if !byte.isSpace { startsDeclaration = false }
        position += 1
      }
    }
  }

  private mutating func take(
    _ name: String, _ range: Range<Int>, _ text: [UInt8], _ startsDeclaration: Bool, _ selectors: [[UInt8]]
  ) {
    let lower = name.lowercased()
    var next = range.upperBound
    if next < text.count, text[next] == UInt8(ascii: "(") {
      if !Self.functions.contains(lower) { refused.append(("it has the function \(lower)()", range)) }
      if lower == "url" {
        next += 1
        while next < text.count, text[next].isSpace || text[next] == 0x22 || text[next] == 0x27 { next += 1 }
        guard next < text.count, text[next] == UInt8(ascii: "#") else { return }
        let id = text[(next + 1)...].prefix { !$0.isSpace && $0 != 0x22 && $0 != 0x27 && $0 != UInt8(ascii: ")") }
        styles.references.append((Self.selector(of: selectors), String(decoding: id, as: UTF8.self)))
      }
      return
    }
    guard startsDeclaration else { return }
    while next < text.count, text[next].isSpace { next += 1 }
    guard next < text.count, text[next] == UInt8(ascii: ":") else { return }
    // In a block of rules, such as one of @media, a name before a colon can be of a selector.
    let end = text[next...].firstIndex { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") || $0 == UInt8(ascii: ";") }
    if let end, text[end] == UInt8(ascii: "{") { return }
    let plain = Self.withoutVendor(lower)
    if SVGEffects.properties.contains(plain) || plain == "stroke-width" {
      let value = text[(next + 1)...].prefix { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: "}") }
      styles.declarations.append(
        SVGStyles.Declaration(
          selector: Self.selector(of: selectors), property: plain, value: Array(value.drop(while: \.isSpace))))
    }
    let isKnown =
      Self.properties.contains(lower) || lower.hasPrefix("--")
      || ["-inkscape-", "-webkit-", "-moz-", "-ms-", "-o-"].contains { prefix in
        lower.hasPrefix(prefix) && (prefix == "-inkscape-" || Self.isVendor(lower.dropFirst(prefix.count)))
      }
    if !isKnown { refused.append(("it sets \(lower)", range)) }
  }

  /// Of the innermost rule; conditions such as `@media` are not looked at.
  private static func selector(of selectors: [[UInt8]]) -> String {
    let innermost = selectors.last { $0.first { !$0.isSpace } != UInt8(ascii: "@") }
    return innermost.map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  private static func withoutVendor(_ property: String) -> String {
    for prefix in ["-webkit-", "-moz-", "-ms-", "-o-"] where property.hasPrefix(prefix) {
      return String(property.dropFirst(prefix.count))
    }
    return property
  }

  /// A property under the name that one browser gave it.
  private static func isVendor(_ name: Substring) -> Bool {
    properties.contains(String(name)) || name.hasPrefix("text-") || name.hasPrefix("font-") || name == "appearance"
      || name == "tap-highlight-color" || name == "osx-font-smoothing"
  }
}

/// The parts of a style that make a drawing more expensive, each with the selector of its rule.
struct SVGStyles {
  struct Declaration {
    let selector: String
    /// In lower case, without the prefix of a browser.
    let property: String
    /// As it is written.
    let value: [UInt8]
  }

  var declarations: [Declaration] = []
  /// Ids in `url(#…)`.
  var references: [(selector: String, id: String)] = []

  static func += (styles: inout SVGStyles, more: SVGStyles) {
    styles.declarations += more.declarations
    styles.references += more.references
  }
}

/// The allowed parts of an image: the elements and attributes of SVG 2 and SVG 1.1 that draw something, and the
/// namespaces in which programs keep their own notes.
enum SVGNames {
  static let svg = "http://www.w3.org/2000/svg"
  static let xlink = "http://www.w3.org/1999/xlink"
  static let xml = "http://www.w3.org/XML/1998/namespace"

  static let elements = words(
    """
    a animate animateColor animateMotion animateTransform circle clipPath defs desc ellipse feBlend feColorMatrix
    feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow
    feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feImage feMerge feMergeNode feMorphology feOffset
    fePointLight feSpecularLighting feSpotLight feTile feTurbulence filter flowDiv flowLine flowPara flowRegion
    flowRegionExclude flowRoot flowSpan font font-face font-face-format font-face-name font-face-src g glyph glyphRef
    hatch hatchpath hkern image line linearGradient marker mask mesh meshgradient meshpatch meshrow metadata
    missing-glyph mpath path pattern polygon polyline radialGradient rect set solidColor solidcolor stop style svg
    switch symbol text textPath title tref tspan use view vkern
    """)

  /// Attributes that are not styles. Their values are numbers, names and texts.
  private static let plainAttributes = words(
    """
    accent-height accumulate additive alphabetic amplitude arabic-form ascent attributeName attributeType autoReverse
    azimuth bandwidth baseFrequency baseProfile baselineShift bbox begin bias by calcMode cap-height class
    clipPathUnits contentScriptType contentStyleType crossOrigin crossorigin cx cy d decelerate decoding descent
    diffuseConstant divisor download dur dx dy edgeMode elevation enable-background end exponent
    externalResourcesRequired fetchpriority filterRes filterUnits focusable format fr from fx fy g1 g2 glyph-name
    glyphRef gradientTransform gradientUnits hanging height horiz-adv-x horiz-origin-x horiz-origin-y href hreflang id
    ideographic in in2 intercept k k1 k2 k3 k4 kernelMatrix kernelUnitLength kerning keyPoints keySplines keyTimes lang
    lengthAdjust limitingConeAngle loading local markerHeight markerUnits markerWidth maskContentUnits maskUnits
    mathematical max media method min mode name numOctaves offset onion operator order orient orientation origin
    overline-position overline-thickness panose-1 path pathLength patternContentUnits patternTransform patternUnits ping
    pitch points pointsAtX pointsAtY pointsAtZ preserveAlpha preserveAspectRatio primitiveUnits r radius refX refY
    referrerpolicy rel rendering-intent repeatCount repeatDur requiredExtensions requiredFeatures requiredFonts
    requiredFormats restart result role rotate rx ry scale seed side slope snapshotTime space spacing specularConstant
    specularExponent spreadMethod startOffset stdDeviation stemh stemv stitchTiles strikethrough-position
    strikethrough-thickness string surfaceScale syncBehavior syncTolerance systemLanguage tabindex tableValues target
    targetX targetY textLength title to transform transform-origin transformer type u1 u2 underline-position
    underline-thickness unicode unicode-range units-per-em v-alphabetic v-hanging v-ideographic v-mathematical values
    version vert-adv-y vert-origin-x vert-origin-y viewBox viewTarget width widths x x-height x1 x2 xChannelSelector y
    y1 y2 yChannelSelector z zoomAndPan gradientType meshType pattern-units hatchUnits hatchContentUnits styleset
    solid-color solid-opacity line-height
    """)

  /// Attributes whose values are names and texts, in which a parenthesis has no meaning.
  private static let texts = words(
    "id class d points role lang title name unicode glyph-name systemLanguage requiredFeatures type version string")

  static func allowsAttribute(_ name: String) -> Bool {
    plainAttributes.contains(name) || name == "style" || SVGStyleNames.properties.contains(name)
      || name.hasPrefix("aria-") || name.hasPrefix("data-")
  }

  /// Returns whether an attribute's value must be checked as a style.
  static func isStyle(_ name: String) -> Bool {
    !texts.contains(name) && !name.hasPrefix("aria-") && !name.hasPrefix("data-")
  }

  /// Namespaces of programs and of metadata. Browsers ignore their content.
  private static let inertNamespaces = [
    "http://sodipodi.sourceforge.net/", "http://www.inkscape.org/", "http://inkscape.org/",
    "http://inkscape.sourceforge.net/",
    "http://www.w3.org/1999/02/22-rdf-syntax-ns#", "http://creativecommons.org/ns#", "https://creativecommons.org/ns#",
    "http://web.resource.org/cc/", "http://purl.org/dc/", "http://ns.adobe.com/", "adobe:ns:meta/",
    "http://www.bohemiancoding.com/sketch/", "http://www.figma.com/figma/ns", "http://svgjs.com/", "http://svgjs.dev/",
    "http://www.serif.com/", "https://boxy-svg.com", "http://www.openswatchbook.org/", "http://www.corel.com/",
    "http://schemas.microsoft.com/visio/", "http://www.vectornator.io", "http://vectornator.io", "http://krita.org/",
    "http://www.w3.org/2000/01/rdf-schema#", "http://xmlns.com/foaf/", "http://www.iptc.org/", "http://iptc.org/",
    "http://www.xml-cml.org/", "http://sozi.baierouge.fr", "http://www.jasc.com/", "http://www.freesoftware.fsf.org/",
    "http://www.gnome.org/", "http://www.gimp.org/", "http://www.kde.org/", "http://www.librecad.org/",
    "http://xml.openoffice.org/", "http://sun.com/xmlns/", "http://www.vectorstyler.com/",
  ]

  /// Namespaces in which browsers run or show something.
  private static let activeNamespaces: Set = [
    "http://www.w3.org/1999/xhtml", "http://www.w3.org/1998/Math/MathML", "http://www.w3.org/1999/XSL/Transform",
    "http://www.w3.org/2001/xml-events", "http://www.w3.org/2001/XInclude", "http://www.mozilla.org/xbl",
    "http://www.w3.org/ns/xbl", "http://www.mozilla.org/keymaster/gatekeeper/there.is.only.xul",
  ]

  /// - Parameter isMetadata: whether it is inside a `metadata` element, which is never shown.
  static func isInert(_ namespace: String?, isMetadata: Bool) -> Bool {
    guard let namespace else { return isMetadata }
    if activeNamespaces.contains(namespace) || namespace == svg { return false }
    return isMetadata || inertNamespaces.contains(where: namespace.hasPrefix)
  }

  static func words(_ text: String) -> Set<String> {
    Set(text.utf8.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }.map { String(Substring($0)) })
  }
}

import TextLayout

struct Unavailable: Error {
  var what: String
}

extension Shaper {
  static func opened() throws -> Shaper {
    guard let shaper = Shaper() else { throw Unavailable(what: "HarfBuzz") }
    return shaper
  }
}

extension FontCatalogue {
  static func opened(_ installation: Installation = .system, themeFont: String? = nil) throws -> FontCatalogue {
    guard var catalogue = FontCatalogue(installation) else { throw Unavailable(what: "fontconfig") }
    if let file = themeFont.flatMap(FontFile.init) { catalogue.add(file) }
    return catalogue
  }
}

extension FontResolver {
  static func opened(themeFont: String? = nil) throws -> FontResolver {
    guard var resolver = FontResolver() else { throw Unavailable(what: "fontconfig") }
    if let file = themeFont.flatMap(FontFile.init) { resolver.add([file]) }
    return resolver
  }
}

import Fonts

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
  static func opened(themeFont: String? = nil) throws -> FontCatalogue {
    guard let catalogue = FontCatalogue(themeFonts: [themeFont].compactMap(\.self)) else {
      throw Unavailable(what: "fontconfig")
    }
    return catalogue
  }
}

extension FontResolver {
  static func opened(themeFont: String? = nil) throws -> FontResolver {
    guard let resolver = FontResolver(themeFonts: [themeFont].compactMap(\.self)) else {
      throw Unavailable(what: "fontconfig")
    }
    return resolver
  }
}

import Diagnostics

extension Diagnostic.Rule {
  static let layoutUnreadable = Self("layout-unreadable", fault: .cannotRun)
  static let pageUnknown = Self("page-unknown", fault: .cannotRun)
  static let browserMissing = Self("browser-missing", fault: .cannotRun)
  static let browserSilent = Self("browser-silent", fault: .cannotRun)
  static let browserFailed = Self("browser-failed", fault: .cannotRun)
  static let scaleSkipped = Self("scale-skipped")
  static let fontNotLoaded = Self("font-not-loaded")
  static let textHinted = Self("text-hinted")
  static let scaleOff = Self("scale-off")
  static let reportUnwritable = Self("report-unwritable", fault: .cannotRun)
}

extension Diagnostic {
  static func layoutUnreadable(_ path: String, reason: String) -> Diagnostic {
    Diagnostic(
      .error, .layoutUnreadable, "the computed layout cannot be read: \(reason)", path: path,
      help: "run `cardshelf build` again")
  }

  static func pageUnknown(_ page: String, known: [String]) -> Diagnostic {
    let shown = known.prefix(5).joined(separator: ", ") + (known.count > 5 ? ", …" : "")
    return Diagnostic(
      .error, .pageUnknown, "the site has no page '\(page)'", path: ComputedSite.path, help: "its pages are \(shown)")
  }

  static func browserSkipped(_ browser: Browser, missing: [String]) -> Diagnostic {
    Diagnostic(
      .warning, .browserMissing, "skipped; not installed: \(missing.joined(separator: ", "))",
      path: browser.rawValue, help: "on Debian: apt-get install \(browser.debianPackages.joined(separator: " "))")
  }

  static let noBrowser = Diagnostic(
    .error, .browserMissing, "none of the browsers is installed", path: "audit",
    help: "install one, or open the pages in any browser with --listen")

  static func noAnswer(_ browser: String, seconds: Int, log: String) -> Diagnostic {
    Diagnostic(
      .error, .browserSilent, "it did not open the page within \(seconds) seconds", path: browser, help: said(log))
  }

  static func noProgress(_ browser: String, seconds: Int, log: String) -> Diagnostic {
    Diagnostic(
      .error, .browserSilent, "it opened the page, but then sent nothing for \(seconds) seconds", path: browser,
      help: said(log))
  }

  static func ended(_ browser: String, log: String) -> Diagnostic {
    Diagnostic(.error, .browserFailed, "it ended before all pages were measured", path: browser, help: said(log))
  }

  static func cannotStart(_ browser: String, _ program: String, reason: String) -> Diagnostic {
    Diagnostic(.error, .browserFailed, "\(program) cannot be started: \(reason)", path: browser)
  }

  static func harnessFailed(_ browser: String, message: String) -> Diagnostic {
    Diagnostic(.error, .browserFailed, "measuring failed: \(message)", path: browser)
  }

  static func interrupted(_ browser: String) -> Diagnostic {
    Diagnostic(.error, .browserFailed, "interrupted before all pages were measured", path: browser)
  }

  static func scaleSkipped(_ browser: Browser, scale: Scale) -> Diagnostic {
    Diagnostic(
      .warning, .scaleSkipped, "skipped at scale \(scale.rawValue), which it cannot be started with",
      path: browser.rawValue, help: "\(browser.rawValue) can be started with 1, 2 and 3")
  }

  static func fontNotLoaded(_ browser: String, _ font: String) -> Diagnostic {
    Diagnostic(
      .warning, .fontNotLoaded, "font not loaded: \(font)", path: browser,
      help: "what is set in it is shown in another font; run `cardshelf build` again")
  }

  static func textHinted(_ browser: String) -> Diagnostic {
    Diagnostic(
      .warning, .textHinted, "text hinted: widths are whole pixels", path: browser,
      help: "let fontconfig hint slightly or not at all: on Debian, install fontconfig-config")
  }

  static func scaleOff(_ browser: String, asked: Scale, shown: Double) -> Diagnostic {
    Diagnostic(
      .warning, .scaleOff, "asked for scale \(asked.rawValue), it shows \(decimal(shown)) pixels a CSS pixel",
      path: browser)
  }

  static func reportUnwritable(_ path: String, reason: String) -> Diagnostic {
    Diagnostic(.error, .reportUnwritable, "the report cannot be written: \(reason)", path: path)
  }

  private static func said(_ log: String) -> String? { log.isEmpty ? nil : "it said: \(log)" }
}

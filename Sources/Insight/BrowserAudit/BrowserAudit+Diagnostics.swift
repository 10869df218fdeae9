import Diagnostics
import Pages

extension Diagnostic {
  static func pageUnknown(_ page: String, known: [String]) -> Diagnostic {
    let shown = known.prefix(5).joined(separator: ", ") + (known.count > 5 ? ", …" : "")
    return Diagnostic(
      .error, Rule("page-unknown", fault: .cannotRun), "the site has no page '\(page)'", path: LayoutRecord.layoutName,
      help: "its pages are \(shown)")
  }

  static func browserSkipped(_ browser: Browser, missing: [String]) -> Diagnostic {
    Diagnostic(
      .warning, Rule("browser-missing", fault: .cannotRun),
      "skipped; not installed: \(missing.joined(separator: ", "))",
      path: browser.rawValue, help: "on Debian: apt-get install \(browser.debianPackages.joined(separator: " "))")
  }

  static let noBrowser = Diagnostic(
    .error, Rule("browser-missing", fault: .cannotRun), "none of the browsers is installed", path: "audit",
    help: "install one, or open the pages in any browser with --listen")

  static func noAnswer(_ browser: String, seconds: Int, log: String) -> Diagnostic {
    Diagnostic(
      .error, Rule("browser-silent", fault: .cannotRun), "it did not open the page within \(seconds) seconds",
      path: browser, help: said(log))
  }

  static func noProgress(_ browser: String, seconds: Int, log: String) -> Diagnostic {
    Diagnostic(
      .error, Rule("browser-silent", fault: .cannotRun),
      "it opened the page, but then sent nothing for \(seconds) seconds", path: browser,
      help: said(log))
  }

  static func ended(_ browser: String, log: String) -> Diagnostic {
    Diagnostic(
      .error, Rule("browser-failed", fault: .cannotRun), "it ended before all pages were measured", path: browser,
      help: said(log))
  }

  static func cannotStart(_ browser: String, _ program: String, reason: String) -> Diagnostic {
    Diagnostic(
      .error, Rule("browser-failed", fault: .cannotRun), "\(program) cannot be started: \(reason)", path: browser)
  }

  static func harnessFailed(_ browser: String, message: String) -> Diagnostic {
    Diagnostic(.error, Rule("browser-failed", fault: .cannotRun), "measuring failed: \(message)", path: browser)
  }

  static func interrupted(_ browser: String) -> Diagnostic {
    Diagnostic(
      .error, Rule("browser-failed", fault: .cannotRun), "interrupted before all pages were measured", path: browser)
  }

  static func scaleSkipped(_ browser: Browser, scale: Scale) -> Diagnostic {
    Diagnostic(
      .warning, Rule("scale-skipped"), "skipped at scale \(scale.rawValue), which it does not support",
      path: browser.rawValue, help: "\(browser.rawValue) can be started with 1, 2 and 3")
  }

  static func fontNotLoaded(_ browser: String, _ font: String) -> Diagnostic {
    Diagnostic(
      .warning, Rule("font-not-loaded"), "font not loaded: \(font)", path: browser,
      help: "the text is shown in another font; run `cardshelf build` again")
  }

  static func textHinted(_ browser: String) -> Diagnostic {
    Diagnostic(
      .warning, Rule("text-hinted"), "text hinted: widths are whole pixels", path: browser,
      help: "configure fontconfig to hint slightly or not at all: on Debian, install fontconfig-config")
  }

  static func scaleOff(_ browser: String, asked: Scale, shown: Double) -> Diagnostic {
    Diagnostic(
      .warning, Rule("scale-off"),
      "the requested scale was \(asked.rawValue), but it shows \(decimal(shown)) device pixels per CSS pixel",
      path: browser)
  }

  static func reportUnwritable(_ path: String, reason: String) -> Diagnostic {
    Diagnostic(
      .error, Rule("report-unwritable", fault: .cannotRun), "the report cannot be written: \(reason)", path: path)
  }

  private static func said(_ log: String) -> String? { log.isEmpty ? nil : "it said: \(log)" }
}

import Diagnostics
import Processes

/// A browser that was started with an address to open, and its resources.
struct RunningBrowser: Sendable {
  let version: String?
  private let launch: BrowserLaunch
  private let browser: ProcessGroup

  /// - Parameters:
  ///   - url: the address to open.
  ///   - token: a random text that distinguishes its processes from all others.
  init(_ browser: Browser, url: String, scale: Scale, hasScrollbars: Bool, token: String) async throws(Diagnostic) {
    guard let program = browser.program else {
      throw .cannotStart(browser.rawValue, browser.rawValue, reason: "it is gone")
    }
    var launch = try BrowserLaunch(browser, program: program, token: token)
    do {
      if browser == .webkit { try await launch.startDisplay() }
      version = await launch.version()
      let arguments =
        switch browser {
        case .chromium:
          chromiumArguments(profile: launch.folder.path, url: url, scale: scale, hasScrollbars: hasScrollbars)
        case .firefox: firefoxArguments(profile: launch.folder.path, url: url)
        case .webkit: ["--private", url]
        }
      if browser == .firefox { try launch.folder.write(firefoxPreferences(scale: scale), to: "user.js") }
      if browser == .webkit { launch.environment["GDK_SCALE"] = scale.rawValue }
      self.browser = try launch.start(program, arguments)
      self.launch = launch
    } catch {
      launch.end()
      throw error
    }
  }

  var hasEnded: Bool { browser.hasEnded }

  /// The last line of its output.
  var log: String { launch.folder.lastLine(of: "log") }

  /// Kills the browser and all processes that it started, and removes its files. Call it once.
  func end() { launch.end() }
}

import Diagnostics
import Glibc
import Processes

/// The resources of a browser that is being started.
struct BrowserLaunch: Sendable {
  let browser: Browser
  let program: String
  let folder: TemporaryFolder
  var environment: [String: String]
  private let mark: String
  private var groups: [ProcessGroup] = []

  init(_ browser: Browser, program: String, token: String) throws(Diagnostic) {
    self.browser = browser
    self.program = program
    folder = try TemporaryFolder()
    mark = "CARDSHELF_AUDIT=\(token)"
    environment = ["CARDSHELF_AUDIT": token]
    let isRoot = geteuid() == 0
    switch browser {
    case .chromium: break
    case .firefox:
      environment["MOZ_CRASHREPORTER_DISABLE"] = "1"
      if isRoot { environment["MOZ_DISABLE_CONTENT_SANDBOX"] = "1" }
    case .webkit:
      environment["WEBKIT_DISABLE_COMPOSITING_MODE"] = "1"
      environment["LIBGL_ALWAYS_SOFTWARE"] = "1"
      environment["GDK_BACKEND"] = "x11"
      environment["XDG_DATA_HOME"] = folder.path
      if isRoot { environment["WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS"] = "1" }
    }
  }

  mutating func start(
    _ program: String, _ arguments: [String], input: Int32? = nil, extra: Int32? = nil, output: Int32? = nil
  ) throws(Diagnostic) -> ProcessGroup {
    let log = try folder.openFile("log")
    defer { close(log) }
    do throws(ProcessGroup.StartFailure) {
      let group = try ProcessGroup(
        path: program, arguments: arguments, environment: environment,
        files: ProcessGroup.Files(input: input, extra: extra, output: output ?? log, errors: log))
      groups.append(group)
      return group
    } catch {
      throw .cannotStart(browser.rawValue, program, reason: reason(ofError: error.code))
    }
  }

  /// The version that the program reports; nil if it does not do so within a minute.
  mutating func version() async -> String? {
    guard let file = try? folder.openFile("version") else { return nil }
    defer { close(file) }
    guard let group = try? start(program, ["--version"], output: file) else { return nil }
    guard await waited(forEndOf: group, seconds: 60) else { return nil }
    return versionNumber(in: folder.lastLine(of: "version"))
  }

  private func waited(forEndOf group: ProcessGroup, seconds: Int) async -> Bool {
    for _ in 0..<(seconds * 50) {
      if group.hasEnded { return true }
      guard (try? await Task.sleep(for: .milliseconds(20))) != nil else { return false }
    }
    return group.hasEnded
  }

  /// Starts an X server on a free display number with the text smoothing of desktops.
  mutating func startDisplay() async throws(Diagnostic) {
    guard let server = executable(named: "Xvfb"), let resources = executable(named: "xrdb") else {
      throw .cannotStart(browser.rawValue, "Xvfb", reason: "it is gone")
    }
    var ends: [Int32] = [0, 0]
    guard unsafe pipe(&ends) == 0 else {
      throw .cannotStart(browser.rawValue, "Xvfb", reason: reason(ofError: errno))
    }
    let arguments = ["-displayfd", "3", "-noreset", "-nolisten", "tcp", "-screen", "0", "1600x1200x24"]
    let display: String?
    do {
      defer { close(ends[0]) }
      let group: ProcessGroup
      do {
        defer { close(ends[1]) }
        group = try start(server, arguments, extra: ends[1])
      }
      display = await line(from: ends[0], whileRunning: group)
    }
    guard let display, Int(display) != nil else {
      throw .cannotStart(browser.rawValue, "Xvfb", reason: folder.lastLine(of: "log"))
    }
    environment["DISPLAY"] = ":" + display
    // Without settings, GTK hints text fully, and advances are whole pixels, which no desktop has.
    try folder.write("Xft.hinting: 1\nXft.hintstyle: hintslight\nXft.antialias: 1\nXft.rgba: none\n", to: "resources")
    let load = try start(resources, ["-load", folder.path + "/resources"])
    guard await waited(forEndOf: load, seconds: 10) else {
      throw .cannotStart(browser.rawValue, "xrdb", reason: "it does not end")
    }
  }

  /// The first line that comes out of a pipe within ten seconds.
  private func line(from pipe: Int32, whileRunning group: ProcessGroup) async -> String? {
    var bytes: [UInt8] = []
    for _ in 0..<500 {
      var request = pollfd(fd: pipe, events: Int16(POLLIN), revents: 0)
      if unsafe poll(&request, 1, 0) > 0 {
        var buffer = [UInt8](repeating: 0, count: 64)
        let count = unsafe buffer.withUnsafeMutableBytes { unsafe read(pipe, $0.baseAddress, $0.count) }
        if count <= 0 { return nil }
        bytes += buffer[..<count]
        if let end = bytes.firstIndex(of: UInt8(ascii: "\n")) { return String(decoding: bytes[..<end], as: UTF8.self) }
      }
      if group.hasEnded { return nil }
      guard (try? await Task.sleep(for: .milliseconds(20))) != nil else { return nil }
    }
    return nil
  }

  func end() {
    for group in groups.reversed() { group.end() }
    killProcesses(withEnvironment: mark)
    folder.remove()
  }
}

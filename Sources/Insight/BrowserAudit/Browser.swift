import Glibc
import Processes

/// An engine that the audit can start.
public enum Browser: String, CaseIterable, Hashable, Sendable {
  case chromium
  case firefox
  /// WebKitGTK's MiniBrowser on a virtual display.
  case webkit

  public var isInstalled: Bool { missingPrograms.isEmpty }

  /// Required programs that are not installed.
  var missingPrograms: [String] {
    switch self {
    case .chromium: program == nil ? ["chromium"] : []
    case .firefox: program == nil ? ["firefox-esr"] : []
    case .webkit:
      (program == nil ? ["MiniBrowser"] : []) + ["Xvfb", "xrdb"].filter { executable(named: $0) == nil }
    }
  }

  /// The path of the browser's program.
  var program: String? {
    switch self {
    case .chromium: firstExecutable(of: ["chromium", "chromium-browser", "google-chrome"])
    case .firefox: firstExecutable(of: ["firefox-esr", "firefox"])
    case .webkit: miniBrowser
    }
  }

  var debianPackages: [String] {
    switch self {
    case .chromium: ["chromium"]
    case .firefox: ["firefox-esr"]
    case .webkit: ["webkit2gtk-driver", "xvfb", "x11-xserver-utils"]
    }
  }

  func canShow(_ scale: Scale) -> Bool { self != .webkit || [.one, .two, .three].contains(scale) }
}

/// The number of physical pixels per CSS pixel.
public enum Scale: String, CaseIterable, Hashable, Sendable {
  case one = "1"
  case oneAndAQuarter = "1.25"
  case oneAndAHalf = "1.5"
  case two = "2"
  case three = "3"

  var value: Double { Double(rawValue) ?? 1 }
}

private func firstExecutable(of names: [String]) -> String? { names.lazy.compactMap(executable).first }

private let miniBrowser: String? = {
  let architectures = ["x86_64-linux-gnu", "aarch64-linux-gnu", "arm-linux-gnueabihf", "riscv64-linux-gnu"]
  let folders = architectures.map { "/usr/lib/" + $0 } + ["/usr/libexec", "/usr/lib", "/usr/lib64"]
  let paths = ["webkit2gtk-4.1", "webkit2gtk-4.0", "webkitgtk-6.0"].flatMap { api in
    folders.map { "\($0)/\(api)/MiniBrowser" }
  }
  return paths.first(where: isExecutable)
}()

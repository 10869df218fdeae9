import Diagnostics
import Glibc
import PlacementProof
import RandomSites
import SiteBuild

/// Builds sites one after the other in a folder.
struct SiteTrial {
  let folder: String
  /// The files of the theme, except `theme.yml`.
  private let themeFiles: [(path: String, text: String)]

  init(theme: String, folder: String) throws {
    self.folder = folder
    themeFiles = try ["page.mustache", "paint.css"].map { name in
      ("Themes/storefront/\(name)", try read(theme + "/" + name))
    }
  }

  /// - Parameters:
  ///   - removed: parts to leave out.
  ///   - kept: where to leave the site and its output; nil leaves nothing.
  /// - Returns: `ended CODE PARTS RULES`, then each fault after a tab.
  func run(_ site: RandomSite, without removed: Set<Int>, kept: String?) async throws -> String {
    let root = kept ?? folder + "/site"
    let files = site.files(without: removed)
    for file in files + themeFiles { try write(file.text, to: root + "/" + file.path) }
    let result = await buildSite(
      BuildOptions(root: root, output: root + "/Output", scratchFolder: folder, writesCompare: false))
    if kept == nil { for file in files { unlink(root + "/" + file.path) } }
    var faults = site.faults(exitCode: result.exitCode, diagnostics: result.diagnostics)
    if result.exitCode == 0 {
      guard let files = outputFiles(in: root + "/Output") else { throw Refusal(what: "read \(root)/Output") }
      faults += PlacementProof(files).faults().prefix(20).map(\.description)
    }
    let rules = Set(result.diagnostics.map { "\($0.severity == .error ? "" : "~")\($0.rule.name)" }).sorted()
    let end = "ended \(result.exitCode) \(site.partCount) \(rules.isEmpty ? "-" : rules.joined(separator: ","))"
    return ([end] + faults).map { $0.replacing("\n", with: " ").replacing("\t", with: " ") }.joined(separator: "\t")
  }
}

func tryEdits(
  seed: UInt64, number: Int, count: Int, theme: String, hasOwnTheme: Bool, in folder: String
) async throws {
  let written = WrittenTheme(
    files: try ["theme.yml", "page.mustache", "paint.css"].map { ($0, try read(theme + "/" + $0)) })
  let assets = written.files.dropFirst().map { (path: "Themes/storefront/" + $0.name, text: $0.text) }
  let site = try EditedSite(seed: seed, number: number, theme: hasOwnTheme ? nil : written, assets: assets)
  var trial = try EditTrial(site, seed: seed, in: folder)
  for index in 0...count {
    let step = try await trial.step()
    // An edit seldom makes a site right.
    if index == 0, !step.isBuilt { return }
    let parts = [step.isBuilt ? "built" : "refused", step.edit.name] + step.faults
    say(parts.map { $0.replacing("\n", with: " ").replacing("\t", with: " ") }.joined(separator: "\t"))
  }
}

/// Writes a line at once, without buffering, because another process waits for it.
func say(_ line: String, to descriptor: Int32 = STDOUT_FILENO) {
  let bytes = Array((line + "\n").utf8)
  var start = 0
  while start < bytes.count {
    let count = bytes[start...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    guard count > 0 else { exit(2) }
    start += count
  }
}

func leave(_ message: String) -> Never {
  say(message, to: STDERR_FILENO)
  exit(64)
}

import ArgumentParser
import Glibc
import Processes
import SiteBuild

/// The process that a build starts for a theme's own fonts, and that may crash because of them.
struct TryFonts: AsyncParsableCommand {
  static let name = "try-fonts"
  static let configuration = CommandConfiguration(
    commandName: name, abstract: "Makes the fonts of a site as a build would, without keeping them.",
    shouldDisplay: false)

  @Argument var root: String
  @Argument var files: [String]

  func run() async throws {
    lowerLimit(of: RLIMIT_CPU, to: rlim_t(FontTrial.seconds))
    lowerLimit(of: RLIMIT_DATA, to: rlim_t(FontTrial.megabytes) << 20)
    lowerLimit(of: RLIMIT_CORE, to: 0)
    var request: [UInt8] = []
    while let line = readLine(strippingNewline: false) { request += Array(line.utf8) }
    // fontconfig opens fonts by their paths. The process has no way to pass on what it reads.
    _ = confineProcess(readsFiles: true)
    await tryFonts(root: root, files: files, request: request)
  }
}

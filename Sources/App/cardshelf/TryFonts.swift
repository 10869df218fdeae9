import ArgumentParser
import Glibc
import Processes
import SiteBuild

/// The process that a build starts for a theme's own fonts, and that may crash because of them.
struct TryFonts: AsyncParsableCommand {
  static let name = "try-fonts"
  static let configuration = CommandConfiguration(
    commandName: name, abstract: "makes the fonts of a site as a build would, without keeping them",
    shouldDisplay: false)

  @Argument var root: String
  @Argument var theme: String
  @Argument var files: [String]

  func run() async throws {
    lowerLimit(of: RLIMIT_CPU, to: rlim_t(FontTrial.seconds))
    lowerLimit(of: RLIMIT_DATA, to: rlim_t(FontTrial.megabytes) << 20)
    lowerLimit(of: RLIMIT_CORE, to: 0)
    var request: [UInt8] = []
    while let line = readLine(strippingNewline: false) { request += Array(line.utf8) }
    var isConfined = false
    await tryFonts(root: root, theme: theme, files: files, request: request, installation()) {
      isConfined = confineProcess() == nil
    }
    if !isConfined { throw ExitCode(FontTrial.unconfinedCode) }
  }
}

import ArgumentParser
import Glibc
import Images
import Processes
import SiteBuild

/// The hidden command that decodes images in a separate process, which a damaged image may crash.
struct MakePicture: ParsableCommand {
  static let name = "make-picture"
  static let configuration = CommandConfiguration(
    commandName: name, abstract: "makes renditions of the images that standard input holds, or draws its SVG",
    shouldDisplay: false)

  func run() throws {
    lowerLimit(of: RLIMIT_DATA, to: rlim_t(PictureMaker.megabytes) << 20)
    lowerLimit(of: RLIMIT_CORE, to: 0)
    // Encoders abort if they cannot start a thread.
    if startableThreads(PictureMaker.threads) < PictureMaker.threads { throw ExitCode(cannotRunCode) }
    let input = contents(of: STDIN_FILENO) ?? []
    lowerLimit(of: RLIMIT_CPU, to: rlim_t(max(1, PictureMaker.seconds(for: input))))
    preparePictures(for: input)
    let isConfined = confineProcess() == nil
    if !writeAll(makePicture(input), to: ProcessGroup.Files.extraNumber) { throw ExitCode(PictureMaker.unwrittenCode) }
    if !isConfined { throw ExitCode(PictureMaker.unconfinedCode) }
  }
}

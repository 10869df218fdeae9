import Content
import Diagnostics
import Images
import PreviewServer
import Processes
import SiteBuild
import SiteValidation
import TextLayout

/// What a report of a fault should say of the program: its version, its installation, and the libraries that it uses.
///
/// - Complexity: opens libvips, which takes longer than everything else.
func versionDetails(_ installation: Installation) -> String {
  var lines = ["cardshelf \(programVersion)"]
  if let commit = installedDocument("commit").flatMap(contents(ofFile:)) {
    lines.append("commit \(printable(String(decoding: commit.prefix { $0 != 0x0A }, as: UTF8.self)))")
  }
  lines.append("\(installation)")
  if let folder = installation.folderWithAddedFonts { lines.append("with fonts in \(folder)") }
  lines += textLibraryVersions() + contentLibraryVersions()
  lines += [xmlLibraryVersion(), httpLibraryVersion()] + fileLibraryVersions()
  lines.append(imageLibraryVersion() ?? "libvips is not installed")
  return lines.joined(separator: "\n")
}

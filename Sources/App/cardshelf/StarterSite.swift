import EmbeddedFiles
import SiteBuild

/// The files of a small new site.
struct StarterSite {
  /// The files with their paths, in the order of the messages.
  private(set) var files: [(path: String, bytes: [UInt8])] = []

  /// Creates a theme and a site that demonstrates it.
  init(_ theme: BundledTheme) {
    files = Self.files(in: theme.site)
    for (name, bytes) in theme.files { files.append(("Themes/\(theme.rawValue)/\(name)", bytes)) }
  }

  /// Creates a theme and a site whose only shelf shows the rows of a table.
  init(_ theme: BundledTheme, showing table: StarterTable) {
    let title = "---\ntitle: \(inQuotes(table.title))\n---\n"
    files = [
      (
        "cardshelf.yml",
        Array(
          "# The configuration of the site; every key has a default.\ntitle: \(inQuotes(table.title))\ntheme: \(theme.rawValue)\n"
            .utf8)
      ),
      ("Content/_index.md", Array(title.utf8)),
      ("Content/\(table.folder)/_index.md", Array(table.index.utf8)),
      ("Content/\(table.folder)/data/\(table.fileName)", table.bytes),
    ]
    for (name, bytes) in theme.files { files.append(("Themes/\(theme.rawValue)/\(name)", bytes)) }
  }

  /// Each file follows a line `-- path --`.
  private static func files(in text: [UInt8]) -> [(path: String, bytes: [UInt8])] {
    var files: [(path: String, bytes: [UInt8])] = []
    for line in String(decoding: text, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("-- "), line.hasSuffix(" --") {
        files.append((String(line.dropFirst(3).dropLast(3)), []))
      } else if let last = files.indices.last {
        files[last].bytes += Array(line.utf8) + [0x0A]
      }
    }
    // The text ends with a line end, after which there is no further line.
    if let last = files.indices.last { files[last].bytes.removeLast() }
    return files
  }
}

extension BundledTheme {
  fileprivate var site: [UInt8] { embeddedFile("Sources/App/cardshelf/Start/\(rawValue).txt") }
}

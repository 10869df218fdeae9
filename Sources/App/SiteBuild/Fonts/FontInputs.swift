import Pages
import TextLayout

/// Lists the sources of a site's fonts.
extension ServedFonts {
  /// The source files of the site's fonts, each once, sorted.
  var inputs: [FontInput] {
    let all = files.map { file in
      FontInput(
        family: file.origin.family, weight: file.origin.weight, isItalic: file.origin.isItalic,
        hash: contentHash(file.origin.directory))
    }
    return Set(all).sorted()
  }
}

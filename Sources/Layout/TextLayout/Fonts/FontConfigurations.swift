import CFontconfig
import Glibc

/// The configurations of fontconfig: that of the fonts that belong to the program, and that of the system.
///
/// A portable program comes with the fonts of its themes, and its user may have added some. They precede those of the
/// system, so that a page is the same on every machine, and the system's are not read before a family is missing.
@safe
final class FontConfigurations {
  /// The fonts that came with the program or were added to it; nil if there are none.
  let bundled: OpaquePointer?
  /// nil if fontconfig has no configuration to read.
  var system: OpaquePointer? {
    if !isSystemRead {
      isSystemRead = true
      // Without a file to read, fontconfig would print an error, and look for fonts where no system says they are.
      if let bundled = unsafe bundled {
        guard let file = unsafe FcConfigGetFilename(bundled, nil) else { return nil }
        unsafe FcStrFree(file)
      }
      unsafe opened = FcInitLoadConfigAndFonts()
    }
    return unsafe opened
  }
  private(set) var isSystemRead = false
  private var opened: OpaquePointer?

  /// The bundled configuration, or that of the system.
  var first: OpaquePointer? { unsafe bundled ?? system }

  /// Returns nil if neither configuration can be read.
  init?(_ installation: Installation) {
    unsafe bundled = Self.openBundled(installation)
    if unsafe first == nil { return nil }
  }

  deinit {
    if let bundled = unsafe bundled { unsafe FcConfigDestroy(bundled) }
    if let opened = unsafe opened { unsafe FcConfigDestroy(opened) }
  }

  private static func openBundled(_ installation: Installation) -> OpaquePointer? {
    let added = installation.folderWithAddedFonts
    let portable = installation.portableFolder
    guard added != nil || portable != nil, let config = unsafe FcConfigCreate() else { return nil }
    // In a file, the folder of caches cannot be relative to it. New caches go into the first folder that is writable.
    let caches = [added, portable].compactMap { folder in
      folder.map { "<cachedir>\(inXML($0))/\(Installation.fontCaches)</cachedir>" }
    }
    let fonts = added.map { "<dir>\(inXML($0))/\(Installation.addableFonts)</dir>" } ?? ""
    let settings = "<fontconfig>\(caches.joined())\(fonts)</fontconfig>"
    guard unsafe FcConfigParseAndLoadFromMemory(config, settings, 1) != 0,
      portable.map({ unsafe FcConfigParseAndLoad(config, $0 + "/" + Installation.fontSettings, 1) }) != 0,
      unsafe FcConfigBuildFonts(config) != 0
    else {
      unsafe FcConfigDestroy(config)
      return nil
    }
    return unsafe config
  }

  private static func inXML(_ path: String) -> String {
    path.split(separator: "&", omittingEmptySubsequences: false).joined(separator: "&amp;")
      .split(separator: "<", omittingEmptySubsequences: false).joined(separator: "&lt;")
  }
}

import CFontconfig
import CHarfBuzz
import CICU

/// The libraries that find, shape and break texts, as lines such as `HarfBuzz 6.0.0`: the versions in use, which need not
/// be those that the program was compiled with.
public func textLibraryVersions() -> [String] {
  var lines: [String] = []
  var library: FT_Library?
  if unsafe FT_Init_FreeType(&library) == 0 {
    defer { unsafe FT_Done_FreeType(library) }
    var (major, minor, patch): (FT_Int, FT_Int, FT_Int) = (0, 0, 0)
    unsafe FT_Library_Version(library, &major, &minor, &patch)
    lines.append("FreeType \(major).\(minor).\(patch)")
  }
  if let version = unsafe hb_version_string() { lines.append("HarfBuzz \(unsafe String(cString: version))") }
  var numbers: [UInt8] = [0, 0, 0, 0]
  unsafe cicu_version(&numbers)
  lines.append("ICU \(numbers[0]).\(numbers[1])")
  let fontconfig = FcGetVersion()
  lines.append("fontconfig \(fontconfig / 10000).\(fontconfig / 100 % 100).\(fontconfig % 100)")
  return lines
}

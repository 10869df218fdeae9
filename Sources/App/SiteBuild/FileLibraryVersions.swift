import CXXHash
import CZlib

/// The libraries that read and write files, as lines such as `zlib 1.2.13`.
public func fileLibraryVersions() -> [String] {
  let xxHash = XXH_versionNumber()
  let zlib = unsafe zlibVersion().map { ["zlib \(unsafe String(cString: $0))"] } ?? []
  return zlib + ["xxHash \(xxHash / 10000).\(xxHash / 100 % 100).\(xxHash % 100)"]
}

import TestSupport
import Testing

@testable import TextLayout

/// A temporary folder for one font file.
struct FontFolder {
  private let folder: Folder

  var path: String { folder.path }
  var fontPath: String { path + "/font.ttf" }

  init() throws { folder = try Folder.temporary() }

  /// Copies a file into the folder, in place of what was there before.
  func copy(_ source: String) throws -> String { try write(Self.read(source)) }

  static func read(_ source: String) throws -> [UInt8] {
    guard let bytes = Folder(path: "").bytes(of: String(source.dropFirst())) else {
      throw Folder.Failure(what: "read \(source)")
    }
    return bytes
  }

  /// Writes a file, in place of what was there before, and returns its path.
  func write(_ bytes: [UInt8]) throws -> String {
    try folder.write(bytes, to: "font.ttf")
    return fontPath
  }

  /// The face in a file that is served.
  func face(in file: [UInt8]) throws -> FontFace {
    let served = FontDescription(
      path: try write(file), index: 0, weight: 400, isItalic: false, axes: nil, isNormalWidth: true)
    return try #require(FontFace(served))
  }

  func remove() { folder.remove() }
}

public import Diagnostics
import FoundationEssentials
import Glibc

/// The results of the browsers.
public struct AuditReport: Sendable, Encodable {
  /// One browser at one scale.
  public struct BrowserRun: Sendable, Encodable {
    public let browser: String
    public let version: String
    public let userAgent: String
    /// The requested number of physical pixels per CSS pixel; nil if a person's browser decides.
    public let scale: Double?
    /// The actual number of physical pixels per CSS pixel.
    public let devicePixelRatio: Double
    public let pages: [String]
    /// The widths of the frames, in CSS pixels.
    public let widths: [Int]
    public let tally: Tally
    public let milliseconds: Int
    /// Font faces that were requested but did not load.
    public let missingFonts: [String]
    /// True if advances were whole pixels, which no properly set up desktop has.
    public let isHinted: Bool
    public let differences: [Difference]
  }

  /// The examined folder.
  public struct Site: Sendable, Encodable {
    public let folder: String
    public let files: Int
    /// The size of `layout.json` in bytes.
    public let layoutSize: Int
  }

  public let site: Site
  public internal(set) var runs: [BrowserRun] = []

  /// The number of differences in numbers, line starts of slots, and presence.
  public var differenceCount: Int { runs.reduce(0) { $0 + $1.differences.count } }

  /// The whole report as JSON, with sorted keys.
  public func json() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    return Array(try encoder.encode(self)) + [0x0A]
  }

  /// Writes the whole report, replacing an existing file.
  public func write(toFile path: String) throws(Diagnostic) {
    do {
      try Data(json()).write(to: URL(filePath: path), options: .atomic)
    } catch {
      throw .reportUnwritable(path, reason: (error as? CocoaError).map(Self.reason) ?? "\(error)")
    }
  }

  private static func reason(_ error: CocoaError) -> String {
    switch error.code {
    case .fileNoSuchFile, .fileReadNoSuchFile: "there is no such folder"
    case .fileWriteNoPermission, .fileReadNoPermission: "permission denied"
    case .fileWriteOutOfSpace: "no space left"
    default: "error \(error.code.rawValue)"
    }
  }
}

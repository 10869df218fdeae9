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
    /// Asked for: physical pixels in a CSS pixel; nil if a person's browser decides.
    public let scale: Double?
    /// Shown.
    public let devicePixelRatio: Double
    public let pages: [String]
    /// Of the frames, in CSS pixels.
    public let widths: [Int]
    public let tally: Tally
    public let milliseconds: Int
    /// Font faces that were requested but did not load.
    public let missingFonts: [String]
    /// Advances were whole pixels, as on no desktop that is set up.
    public let isHinted: Bool
    public let differences: [Difference]
  }

  /// The folder that was looked at.
  public struct Site: Sendable, Encodable {
    public let folder: String
    public let files: Int
    /// Of `layout.json`, in bytes.
    public let layoutSize: Int
  }

  public let site: Site
  public internal(set) var runs: [BrowserRun] = []

  /// How many numbers, slots' line starts and things differ.
  public var differenceCount: Int { runs.reduce(0) { $0 + $1.differences.count } }

  /// The whole report; the keys of every object ascend.
  public func json() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    return Array(try encoder.encode(self)) + [0x0A]
  }

  /// Writes the whole report over a file that may be there.
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

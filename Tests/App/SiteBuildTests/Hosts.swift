import Content
import Diagnostics
import Images
import SampleSites
import Synchronization
import TestSupport

@testable import SiteBuild

/// Hosts of pictures without a network.
final class Hosts: Sendable {
  enum Answer: Sendable {
    case picture([UInt8])
    case status(Int, [UInt8] = [])
    case redirection(String)
    /// An answer that curl calls incomplete, or none.
    case failure(String, [UInt8] = [])
    case nothing
  }

  private let answers: [String: Answer]
  private let numbers: [String: [String]]
  private let state = Mutex<[String]>([])

  /// The requests so far: the address, and the numeric address of its host.
  var requests: [String] { state.withLock { $0.sorted() } }

  /// - Parameter numbers: the numeric addresses of hosts that have others than `93.184.216.34`; none for hosts that do
  ///   not exist.
  init(_ answers: [String: Answer], numbers: [String: [String]] = [:]) {
    self.answers = answers
    self.numbers = numbers
  }

  var transport: PictureTransport {
    PictureTransport(
      addresses: { (host, _) async throws(SystemError) in
        let found = (self.numbers[host.text] ?? ["93.184.216.34"]).compactMap { NetworkAddress($0) }
        return found.isEmpty ? nil : found
      },
      response: { (address, numeric, _) async throws(SystemError) in
        self.state.withLock { $0.append("\(address.text) \(numeric.text)") }
        switch self.answers[address.text] {
        case .picture(let bytes): return PictureResponse(status: 200, bytes: bytes)
        case .status(let status, let bytes): return PictureResponse(status: status, bytes: bytes)
        case .redirection(let target): return PictureResponse(status: 302, redirection: target)
        case .failure(let reason, let bytes):
          return PictureResponse(status: bytes.isEmpty ? 0 : 200, failure: reason, bytes: bytes)
        case .nothing: return nil
        case nil: return PictureResponse(status: 404)
        }
      })
  }

  func fetch(
    into site: SampleSite, maker: PictureMaker? = nil, time: Duration = .seconds(60)
  ) async -> FetchResult {
    var options = BuildOptions(root: site.folder.path, scratchFolder: "/tmp")
    options.pictureMaker = maker
    let limits = FetchLimits(time: time, usesProxy: false, resolver: ("/nowhere", []))
    return await fetchPictures(options, limits: limits) { () throws(Diagnostic) in transport }
  }

  static func svg(_ width: Int, _ height: Int, _ content: String = "") -> [UInt8] {
    Array(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(width)\" height=\"\(height)\">\(content)</svg>\n".utf8)
  }

  /// The header of a JPEG.
  static func jpeg(width: UInt8, height: UInt8) -> [UInt8] {
    [0xFF, 0xD8, 0xFF, 0xC2, 0, 11, 8, 0, height, 0, width, 1, 1, 0x11, 0]
  }
}

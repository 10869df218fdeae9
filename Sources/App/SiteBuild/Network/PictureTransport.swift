import Content
import Diagnostics

/// The way to the hosts of pictures.
struct PictureTransport: Sendable {
  /// Looks up a host; nil if there is no such host, or the time is over.
  var addresses: @Sendable (HostName, ContinuousClock.Instant) async throws(SystemError) -> [NetworkAddress]?
  /// Requests a picture from one of the addresses of its host; nil if the time is over. Redirections are not followed.
  var response:
    @Sendable (RemoteAddress, NetworkAddress, ContinuousClock.Instant) async throws(SystemError) ->
      PictureResponse?
}

/// The answer of a host to the request for a picture.
struct PictureResponse: Sendable {
  /// The HTTP status; 0 if there was no answer.
  var status: Int
  /// The address to which the host redirects; empty if it does not.
  var redirection = ""
  /// The reason why there is no answer, or only a part of one; nil for a complete answer.
  var failure: String?
  var bytes: [UInt8] = []
}

extension PictureTransport {
  /// The most bytes of a picture.
  static let mostBytes = 20 << 20

  /// Sends requests with curl: it handles more servers correctly than our own code would.
  ///
  /// It reads no configuration file, and sends no cookies, no credentials and no referrer.
  init(_ programs: HostPrograms) {
    addresses = { (host, end) async throws(SystemError) in try await programs.addresses(of: host.text, until: end) }
    response = { (address, numeric, end) async throws(SystemError) in
      let arguments = Self.arguments(for: address, at: numeric, port: 443, usesProxy: programs.usesProxy)
      let output = try await programs.run(programs.curl, arguments, until: end, mostBytes: Self.mostBytes)
      return output.map(PictureResponse.init)
    }
  }

  static func arguments(
    for address: RemoteAddress, at numeric: NetworkAddress, port: Int, usesProxy: Bool
  ) -> [String] {
    let place = numeric.isIPv6 ? "[\(numeric.text)]" : numeric.text
    return [
      "--disable", "--silent", "--globoff", "--proto", "=https", "--proto-redir", "=https", "--max-redirs", "0",
      "--connect-to", "::\(place):\(port)", "--connect-timeout", "10",
      "--max-time", String(PictureFetch.pictureSeconds), "--max-filesize", String(mostBytes),
      "--user-agent", "Mozilla/5.0 (compatible; cardshelf fetch)",
      "--write-out", "%{stderr}%{http_code}\\n%{redirect_url}\\n%{errormsg}\\n",
    ] + (usesProxy ? [] : ["--noproxy", "*"]) + ["--url", address.text]
  }
}

extension PictureResponse {
  init(_ output: HostPrograms.Output) {
    let lines = String(decoding: output.errors, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    // The exit codes 63 and 28: the file is too large, and the time is over.
    if output.isTooLong || output.exitCode == 63 {
      self.init(status: 0, failure: "it has more than \(PictureTransport.mostBytes >> 20) MiB")
    } else if output.exitCode == 28 {
      self.init(status: 0, failure: "it takes more than \(PictureFetch.pictureSeconds) s")
    } else if lines.count >= 3, let status = Int(lines[0]) {
      let failure = output.exitCode == 0 ? nil : lines[2].isEmpty ? "the answer is incomplete" : String(lines[2])
      self.init(status: status, redirection: String(lines[1]), failure: failure, bytes: output.bytes)
    } else {
      self.init(status: 0, failure: "no answer was received")
    }
  }
}

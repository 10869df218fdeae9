import Diagnostics

/// The result of the requests for an address.
enum AddressAnswer: Sendable, Hashable {
  /// The HTTP status after all redirections.
  case status(Int)
  /// There was no answer, for this reason.
  case failure(String)
  /// The address, or one to which it redirects, leads into this machine or its network.
  case restricted(String)
  /// The time for all addresses was over before it was requested.
  case unasked

  var isFinal: Bool {
    switch self {
    case .status(let status): (200..<400).contains(status)
    case .failure: false
    case .restricted, .unasked: true
    }
  }
}

/// Requests to hosts, each made by a process of curl.
///
/// This code follows redirections itself, so that each is checked, as an address is.
struct AddressRequests: Sendable {
  let programs: HostPrograms
  let limits: AddressLimits
  private let networks = LocalNetworks.ofThisMachine()

  static let mostRedirections = 8
  /// The limit for one request.
  private static let requestSeconds = 20

  private enum RequestManner: CaseIterable { case withoutContent, withContent }

  func answers(for addresses: [String]) async throws(SystemError) -> [String: AddressAnswer] {
    let end = ContinuousClock.now + limits.time
    var waiting = addresses[...]
    let results = await withTaskGroup(of: (String, Result<AddressAnswer, SystemError>).self) { group in
      var results: [String: Result<AddressAnswer, SystemError>] = [:]
      for _ in 0..<HostPrograms.parallel {
        if let address = waiting.popFirst() { group.addTask { (address, await answer(for: address, until: end)) } }
      }
      for await (address, result) in group {
        results[address] = result
        if let next = waiting.popFirst() { group.addTask { (next, await answer(for: next, until: end)) } }
      }
      return results
    }
    var answers: [String: AddressAnswer] = [:]
    for (address, result) in results { answers[address] = try result.get() }
    return answers
  }

  private func answer(
    for address: String, until end: ContinuousClock.Instant
  ) async -> Result<AddressAnswer, SystemError> {
    do throws(SystemError) {
      var answer = AddressAnswer.unasked
      // Some hosts answer requests without content as if the address did not exist.
      for manner in RequestManner.allCases {
        answer = try await follow(address, manner, until: end)
        if answer.isFinal { break }
      }
      return .success(answer)
    } catch {
      return .failure(error)
    }
  }

  /// Requests an address, and then those to which it redirects.
  private func follow(
    _ first: String, _ manner: RequestManner, until end: ContinuousClock.Instant
  ) async throws(SystemError) -> AddressAnswer {
    var address = first
    for _ in 0...Self.mostRedirections {
      let isRedirected = address != first
      let named = isRedirected ? "it redirects to \(address), which" : "it"
      guard let target = WebAddress(address) else { return .failure("\(named) is not an address on the web") }
      if ContinuousClock.now >= end { return .unasked }
      let found = try await programs.addresses(of: target.host, until: end)
      guard let found else {
        return ContinuousClock.now >= end ? .unasked : .failure("the host \(target.host) was not found")
      }
      if !limits.allowsPrivate, let (restricted, kind) = networks.restriction(among: found) {
        return .restricted(
          "\(isRedirected ? "redirects to \(address), which leads" : "leads") to \(restricted.text), \(kind)")
      }
      // One family of addresses may not work here.
      let preferred =
        manner == .withoutContent ? found.first : found.first { $0.isIPv6 != found[0].isIPv6 } ?? found.last
      guard let preferred else { return .failure("the host \(target.host) has no address") }
      guard let answer = try await request(address, at: preferred, port: target.port, manner, until: end) else {
        return .unasked
      }
      guard (300..<400).contains(answer.status), !answer.redirection.isEmpty else {
        return answer.status == 0 ? .failure(answer.failure) : .status(answer.status)
      }
      address = answer.redirection
    }
    return .failure("it redirects more than \(Self.mostRedirections) times")
  }

  private struct HostResponse {
    /// The status; 0 if there was none.
    var status = 0
    var redirection = ""
    var failure = "no answer was received"
  }

  /// Requests an address; nil if the time is over.
  private func request(
    _ address: String, at numeric: NetworkAddress, port: Int, _ manner: RequestManner,
    until end: ContinuousClock.Instant
  ) async throws(SystemError) -> HostResponse? {
    let place = numeric.isIPv6 ? "[\(numeric.text)]" : numeric.text
    let arguments =
      [
        "--disable", "--silent", "--globoff", "--proto", "=http,https", "--proto-redir", "=http,https", "--max-redirs",
        "0",
        "--connect-to", "::\(place):\(port)", "--connect-timeout", "10", "--max-time", String(Self.requestSeconds),
        "--user-agent", "Mozilla/5.0 (compatible; cardshelf check)",
        "--no-buffer",
        "--write-out", "%{http_code}\\n%{redirect_url}\\n%{errormsg}\\n",
      ] + Self.options(for: manner) + ["--url", address]
    let limit = min(end, .now + .seconds(Self.requestSeconds + 5))
    guard let output = try await programs.run(programs.curl, arguments, until: limit, mostBytes: 1 << 16) else {
      return limit == end ? nil : HostResponse()
    }
    let lines = String(decoding: output.bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count >= 3, let status = Int(lines[0]) else { return HostResponse() }
    return HostResponse(
      status: status, redirection: String(lines[1]),
      failure: lines[2].isEmpty ? HostResponse().failure : String(lines[2]))
  }

  private static func options(for manner: RequestManner) -> [String] {
    switch manner {
    case .withoutContent: ["--head", "--output", "/dev/null"]
    // The status is enough. Since nothing can be written, curl ends with the first bytes of a host that never stops.
    case .withContent: ["--range", "0-1023", "--output", "/dev/full"]
    }
  }
}

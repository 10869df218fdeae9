public import Content
public import Diagnostics
import Processes

/// Limits on the requests for the addresses of a site.
public struct AddressLimits: Sendable {
  /// The time for all addresses together.
  public var time: Duration
  /// True to request addresses of this machine and its network too.
  public var allowsPrivate: Bool
  /// A program, and its arguments before the name of a host. It prints the result of ``numericAddresses(of:)``.
  public var resolver: (program: String, arguments: [String])

  public init(time: Duration, allowsPrivate: Bool, resolver: (program: String, arguments: [String])) {
    self.time = time
    self.allowsPrivate = allowsPrivate
    self.resolver = resolver
  }
}

/// Requests every external address of a site, each once and eight at a time, and reports those that do not answer.
///
/// The program `curl` sends the requests: it handles more servers correctly than our own code would. No request leads
/// to an address of this machine or its network, unless the limits allow it: a card may come from a stranger, and
/// strangers must not make requests to hosts that only this machine can reach.
///
/// - Parameter scratchFolder: the folder for the answers.
/// - Throws: the reason if no request could be sent.
public func checkAddresses(
  _ links: [OutsideLink], scratchFolder: String, limits: AddressLimits
) async throws(Diagnostic) -> [Diagnostic] {
  let addresses = Array(Set(links.map(\.address))).sorted()
  if addresses.isEmpty { return [] }
  guard let curl = executable(named: "curl") else { throw .curlMissing(help: "or omit --external") }
  let programs = HostPrograms(curl: curl, scratchFolder: scratchFolder, resolver: limits.resolver)
  let requests = AddressRequests(programs: programs, limits: limits)
  do throws(SystemError) {
    let answers = try await requests.answers(for: addresses)
    return links.compactMap { link in answers[link.address].flatMap { .address(link, $0, limits) } }
  } catch {
    throw .addressesUnasked(error)
  }
}

extension Diagnostic {
  /// The finding about an address; nil if it answers with success.
  fileprivate static func address(
    _ link: OutsideLink, _ answer: AddressAnswer, _ limits: AddressLimits
  ) -> Diagnostic? {
    func finding(_ rule: Rule, _ message: String, help: String) -> Diagnostic {
      Diagnostic(.warning, rule, "\(link.address) \(message)", at: link.range, in: link.source, help: help)
    }
    switch answer {
    case .status(200..<400): return nil
    // Hosts send these to programs for pages that people can see (RFC 9110, sections 15.5 and 15.6).
    case .status(let status) where [401, 403, 405, 406, 429, 999].contains(status) || status >= 500:
      return finding(
        Rule("address-unclear"), "answers \(status)",
        help: "open it in a browser: some hosts answer browsers but not programs")
    case .status(let status): return finding(Rule("address-dead"), "answers \(status)", help: deadHelp)
    case .failure(let reason): return finding(Rule("address-dead"), "does not answer: \(reason)", help: deadHelp)
    case .restricted(let reason):
      return finding(
        Rule("address-private"), reason,
        help: "link to an address that readers can reach; or request it too with --private-addresses")
    case .unasked:
      return finding(
        Rule("address-not-requested"),
        "had no time for an answer: all addresses together have \(limits.time.components.seconds) s",
        help: "give them more time with --seconds")
    }
  }

  private static var deadHelp: String { "find its new address, or remove the link" }

  static func curlMissing(help: String? = nil) -> Diagnostic {
    Diagnostic(
      .error, Rule("curl-missing", fault: .cannotRun), "curl, which requests addresses, is not installed",
      path: "curl",
      help: (["install it, for example with apt install curl"] + [help].compactMap(\.self)).joined(separator: ", "))
  }

  static func addressesUnasked(_ error: SystemError) -> Diagnostic {
    Diagnostic(
      .error, Rule("addresses-unasked", fault: .cannotRun), "addresses cannot be requested: \(error)", path: "curl",
      help: "free some space in the folder for temporary files, or set TMPDIR to another one")
  }
}

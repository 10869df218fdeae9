public import Diagnostics
import Processes
public import SiteContent

/// Requests every external address of a site, each once, and reports those that do not answer.
///
/// The program `curl` sends the requests: it handles more servers correctly than our own code would.
///
/// - Parameter scratchFolder: the folder for its answers.
/// - Throws: the reason if no request could be sent.
public func checkAddresses(_ links: [OutsideLink], scratchFolder: String) throws(Diagnostic) -> [Diagnostic] {
  let addresses = Array(Set(links.map(\.address))).sorted()
  if addresses.isEmpty { return [] }
  guard let curl = executable(named: "curl") else { throw .curlMissing() }
  let asking = AddressAsking(curl: curl, scratchFolder: scratchFolder)
  do throws(SystemError) {
    var answers = try asking.ask(addresses, .withoutContent)
    // Some hosts answer requests without content as if the address did not exist.
    for (address, answer) in try asking.ask(addresses.filter { answers[$0]?.isFine != true }, .withContent) {
      answers[address] = answer
    }
    return links.compactMap { link in answers[link.address].flatMap { $0.isFine ? nil : .address(link, $0) } }
  } catch {
    throw .addressesUnasked(error)
  }
}

/// The answer for an address.
struct AddressAnswer: Sendable, Hashable {
  /// The HTTP status after all redirections; 0 if there was no answer.
  let status: Int
  /// Why there was no answer.
  let failure: String

  var isFine: Bool { (200..<400).contains(status) }
  /// Hosts send these to programs for pages that people can see (RFC 9110, sections 15.5 and 15.6).
  var isUnclear: Bool { [401, 403, 405, 406, 429, 999].contains(status) || status >= 500 }
}

struct AddressAsking {
  enum Manner { case withoutContent, withContent }

  let curl: String
  let scratchFolder: String

  func ask(_ addresses: [String], _ manner: Manner) throws(SystemError) -> [String: AddressAnswer] {
    if addresses.isEmpty { return [:] }
    let request = try FileDescriptor(namelessFileIn: scratchFolder)
    try request.write(Array(Self.configuration(for: addresses, manner).utf8), at: 0)
    try request.rewind()
    let answers = try FileDescriptor(namelessFileIn: scratchFolder)
    do {
      // A code other than 0 means that one of the addresses failed, which the answers also show.
      _ = try ProcessGroup(
        path: curl, arguments: ["--disable", "--config", "-"], environment: inheritedVariables(for: .network),
        inheritsEnvironment: false,
        files: ProcessGroup.Files(input: request.number, output: answers.number)
      ).exitCode()
    } catch {
      throw SystemError(code: error.code)
    }
    let size = try answers.status().size
    return Self.answers(in: try answers.read(size, at: 0), of: addresses)
  }

  /// Addresses contain no quotes and backslashes: these are percent-encoded.
  static func configuration(for addresses: [String], _ manner: Manner) -> String {
    let common = """
      parallel
      parallel-max = 8
      silent
      location
      max-redirs = 8
      proto = "=http,https"
      proto-redir = "=http,https"
      connect-timeout = 10
      max-time = 20
      user-agent = "Mozilla/5.0 (compatible; cardshelf check)"

      """
    return common
      + addresses.map { address in
        let kind = manner == .withoutContent ? "head" : "range = \"0-1023\""
        return """
          url = "\(address)"
          output = "/dev/null"
          \(kind)
          write-out = "%{urlnum} %{http_code} %{errormsg}\\n"

          """
      }.joined()
  }

  /// One line per address: its number, the status, and why there is none.
  static func answers(in bytes: [UInt8], of addresses: [String]) -> [String: AddressAnswer] {
    var answers: [String: AddressAnswer] = [:]
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      let parts = line.split(separator: " ", maxSplits: 2)
      guard parts.count >= 2, let number = Int(parts[0]), addresses.indices.contains(number),
        let status = Int(parts[1])
      else { continue }
      answers[addresses[number]] = AddressAnswer(status: status, failure: parts.count > 2 ? String(parts[2]) : "")
    }
    // Addresses without an answer count as failed.
    for address in addresses where answers[address] == nil {
      answers[address] = AddressAnswer(status: 0, failure: "no answer was received")
    }
    return answers
  }
}

extension Diagnostic {
  fileprivate static func address(_ link: OutsideLink, _ answer: AddressAnswer) -> Diagnostic {
    let what = answer.status == 0 ? "does not answer: \(answer.failure)" : "answers \(answer.status)"
    return Diagnostic(
      .warning, Rule(answer.isUnclear ? "address-unclear" : "address-dead"), "\(link.address) \(what)", at: link.range,
      in: link.source,
      help: answer.isUnclear
        ? "open it in a browser: some hosts answer browsers but not programs"
        : "find its new address, or remove the link")
  }

  fileprivate static func curlMissing() -> Diagnostic {
    Diagnostic(
      .error, Rule("curl-missing", fault: .cannotRun), "curl, which requests addresses, is not installed",
      path: "curl", help: "install it, for example with apt install curl, or omit --external")
  }

  fileprivate static func addressesUnasked(_ error: SystemError) -> Diagnostic {
    Diagnostic(
      .error, Rule("addresses-unasked", fault: .cannotRun), "addresses cannot be requested: \(error)", path: "curl",
      help: "free some space in the folder for temporary files, or set TMPDIR to another one")
  }
}

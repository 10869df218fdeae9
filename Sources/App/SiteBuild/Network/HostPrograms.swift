import Diagnostics
import Processes

/// Runs the programs that look up hosts and send requests to them.
///
/// An address is checked before anything connects to it, and curl connects to that very address and looks nothing up: a
/// name could lead elsewhere at the second lookup.
struct HostPrograms: Sendable {
  /// The path of curl.
  let curl: String
  let scratchFolder: String
  /// A program, and its arguments before the name of a host. It prints the result of ``numericAddresses(of:)``.
  let resolver: (program: String, arguments: [String])
  /// True to pass the variables that name proxies.
  var usesProxy = true

  /// The number of simultaneous requests.
  static let parallel = 8
  /// The limit for looking up a host, in seconds.
  private static let lookupSeconds = 10

  /// The results of a program that ended.
  struct Output {
    var bytes: [UInt8]
    var errors: [UInt8]
    /// Nil if a signal ended the program.
    var exitCode: Int32?
    /// True if the program was ended because it wrote too much.
    var isTooLong = false
  }

  /// Looks up a host; nil if there is no such host, or the time is over.
  func addresses(of host: String, until end: ContinuousClock.Instant) async throws(SystemError) -> [NetworkAddress]? {
    if let numeric = NetworkAddress(host) { return [numeric] }
    // The system's resolver cannot be interrupted, so another process waits for it.
    let limit = min(end, .now + .seconds(Self.lookupSeconds))
    let output = try await run(resolver.program, resolver.arguments + [host], until: limit, mostBytes: 1 << 16)
    let found = output.map {
      String(decoding: $0.bytes, as: UTF8.self).split(separator: "\n").map { NetworkAddress($0) }
    }
    // An address that cannot be read cannot be checked.
    guard let found, !found.isEmpty, !found.contains(nil) else { return nil }
    return found.compactMap(\.self)
  }

  /// Runs a program; nil if it did not end in time.
  ///
  /// - Parameter mostBytes: the most bytes of output.
  func run(
    _ program: String, _ arguments: [String], until end: ContinuousClock.Instant, mostBytes: Int
  ) async throws(SystemError) -> Output? {
    let output = try FileDescriptor(namelessFileIn: scratchFolder)
    let errors = try FileDescriptor(namelessFileIn: scratchFolder)
    var variables = inheritedVariables(for: .network)
    if !usesProxy { variables = variables.filter { !$0.key.lowercased().hasSuffix("_proxy") } }
    let process: ProcessGroup
    do throws(ProcessGroup.StartFailure) {
      process = try ProcessGroup(
        path: program, arguments: arguments, environment: variables, inheritsEnvironment: false,
        files: ProcessGroup.Files(output: output.number, errors: errors.number))
    } catch {
      throw SystemError(code: error.code)
    }
    while !process.hasEnded {
      let isTooLong = ((try? output.status().size) ?? 0) > mostBytes
      if isTooLong || ContinuousClock.now >= end || Task.isCancelled {
        process.end()
        return isTooLong ? Output(bytes: [], errors: [], exitCode: nil, isTooLong: true) : nil
      }
      try? await Task.sleep(for: .milliseconds(10))
    }
    let exitCode = process.exitCode()
    let size = try output.status().size
    return Output(
      bytes: try output.read(min(size, mostBytes), at: 0),
      errors: try errors.read(min(try errors.status().size, 1 << 16), at: 0), exitCode: exitCode,
      isTooLong: size > mostBytes)
  }
}

extension LocalNetworks {
  /// The first address that only this machine or its network can reach, and why.
  func restriction(among found: [NetworkAddress]) -> (address: NetworkAddress, kind: String)? {
    for address in found {
      if let kind = address.restriction { return (address, kind) }
      if contain(address) { return (address, "an address of this machine or its network") }
    }
    return nil
  }
}

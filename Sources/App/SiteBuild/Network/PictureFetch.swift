import Content
import Diagnostics

/// The result of the requests for a picture.
enum FetchedPicture: Sendable {
  case bytes([UInt8])
  /// There is no picture, for this reason.
  case failure(String)
  /// The address, or one to which it redirects, leads into this machine or its network.
  case restricted(String)
  /// The time for all pictures was over before it was requested.
  case unasked
}

/// Requests for pictures to the hosts that a site names.
///
/// Each address is checked before anything connects to it, and so is each to which a host redirects.
struct PictureFetch: Sendable {
  let transport: PictureTransport
  let hosts: Set<HostName>
  /// The time at which the requests for all pictures end.
  let end: ContinuousClock.Instant
  var networks = LocalNetworks.ofThisMachine()

  static let mostRedirections = 5
  /// The limit for one picture, in seconds.
  static let pictureSeconds = 30

  /// Requests a picture, and then the addresses to which its host redirects.
  func picture(_ first: RemoteAddress) async throws(SystemError) -> FetchedPicture {
    let end = min(self.end, .now + .seconds(Self.pictureSeconds))
    var address = first
    for _ in 0...Self.mostRedirections {
      if let over = over(end) { return over }
      let path = address == first ? "" : "it redirects to \(address.text): "
      guard let found = try await transport.addresses(address.host, end), let preferred = found.first else {
        return over(end) ?? .failure("\(path)the host \(address.host.text) was not found")
      }
      if let restriction = networks.restriction(among: found) {
        return .restricted("\(path)\(address.host.text) is \(restriction.address.text), \(restriction.kind)")
      }
      // One family of addresses may not work here.
      let others = found.first { $0.isIPv6 != preferred.isIPv6 }.map { [$0] } ?? []
      var response: PictureResponse?
      for numeric in [preferred] + others where response?.status ?? 0 == 0 {
        response = try await transport.response(address, numeric, end)
      }
      guard let response else { return over(end) ?? .failure("\(path)it takes more than \(Self.pictureSeconds) s") }
      guard (300..<400).contains(response.status), !response.redirection.isEmpty else {
        if let failure = response.failure { return .failure(path + failure) }
        return response.status == 200 ? .bytes(response.bytes) : .failure("\(path)the host answers \(response.status)")
      }
      guard let next = try? RemoteAddress(response.redirection) else {
        return .failure("it redirects to \(response.redirection), which is not an https: address of a host by its name")
      }
      guard hosts.contains(next.host) else {
        return .failure("it redirects to \(next.host.text), which cardshelf.yml does not name")
      }
      address = next
    }
    return .failure("it redirects more than \(Self.mostRedirections) times")
  }

  /// The result if the time for all pictures, or for this one, is over.
  private func over(_ end: ContinuousClock.Instant) -> FetchedPicture? {
    if Task.isCancelled || ContinuousClock.now >= self.end { return .unasked }
    return ContinuousClock.now >= end ? .failure("it takes more than \(Self.pictureSeconds) s") : nil
  }
}

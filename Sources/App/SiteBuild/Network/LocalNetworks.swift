import Glibc

/// The addresses of a machine's interfaces, and of the networks to which these belong.
struct LocalNetworks: Sendable {
  struct InterfaceNetwork: Sendable {
    let address: NetworkAddress
    let mask: NetworkAddress
  }

  /// Networks with fewer bits are routes to the Internet, to which the machine belongs only by its own address.
  private static let leastPrefix = 8

  let interfaces: [InterfaceNetwork]

  init(_ interfaces: [InterfaceNetwork]) { self.interfaces = interfaces }

  /// The addresses of this machine; none if the system does not report them.
  static func ofThisMachine() -> LocalNetworks {
    var list: UnsafeMutablePointer<ifaddrs>?
    guard unsafe getifaddrs(&list) == 0 else { return LocalNetworks([]) }
    defer { unsafe freeifaddrs(list) }
    var interfaces: [InterfaceNetwork] = []
    var next = unsafe list
    while let entry = unsafe next {
      if let address = unsafe entry.pointee.ifa_addr, let mask = unsafe entry.pointee.ifa_netmask,
        let address = unsafe NetworkAddress(of: address), let mask = unsafe NetworkAddress(of: mask)
      {
        interfaces.append(InterfaceNetwork(address: address, mask: mask))
      }
      unsafe next = entry.pointee.ifa_next
    }
    return LocalNetworks(interfaces)
  }

  /// Returns whether an address belongs to the machine, or to one of its networks.
  func contain(_ address: NetworkAddress) -> Bool {
    let bytes = address.destination
    return interfaces.contains { interface in
      let own = interface.address.destination
      if bytes == own { return true }
      let mask = interface.mask.bytes
      guard bytes.count == own.count, mask.count == own.count,
        mask.reduce(0, { $0 + $1.nonzeroBitCount }) >= Self.leastPrefix
      else { return false }
      return bytes.indices.allSatisfy { bytes[$0] & mask[$0] == own[$0] & mask[$0] }
    }
  }
}

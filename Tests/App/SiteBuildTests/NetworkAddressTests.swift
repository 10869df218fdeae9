import Testing

@testable import SiteBuild

struct NetworkAddressTests {
  @Test(arguments: [
    ("127.0.0.1", "loopback"), ("127.255.255.254", "loopback"), ("::1", "loopback"), ("::ffff:127.0.0.1", "loopback"),
    ("::127.0.0.1", "loopback"), ("64:ff9b::7f00:1", "loopback"), ("2002:7f00:1::", "loopback"),
    ("10.0.0.1", "private"), ("172.16.0.1", "private"), ("172.31.255.255", "private"), ("192.168.1.1", "private"),
    ("100.64.0.1", "private"), ("::ffff:10.1.2.3", "private"), ("fc00::1", "private"), ("fdff::1", "private"),
    ("fec0::1", "private"), ("169.254.1.1", "link-local"), ("fe80::1", "link-local"), ("fe80::1%eth0", "link-local"),
    ("febf::1", "link-local"), ("0.0.0.0", "unspecified"), ("::", "unspecified"), ("::ffff:0.0.0.0", "unspecified"),
    ("224.0.0.1", "multicast"), ("239.255.255.255", "multicast"), ("ff02::1", "multicast"),
    ("169.254.169.254", "metadata"), ("::ffff:169.254.169.254", "metadata"), ("fd00:ec2::254", "metadata"),
    ("100.100.100.200", "metadata"), ("168.63.129.16", "metadata"), ("255.255.255.255", "reserved"),
    ("0.1.2.3", "reserved"), ("192.0.2.1", "reserved"), ("198.18.0.1", "reserved"), ("2001:db8::1", "reserved"),
    ("2001::1", "reserved"), ("100::1", "reserved"), ("4000::1", "reserved"), ("2001:2::1", "reserved"),
    ("2001:10::1", "reserved"), ("2001:20::1", "reserved"), ("3fff::1", "reserved"), ("3fff:fff::1", "reserved"),
    ("192.88.99.1", "reserved"), ("2606:2800::5efe:10.0.0.1", "private"), ("2606:2800::200:5efe:127.0.0.1", "loopback"),
  ])
  func restrictsAddressesOfThisMachineAndItsNetwork(text: String, kind: String) throws {
    let address = try #require(NetworkAddress(text))
    #expect(address.restriction?.contains(kind) == true, "\(address.restriction ?? "nothing")")
  }

  @Test(arguments: [
    "93.184.216.34", "8.8.8.8", "172.32.0.1", "172.15.0.1", "100.128.0.1", "192.0.1.1", "2606:2800:220:1::1",
    "2a00:1450::1",
    "::ffff:8.8.8.8", "64:ff9b::808:808", "2002:808:808::", "2001:200::1", "3fff:1000::1", "192.88.98.1",
    "2606:2800::5efe:8.8.8.8",
  ])
  func allowsAddressesOfTheInternet(text: String) throws {
    let address = try #require(NetworkAddress(text))
    #expect(address.restriction == nil)
  }

  @Test(arguments: [
    ("93.184.216.34", true), ("93.184.216.99", true), ("93.184.217.34", false), ("::ffff:93.184.216.34", true),
    ("2002:5db8:d822::", true), ("2a00:1450:1:2::9", true), ("2a00:1450:1:3::9", false), ("8.8.8.8", true),
    ("8.8.4.4", false), ("2606:2800::1", false),
  ])
  func knowsItsOwnNetworks(text: String, isOwn: Bool) throws {
    let interfaces = [
      ("93.184.216.34", "255.255.255.0"), ("2a00:1450:1:2::1", "ffff:ffff:ffff:ffff::"), ("8.8.8.8", "0.0.0.0"),
    ]
    let networks = LocalNetworks(
      try interfaces.map { address, mask in
        LocalNetworks.InterfaceNetwork(
          address: try #require(NetworkAddress(address)), mask: try #require(NetworkAddress(mask)))
      })
    #expect(networks.contain(try #require(NetworkAddress(text))) == isOwn)
  }

  @Test func findsTheInterfacesOfThisMachine() throws {
    // Where there is any, its own address is among them.
    for interface in LocalNetworks.ofThisMachine().interfaces {
      #expect(LocalNetworks.ofThisMachine().contain(interface.address))
      #expect(interface.address.bytes.count == interface.mask.bytes.count)
    }
  }

  /// The system's resolver says where other notations lead, and that is judged.
  @Test(arguments: ["127.1", "0x7f.1", "2130706433", "localhost"])
  func resolvesOtherNotations(text: String) {
    let found = numericAddresses(of: text)?.split(separator: "\n").map { NetworkAddress($0)?.restriction }
    #expect(found?.isEmpty == false && found?.allSatisfy { $0 == "a loopback address" } == true)
  }

  /// Programs read them differently, so they are looked up as names.
  @Test(arguments: ["127.1", "0x7f.0.0.1", "2130706433", "0177.0.0.1", "localhost", "", "1.2.3.4.5", "[::1]"])
  func readsOneNotation(text: String) { #expect(NetworkAddress(text) == nil) }

  @Test(arguments: [
    ("http://a.org", "a.org", 80), ("HTTPS://a.org/b:1", "a.org", 443), ("http://a.org:81?x", "a.org", 81),
    ("http://b@a.org:/", "a.org", 80), ("http://c@b@a.org#x", "a.org", 80), ("http://[::1]:8080/", "::1", 8080),
    ("http://a.org\\@b.org/", "a.org", 80), ("http://[::1]", "::1", 80),
  ])
  func readsWhereAnAddressLeads(text: String, host: String, port: Int) {
    let address = WebAddress(text)
    #expect(address?.host == host && address?.port == port)
  }

  @Test(arguments: [
    "file:///etc/passwd", "ftp://a.org/", "http:a.org", "http://", "http://:80", "http://a.org:0", "http://a.org:65536",
    "http://a.org:b", "http://[::1", "http://[::1]x", "http://-x/", "javascript:1", "", "gopher://a.org",
  ])
  func refusesOtherAddresses(text: String) { #expect(WebAddress(text) == nil) }
}

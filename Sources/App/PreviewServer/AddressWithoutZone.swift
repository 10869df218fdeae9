import SiteBuild

/// The numeric address in a text: without a port, and without the zone of a link-local address, which means nothing to
/// others. Nil if it is no such address.
func addressWithoutZone(_ text: String) -> NetworkAddress? {
  NetworkAddress(text).flatMap { $0.text == text ? $0 : nil }
}

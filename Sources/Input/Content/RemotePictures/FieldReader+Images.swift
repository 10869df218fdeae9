import Diagnostics

extension FieldReader {
  /// Reads how the images of cards are published, and the hosts from which pages may show pictures.
  mutating func images(_ settings: inout SiteSettings, into sink: inout DiagnosticSink) {
    let key = YAMLKey(
      "images",
      """
      How the images of cards are published: in the sizes that pages show, or as the original files. \
      Or a mapping: publish, and hosts. Default: responsive.
      """)
    let publish = YAMLKey("publish", "The form of images: responsive or original. Default: responsive.")
    let hosts = YAMLKey(
      "hosts", "Hosts of other sites whose pictures cards may show, such as cdn.example.org. Default: none.")
    let form = ValueShape.word(ImagePublication.allCases.map(\.rawValue))
    let host = ValueShape.text(
      pattern: #"^([a-z0-9]([a-z0-9-]*[a-z0-9])?[.])+[a-z0-9]([a-z0-9-]*[a-z0-9])?$"#, maximumLength: 253,
      orNumber: false)
    keys.recorder?.note(
      key,
      .either([
        form,
        .mapping(
          MappingShape([
            MappingShape.MappingKey(publish, form), MappingShape.MappingKey(hosts, .list(host, count: 0...1000)),
          ])),
      ]))
    guard let node = keys.node(key) else { return }
    guard case .mapping = node.value else {
      if let form = keys.values.choice(node, called: key.name, of: ImagePublication.self, into: &sink) {
        settings.images = form.value
      }
      return
    }
    guard var mapping = keys.values.mapping(node, called: key.name, into: &sink) else { return }
    if let form = mapping.choice(publish, of: ImagePublication.self, into: &sink) { settings.images = form.value }
    for written in mapping.strings(hosts, into: &sink) ?? [] {
      do throws(HostNameFault) {
        settings.imageHosts.insert(try HostName(written.value))
      } catch {
        sink.report(findings.imageHost(written.value, error, at: written.range))
      }
    }
    mapping.finish(into: &sink)
  }
}

extension FieldFindings {
  fileprivate func imageHost(_ written: String, _ fault: HostNameFault, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .error, Diagnostic.Rule("image-host", fault: self.fault), "the host \(shortened(written)) \(fault.reason)",
      at: range, in: source, help: fault.help(for: written))
  }
}

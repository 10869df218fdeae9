import TestSupport

/// Finds violations of the architecture in the manifest and the sources; one line for each.
func layeringFaults(manifest: String, sources: [TargetSource]) -> [String] {
  let targets = manifestTargets(in: manifest)
  return faults(inDependenciesOf: targets) + faults(inImportsOf: sources, targets: targets)
}

private func faults(inDependenciesOf targets: [ManifestTarget]) -> [String] {
  var faults: [String] = []
  var importers: [String: [String]] = [:]
  for target in targets {
    for dependency in target.dependencies { importers[dependency, default: []].append(target.name) }
    if Layer.importerOfC[target.name] != nil { continue }
    guard let index = Layer.all.firstIndex(where: { $0.name == target.name }) else {
      faults.append("Package.swift: the table of layers does not know \(target.name)")
      continue
    }
    for dependency in target.dependencies where !Layer.allowed(at: index).contains(dependency) {
      faults.append("Package.swift: \(target.name) must not depend on \(dependency)")
    }
  }
  for (library, importer) in Layer.importerOfC.sorted(by: { $0.key < $1.key }) {
    let found = importers[library] ?? []
    if found != [importer] {
      faults.append("Package.swift: \(library) is for \(importer) alone, not for \(found.joined(separator: ", "))")
    }
  }
  return faults
}

private func faults(inImportsOf sources: [TargetSource], targets: [ManifestTarget]) -> [String] {
  var faults: [String] = []
  for source in sources {
    guard let index = Layer.all.firstIndex(where: { $0.name == source.target }) else {
      faults.append("\(source.path): the table of layers does not know \(source.target)")
      continue
    }
    let declared = targets.first { $0.name == source.target }?.dependencies ?? []
    for module in importedModules(in: source.text) {
      if !Layer.allowed(at: index).contains(module) {
        faults.append("\(source.path): \(source.target) must not import \(module)")
      } else if !Layer.platform.contains(module), !declared.contains(module) {
        faults.append("\(source.path): imports \(module), which the target does not depend on in Package.swift")
      }
    }
  }
  return faults
}

import TestSupport
import Testing

struct LayeringTests {
  private let tree = SourceTree()

  @Test func everyImportPointsDown() throws {
    #expect(layeringFaults(manifest: try tree.manifest(), sources: try tree.sources()) == [])
  }

  @Test func readsTheWholePackage() throws {
    let targets = Set(manifestTargets(in: try tree.manifest()).map(\.name))
    for name in ["Geometry", "CardLayout", "SiteBuild", "cardshelf"] + Array(Layer.importerOfC.keys) {
      #expect(targets.contains(name))
    }
    let sources = try tree.sources()
    #expect(Set(sources.map(\.target)).isSuperset(of: ["Geometry", "CardLayout", "SiteBuild", "cardshelf"]))
    #expect(sources.contains { $0.target == "Arrangements" && importedModules(in: $0.text) == ["Geometry"] })
  }

  @Test(arguments: [
    ("Content", "Pages"), ("Geometry", "Diagnostics"), ("Arrangements", "Diagnostics"),
    ("Arrangements", "Glibc"), ("TextLayout", "CardLayout"), ("SiteValidation", "Pages"),
    ("Content", "CCmark"), ("SiteBuild", "CLibXML2"), ("CardLayout", "CHTTPParser"),
    ("SiteBuild", "ArgumentParser"), ("SiteBuild", "Foundation"), ("cardshelf", "Foundation"),
    ("Content", "Themes"),
  ])
  func aForbiddenImportIsFound(target: String, module: String) throws {
    var sources = try tree.sources()
    let index = try #require(sources.firstIndex { $0.target == target })
    sources[index].text = "import \(module)\n" + sources[index].text
    #expect(
      layeringFaults(manifest: try tree.manifest(), sources: [sources[index]]) == [
        "\(sources[index].path): \(target) must not import \(module)"
      ])
  }

  @Test func anImportWithoutADependencyIsFound() throws {
    var sources = try tree.sources()
    let index = try #require(sources.firstIndex { $0.target == "CardLayout" })
    sources[index].text += "\npublic import Processes\n"
    #expect(
      layeringFaults(manifest: try tree.manifest(), sources: [sources[index]]) == [
        "\(sources[index].path): imports Processes, which the target does not depend on in Package.swift"
      ])
  }

  @Test(arguments: [
    ("Content", "Pages", "Package.swift: Content must not depend on Pages"),
    ("SiteValidation", "Pages", "Package.swift: SiteValidation must not depend on Pages"),
    ("Arrangements", "Diagnostics", "Package.swift: Arrangements must not depend on Diagnostics"),
    ("Themes", "CXXHash", "Package.swift: CXXHash is for SiteBuild alone, not for Themes, SiteBuild"),
  ])
  func aForbiddenDependencyIsFound(target: String, dependency: String, fault: String) throws {
    let manifest = try tree.manifest()
    let targets = try #require(manifest.firstRange(of: "\n  targets: ["))
    let name = try #require(manifest[targets.upperBound...].firstRange(of: "name: \"\(target)\""))
    let list = try #require(manifest[name.upperBound...].firstRange(of: "dependencies: ["))
    let mutated = manifest[..<list.upperBound] + "\"\(dependency)\", " + manifest[list.upperBound...]
    #expect(layeringFaults(manifest: String(mutated), sources: []).contains(fault))
  }

  @Test func aTargetOutsideTheTableIsFound() throws {
    let manifest = try tree.manifest() + "\n.target(name: \"Utilities\")\n"
    #expect(
      layeringFaults(manifest: manifest, sources: []) == [
        "Package.swift: the table of layers does not know Utilities"
      ])
  }

  @Test(arguments: [
    ("import A", ["A"]), ("public import A\n  import B", ["A", "B"]), ("@preconcurrency internal import A", ["A"]),
    ("import struct A.B", ["A"]), ("import A.B", ["A"]), ("import A // why", ["A"]),
    ("import A; import B", ["A", "B"]),
    ("// import A", []), ("important import", []), ("/*\nimport A\n*/\nimport B", ["B"]),
    ("let text = \"\"\"\n  import A\n  \"\"\"\nimport B", ["B"]),
  ])
  func imports(text: String, modules: [String]) {
    #expect(importedModules(in: text) == modules)
  }

  @Test func declarations() {
    let manifest = """
      dependencies: [ .package(url: "https://example.org/a", exact: "1.0.0") ], // .target(name: "No")
      .systemLibrary(name: "C", pkgConfig: "c", providers: [.apt(["libc"])]),
      .target(name: "A"),
      .executableTarget(
        name: "B",
        dependencies: [
          "A", .product(name: "P", package: "a"), .target(name: "C"),
        ], swiftSettings: swift),
      .testTarget(name: "BTests", dependencies: ["B"]),
      .target(name: "\\(name)", dependencies: names.map { .target(name: $0) }),
      """
    #expect(
      manifestTargets(in: manifest).prefix(3) == [
        ManifestTarget(name: "C", dependencies: []), ManifestTarget(name: "A", dependencies: []),
        ManifestTarget(name: "B", dependencies: ["A", "P", "C"]),
      ])
  }
}

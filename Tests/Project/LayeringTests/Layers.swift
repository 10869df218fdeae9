/// A target of the package and the modules that it may import.
struct Layer {
  let name: String
  let mayImport: Allowance

  enum Allowance {
    /// Only these modules, without those of the platform.
    case only([String])
    /// These modules, the foundations below the target, and the platform's modules.
    case these([String])
    /// Every target below this one, these modules, and the platform's modules.
    case everythingBelow(and: [String])
  }

  /// Lowest first. An import points down only.
  static let all = [
    Layer(name: "Geometry", mayImport: .only([])),
    Layer(name: "EmbeddedFiles", mayImport: .only(["CEmbeddedFiles"])),
    Layer(name: "Diagnostics", mayImport: .only([])),
    Layer(name: "Processes", mayImport: .these(["CArguments", "CConfinement"])),
    // Depends only on bytes, so that it can be tested with any.
    Layer(name: "Images", mayImport: .these(["CVips"])),
    // Depends only on sizes, not on cards or text, so that it can be proved with plain numbers.
    Layer(name: "Arrangements", mayImport: .only(["Geometry"])),
    // Depends only on sizes and on the arrangements above, so that content, pages and reviews can be above it.
    Layer(name: "ShelfArrangements", mayImport: .only(["Arrangements", "Geometry"])),
    Layer(
      name: "Content",
      mayImport: .these([
        "CLibYAML", "CTOML", "CMarkdownMemory", "ShelfArrangements", "Arrangements", "Images", "EmbeddedFiles",
      ])),
    Layer(name: "Themes", mayImport: .these(["Content", "Arrangements"])),
    Layer(name: "TextLayout", mayImport: .these(["CHarfBuzz", "CFontconfig", "CICU", "CBreakTables"])),
    Layer(name: "CardLayout", mayImport: .everythingBelow(and: [])),
    // The only target that knows the format of layout.json.
    Layer(name: "Pages", mayImport: .everythingBelow(and: [])),
    Layer(name: "Review", mayImport: .everythingBelow(and: [])),
    // Shares no code with the targets that it checks.
    Layer(name: "SiteValidation", mayImport: .only(["CLibXML2", "Diagnostics", "Glibc", "Synchronization"])),
    Layer(name: "SiteBuild", mayImport: .everythingBelow(and: ["CXXHash", "CFileSystem", "CWOFF2", "CZlib"])),
    Layer(name: "PreviewServer", mayImport: .everythingBelow(and: ["CHTTPParser", "CSockets"])),
    Layer(name: "BrowserAudit", mayImport: .everythingBelow(and: [])),
    Layer(name: "cardshelf", mayImport: .everythingBelow(and: ["ArgumentParser", "CMemorySettings"])),
    Layer(name: "MicroBenchmarks", mayImport: .everythingBelow(and: [])),
    Layer(name: "TestSupport", mayImport: .only(["Diagnostics", "Glibc"])),
    Layer(name: "SampleSites", mayImport: .everythingBelow(and: [])),
    Layer(
      name: "RandomSites",
      mayImport: .these(["ShelfArrangements", "SiteBuild", "SiteValidation", "Content", "Themes"])),
    // Shares no code with the targets that it proves.
    Layer(name: "PlacementProof", mayImport: .only(["Diagnostics", "Glibc"])),
    Layer(name: "ProvePlacement", mayImport: .only(["PlacementProof", "Glibc"])),
    Layer(name: "TryRandomSites", mayImport: .these(["RandomSites", "PlacementProof", "SiteBuild"])),
    Layer(name: "FuzzTargets", mayImport: .everythingBelow(and: [])),
    Layer(name: "Fuzzing", mayImport: .these(["FuzzTargets", "CFuzzer"])),
  ]

  /// Libraries and shims in C, each with the only target that may import it.
  static let importerOfC = [
    "CCmark": "CMarkdownMemory", "CMarkdownMemory": "Content", "CLibYAML": "Content", "CTOML": "Content",
    "CHarfBuzz": "TextLayout",
    "CFontconfig": "TextLayout", "CWOFF2": "SiteBuild", "CWOFF2Library": "CWOFF2", "CICU": "TextLayout",
    "CICULibrary": "CICU", "CLibXML2": "SiteValidation", "CXXHash": "SiteBuild", "CFileSystem": "SiteBuild",
    "CZlib": "SiteBuild",
    "CVips": "Images", "CEmbeddedFiles": "EmbeddedFiles", "CBreakTables": "TextLayout",
    "CConfinement": "Processes", "CArguments": "Processes",
    "CHTTPParser": "PreviewServer", "CSockets": "PreviewServer", "CMemorySettings": "cardshelf", "CFuzzer": "Fuzzing",
  ]

  /// Modules that every target above them may import.
  static let foundations: Set = ["Geometry", "Diagnostics"]

  /// No Foundation: it clashes with ICU's headers and costs start-up time.
  static let platform: Set = ["Glibc", "Synchronization", "Dispatch", "FoundationEssentials"]

  /// The targets and modules that the target at an index of `all` may import.
  static func allowed(at index: Int) -> Set<String> {
    let below = Set(all[..<index].map(\.name))
    return switch all[index].mayImport {
    case .only(let names): Set(names)
    case .these(let names): foundations.intersection(below).union(names).union(platform)
    case .everythingBelow(let names): below.union(names).union(platform)
    }
  }
}

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
    Layer(name: "JSONText", mayImport: .only([])),
    Layer(name: "EmbeddedFiles", mayImport: .only(["CEmbeddedFiles"])),
    Layer(name: "Diagnostics", mayImport: .only(["JSONText"])),
    // Depends only on bytes, so that it can be tested with any.
    Layer(name: "Images", mayImport: .only([])),
    Layer(name: "Pictures", mayImport: .only(["CVips", "Images", "JSONText"])),
    Layer(name: "Processes", mayImport: .these(["CArguments", "CConfinement"])),
    // Depends only on sizes, not on cards or text, so that it can be proved with plain numbers.
    Layer(name: "Arrangements", mayImport: .only(["Geometry"])),
    // Depends only on sizes and on the arrangements above, so that content, pages and reviews can be above it.
    Layer(name: "ShelfArrangements", mayImport: .only(["Arrangements", "Geometry"])),
    Layer(name: "YAMLEvents", mayImport: .these(["CLibYAML"])),
    Layer(name: "MarkdownTree", mayImport: .these(["CMarkdownMemory", "JSONText"])),
    // Below both cards and themes, which are read with it.
    Layer(name: "Slots", mayImport: .only([])),
    Layer(
      name: "SiteContent",
      mayImport: .these(["ShelfArrangements", "Slots", "Arrangements", "Images", "JSONText", "EmbeddedFiles"])),
    Layer(name: "Themes", mayImport: .these(["Slots", "Arrangements"])),
    // Derives schemas for editors from the readers below.
    Layer(
      name: "Schemas",
      mayImport: .these(["ShelfArrangements", "Slots", "SiteContent", "Themes", "JSONText", "EmbeddedFiles"])),
    Layer(name: "Fonts", mayImport: .these(["CHarfBuzz", "CFontconfig", "CWOFF2"])),
    Layer(name: "TextSegmentation", mayImport: .these(["CICU"])),
    Layer(name: "TextLayout", mayImport: .these(["Fonts", "TextSegmentation", "EmbeddedFiles"])),
    Layer(name: "CardLayout", mayImport: .everythingBelow(and: [])),
    // The only target that knows the format of layout.json.
    Layer(name: "LayoutFile", mayImport: .everythingBelow(and: [])),
    Layer(name: "PageRendering", mayImport: .everythingBelow(and: [])),
    Layer(name: "LayoutReview", mayImport: .everythingBelow(and: [])),
    Layer(name: "CompareView", mayImport: .everythingBelow(and: [])),
    Layer(name: "Drawings", mayImport: .everythingBelow(and: [])),
    Layer(name: "ReportView", mayImport: .these(["CompareView", "JSONText", "EmbeddedFiles"])),
    Layer(name: "LayoutDiff", mayImport: .everythingBelow(and: [])),
    // Shares no code with the targets that it checks.
    Layer(name: "SiteValidation", mayImport: .only(["CLibXML2", "Diagnostics", "Glibc", "Synchronization"])),
    Layer(name: "SiteBuild", mayImport: .everythingBelow(and: ["CXXHash", "CFileSystem"])),
    Layer(name: "PreviewServer", mayImport: .everythingBelow(and: ["CHTTPParser", "CSockets"])),
    Layer(name: "LivePreview", mayImport: .everythingBelow(and: [])),
    Layer(name: "BrowserAudit", mayImport: .everythingBelow(and: [])),
    Layer(name: "cardshelf", mayImport: .everythingBelow(and: ["ArgumentParser", "CMemorySettings"])),
    Layer(name: "MicroBenchmarks", mayImport: .everythingBelow(and: [])),
    Layer(name: "TestSupport", mayImport: .only(["Diagnostics", "Glibc"])),
    Layer(name: "SampleSites", mayImport: .everythingBelow(and: [])),
    Layer(
      name: "RandomSites",
      mayImport: .these(["ShelfArrangements", "Slots", "SiteBuild", "SiteValidation", "SiteContent", "Themes"])),
    // Shares no code with the targets that it proves.
    Layer(name: "PlacementProof", mayImport: .only(["JSONText", "Glibc"])),
    Layer(name: "ProvePlacement", mayImport: .only(["PlacementProof", "Glibc"])),
    Layer(name: "TryRandomSites", mayImport: .these(["RandomSites", "PlacementProof", "SiteBuild"])),
    Layer(name: "FuzzTargets", mayImport: .everythingBelow(and: [])),
    Layer(name: "Fuzzing", mayImport: .these(["FuzzTargets", "CFuzzer"])),
  ]

  /// Libraries and shims in C, each with the only target that may import it.
  static let importerOfC = [
    "CCmark": "CMarkdownMemory", "CMarkdownMemory": "MarkdownTree", "CLibYAML": "YAMLEvents", "CHarfBuzz": "Fonts",
    "CFontconfig": "Fonts", "CWOFF2": "Fonts", "CWOFF2Library": "CWOFF2", "CICU": "TextSegmentation",
    "CICULibrary": "CICU", "CLibXML2": "SiteValidation", "CXXHash": "SiteBuild", "CFileSystem": "SiteBuild",
    "CVips": "Pictures", "CEmbeddedFiles": "EmbeddedFiles", "CConfinement": "Processes", "CArguments": "Processes",
    "CHTTPParser": "PreviewServer", "CSockets": "PreviewServer", "CMemorySettings": "cardshelf", "CFuzzer": "Fuzzing",
  ]

  /// Modules that every target above them may import.
  static let foundations: Set = ["Geometry", "Diagnostics", "YAMLEvents", "MarkdownTree"]

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

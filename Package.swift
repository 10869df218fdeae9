// swift-tools-version: 6.2

import PackageDescription

/// Made from its name, a generic type would search all conformances of the program at its first use: a seventh of the time
/// of a small build.
let typesByAccessor: SwiftSetting = .unsafeFlags(
  ["-Xfrontend", "-disable-concrete-type-metadata-mangled-name-accessors"], .when(configuration: .release))

/// Code of other modules is inlined, also where it is not declared so: an eightieth of the instructions of a build.
let acrossModules: SwiftSetting = .unsafeFlags(["-cross-module-optimization"], .when(configuration: .release))

/// Of each module, LLVM sees all files at once. With functions that keep no frame pointers, a build takes 7 % less time; and
/// compiling takes less, too.
let asOneUnit: SwiftSetting = .unsafeFlags(
  ["-Xfrontend", "-enable-single-module-llvm-emission", "-Xcc", "-Xclang", "-Xcc", "-mframe-pointer=none"],
  .when(configuration: .release))

/// Settings of every Swift target: warnings are errors, imports say what they expose.
let swift: [SwiftSetting] = [
  typesByAccessor,
  acrossModules,
  asOneUnit,
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// Settings of the targets in which tests spend most of their time: compiled without optimisation, these would take as
/// long as all others together.
let optimised: SwiftSetting = .unsafeFlags(["-O"], .when(configuration: .debug))
let swiftSwept: [SwiftSetting] = swift + [optimised]

/// Settings of the targets that are last in the chain of compilations and do little themselves: optimising them would take
/// half a minute longer.
let unoptimised: SwiftSetting = .unsafeFlags(["-Onone"], .when(configuration: .release))

/// Settings of the targets that call C.
let swiftOverC: [SwiftSetting] = swift + [.strictMemorySafety()]
let swiftSweptOverC: [SwiftSetting] = swiftOverC + [optimised]

let package = Package(
  name: "cardshelf",
  products: [
    .executable(name: "cardshelf", targets: ["cardshelf"]),
    .library(name: "Arrangements", targets: ["Arrangements", "Geometry"]),
    .library(name: "TextLayout", targets: ["TextLayout", "Geometry"]),
  ],
  // What only the program needs. Packages that use the libraries can do without: `traits: []`.
  traits: [.default(enabledTraits: ["Program"]), .trait(name: "Program")],
  dependencies: [.package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2")],
  targets: [
    // C libraries, each with one importer above it.
    .systemLibrary(
      name: "CCmark", path: "Sources/C/CCmark", pkgConfig: "libcmark", providers: [.apt(["libcmark-dev"])]),
    .systemLibrary(
      name: "CLibYAML", path: "Sources/C/CLibYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
    .systemLibrary(
      name: "CHarfBuzz", path: "Sources/C/CHarfBuzz", pkgConfig: "harfbuzz-subset",
      providers: [.apt(["libharfbuzz-dev"])]),
    .systemLibrary(
      name: "CFontconfig", path: "Sources/C/CFontconfig", pkgConfig: "fontconfig",
      providers: [.apt(["libfontconfig-dev"])]),
    .systemLibrary(
      name: "CLibXML2", path: "Sources/C/CLibXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
    .systemLibrary(
      name: "CXXHash", path: "Sources/C/CXXHash", pkgConfig: "libxxhash", providers: [.apt(["libxxhash-dev"])]),
    .systemLibrary(
      name: "CZlib", path: "Sources/C/CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(name: "CFileSystem", path: "Sources/C/CFileSystem"),
    .systemLibrary(name: "CHTTPParser", path: "Sources/C/CHTTPParser", providers: [.apt(["libhttp-parser-dev"])]),
    .systemLibrary(name: "CSockets", path: "Sources/C/CSockets"),
    .systemLibrary(
      name: "CICULibrary", path: "Sources/C/CICULibrary", pkgConfig: "icu-uc", providers: [.apt(["libicu-dev"])]),
    .target(name: "CICU", dependencies: ["CICULibrary"], path: "Sources/C/CICU"),
    .systemLibrary(
      name: "CWOFF2Library", path: "Sources/C/CWOFF2Library", pkgConfig: "libwoff2enc",
      providers: [.apt(["libwoff-dev"])]),
    // toml++ is a library of templates, which has nothing to link.
    .target(name: "CTOML", path: "Sources/C/CTOML"),
    .target(name: "CWOFF2", dependencies: ["CWOFF2Library"], path: "Sources/C/CWOFF2"),
    // The memory of libcmark, whose functions are called without a context.
    .target(name: "CMarkdownMemory", dependencies: ["CCmark"], path: "Sources/C/CMarkdownMemory"),
    // The settings of jemalloc, which looks for them in the program.
    .target(name: "CMemorySettings", path: "Sources/C/CMemorySettings"),
    // Opens libvips when it is asked for, and needs nothing of it to be built.
    .target(name: "CVips", path: "Sources/C/CVips"),
    // The tables of breaks, which `TextLayout` excludes: packages that use it need no other files.
    .target(name: "CBreakTables", path: "Sources/C/CBreakTables"),
    // Reads files of other targets, which exclude them, of `Themes` and of `Documentation`.
    .target(name: "CEmbeddedFiles", path: "Sources/C/CEmbeddedFiles", exclude: ["file.inc"]),
    // Programs for the kernel, of macros that Swift cannot read.
    .target(name: "CConfinement", path: "Sources/C/CConfinement"),
    .target(name: "CArguments", path: "Sources/C/CArguments"),

    // Lowest first. An import points down only; Tests/Project/LayeringTests proves it.
    .target(name: "Geometry", path: "Sources/Core/Geometry", swiftSettings: swiftSwept),
    .target(
      name: "EmbeddedFiles", dependencies: ["CEmbeddedFiles"], path: "Sources/Core/EmbeddedFiles",
      swiftSettings: swiftOverC),
    .target(name: "Diagnostics", path: "Sources/Core/Diagnostics", swiftSettings: swiftSwept),
    .target(
      name: "Processes", dependencies: ["CArguments", "CConfinement"], path: "Sources/Core/Processes",
      swiftSettings: swiftOverC),
    .target(
      name: "Images", dependencies: ["CVips", "Diagnostics"], path: "Sources/Input/Images", swiftSettings: swiftOverC),
    .target(
      name: "Arrangements", dependencies: ["Geometry"], path: "Sources/Layout/Arrangements", swiftSettings: swiftSwept),
    .target(
      name: "ShelfArrangements", dependencies: ["Arrangements", "Geometry"], path: "Sources/Layout/ShelfArrangements",
      swiftSettings: swift),
    .target(
      name: "Content",
      dependencies: [
        "CMarkdownMemory", "CLibYAML", "CTOML", "ShelfArrangements", "Arrangements", "Images", "Diagnostics",
        "EmbeddedFiles",
      ], path: "Sources/Input/Content", swiftSettings: swiftSweptOverC),
    .target(
      name: "Themes", dependencies: ["Content", "Arrangements", "Geometry", "Diagnostics"],
      path: "Sources/Input/Themes", swiftSettings: swift),
    .target(
      name: "TextLayout",
      dependencies: ["CHarfBuzz", "CFontconfig", "CICU", "CBreakTables", "Geometry"],
      path: "Sources/Layout/TextLayout", exclude: ["BreakTables"], swiftSettings: swiftSweptOverC),
    .target(
      name: "CardLayout",
      dependencies: [
        "Content", "Themes", "TextLayout", "Images", "ShelfArrangements", "Arrangements", "Geometry", "Diagnostics",
      ], path: "Sources/Layout/CardLayout", swiftSettings: swiftSwept),
    .target(
      name: "Pages",
      dependencies: [
        "CardLayout", "Content", "Themes", "TextLayout", "Images", "ShelfArrangements", "Arrangements", "Geometry",
        "Diagnostics", "EmbeddedFiles",
      ], path: "Sources/Output/Pages", exclude: ["Compare/Script", "Compare/Style", "Report/Page"], swiftSettings: swift
    ),
    .target(
      name: "Review",
      dependencies: [
        "Pages", "CardLayout", "Content", "Themes", "TextLayout", "Images", "ShelfArrangements", "Arrangements",
        "Geometry", "Diagnostics",
      ], path: "Sources/Insight/Review", swiftSettings: swift),
    .target(
      name: "SiteValidation", dependencies: ["CLibXML2", "Diagnostics"], path: "Sources/Output/SiteValidation",
      swiftSettings: swiftOverC),
    .target(
      name: "SiteBuild",
      dependencies: [
        "Review", "Pages", "SiteValidation", "CardLayout", "Content", "Themes", "TextLayout", "Images",
        "ShelfArrangements", "Arrangements", "Geometry", "Diagnostics", "EmbeddedFiles", "Processes", "CXXHash",
        "CFileSystem", "CWOFF2", "CZlib",
      ], path: "Sources/App/SiteBuild", swiftSettings: swiftOverC),
    .target(
      name: "PreviewServer",
      dependencies: [
        "CHTTPParser", "CSockets", "SiteBuild", "SiteValidation", "Content", "Diagnostics", "EmbeddedFiles",
      ], path: "Sources/App/PreviewServer", exclude: ["Live/live.js"], swiftSettings: swiftOverC),
    .target(
      name: "BrowserAudit",
      dependencies: [
        "PreviewServer", "SiteBuild", "Pages", "CardLayout", "Content", "Processes", "Geometry", "Diagnostics",
      ], path: "Sources/Insight/BrowserAudit", swiftSettings: swiftOverC + [unoptimised]),
    .executableTarget(
      name: "cardshelf",
      dependencies: [
        "BrowserAudit", "PreviewServer", "SiteBuild", "SiteValidation", "Images", "Pages", "Review", "TextLayout",
        "Themes", "Content", "CMemorySettings", "ShelfArrangements", "Arrangements", "Processes", "Geometry",
        "Diagnostics", "EmbeddedFiles",
        .product(name: "ArgumentParser", package: "swift-argument-parser", condition: .when(traits: ["Program"])),
      ], path: "Sources/App/cardshelf",
      exclude: ["CI", "Start", "Schemas/layout.json"], swiftSettings: swift + [unoptimised],
      // Its `malloc` is the one of the whole process, and takes an eighth of a build's time off. The sanitizers, which
      // run with tests, bring their own.
      //
      // Nothing asks the program for symbols: 18,000 that it offered made it start later.
      linkerSettings: [
        .linkedLibrary("jemalloc", .when(configuration: .release)),
        .unsafeFlags(["-Xlinker", "--no-export-dynamic"], .when(configuration: .release)),
      ]),
    // Times single pieces of the product; nothing depends on it.
    .executableTarget(
      name: "MicroBenchmarks",
      dependencies: [
        "SiteBuild", "SiteValidation", "Review", "Pages", "CardLayout", "TextLayout", "Themes", "Content",
        "ShelfArrangements", "Arrangements", "Geometry", "Diagnostics",
      ], path: "Benchmarks/Micro", swiftSettings: swift),

    // Sites with random settings, for tests and for Tests/Tools/hostile/random_sites.py.
    .target(
      name: "RandomSites",
      dependencies: ["SiteBuild", "ShelfArrangements", "Content", "SiteValidation", "Themes", "Diagnostics"],
      path: "Tests/Support/RandomSites/Sites", swiftSettings: swift),
    .executableTarget(
      name: "TryRandomSites", dependencies: ["RandomSites", "PlacementProof", "SiteBuild", "Diagnostics"],
      path: "Tests/Support/RandomSites/Program", swiftSettings: swift),

    // Proves that the style sheets of a site place what its layout states.
    .target(
      name: "PlacementProof", dependencies: ["Diagnostics"], path: "Tests/Support/PlacementProof",
      swiftSettings: swiftSwept),
    .executableTarget(
      name: "ProvePlacement", dependencies: ["PlacementProof"], path: "Tests/Support/ProvePlacement",
      swiftSettings: swift),

    // What tests share. Sites to build are apart, so that tests of lower targets need not wait for `SiteBuild`.
    .target(
      name: "TestSupport", dependencies: ["Diagnostics"], path: "Tests/Support/TestSupport", swiftSettings: swift),
    .target(
      name: "SampleSites",
      dependencies: [
        "TestSupport", "Content", "SiteBuild", "SiteValidation", "CardLayout", "Themes", "TextLayout", "Images",
        "ShelfArrangements", "Arrangements", "Geometry", "Diagnostics",
      ],
      path: "Tests/Support/SampleSites", swiftSettings: swift),

    // What reads foreign input, for fuzzing.
    .target(
      name: "FuzzTargets",
      dependencies: [
        "PreviewServer", "SiteBuild", "SiteValidation", "Review", "Pages", "TextLayout", "Themes", "Content",
        "Diagnostics", "Images", "RandomSites", "TestSupport", "SampleSites",
      ], path: "Tests/Fuzzing/Targets", swiftSettings: swift),
    .testTarget(
      name: "FuzzTargetsTests", dependencies: ["FuzzTargets", "TestSupport"], path: "Tests/Fuzzing/FuzzTargetsTests",
      swiftSettings: swift),

    .testTarget(
      name: "LivePreviewTests", dependencies: ["PreviewServer", "SiteValidation", "Diagnostics", "TestSupport"],
      path: "Tests/App/LivePreviewTests", swiftSettings: swift),
    .testTarget(
      name: "BrowserAuditTests",
      dependencies: [
        "BrowserAudit", "Pages", "CardLayout", "PreviewServer", "Processes", "Geometry", "Diagnostics", "cardshelf",
        "TestSupport",
        .product(name: "ArgumentParser", package: "swift-argument-parser", condition: .when(traits: ["Program"])),
      ], path: "Tests/Insight/BrowserAuditTests", swiftSettings: swift),
  ]
    + [
      ("Core/Geometry", ["Geometry"]),
      ("Core/JSONText", ["Diagnostics", "TestSupport"]),
      ("Core/Diagnostics", ["Diagnostics", "TestSupport"]),
      ("Input/Images", ["Images"]),
      ("Output/Pictures", ["Images", "SiteValidation"]),
      ("Input/YAMLEvents", ["Content", "Diagnostics", "TestSupport"]),
      ("Input/MarkdownTree", ["Content", "CCmark", "Diagnostics", "TestSupport"]),
      (
        "Input/SiteContent",
        ["Content", "ShelfArrangements", "Arrangements", "Diagnostics", "SampleSites", "TestSupport"]
      ),
      (
        "Input/Schemas",
        ["cardshelf", "ShelfArrangements", "Content", "Themes", "Diagnostics", "TestSupport"]
      ),
      (
        "Input/Themes",
        [
          "Themes", "Content", "ShelfArrangements", "Arrangements", "Geometry", "Diagnostics", "SampleSites",
          "TestSupport",
        ]
      ),
      ("Layout/Fonts", ["TextLayout", "SiteBuild", "TestSupport"]),
      ("Layout/TextSegmentation", ["TextLayout", "TestSupport"]),
      ("Layout/TextLayout", ["TextLayout", "Geometry", "TestSupport"]),
      ("Layout/Arrangements", ["Arrangements", "Geometry", "TestSupport"]),
      (
        "Layout/CardLayout",
        [
          "Content", "CardLayout", "Themes", "TextLayout", "ShelfArrangements", "Arrangements", "Geometry",
          "Diagnostics", "SampleSites", "TestSupport",
        ]
      ),
      (
        "Output/PageRendering",
        [
          "Content", "Pages", "CardLayout", "Themes", "TextLayout", "ShelfArrangements", "Arrangements", "Geometry",
          "Diagnostics", "Images", "SampleSites", "TestSupport",
        ]
      ),
      (
        "Output/CompareView",
        [
          "Pages", "CardLayout", "Content", "Themes", "ShelfArrangements", "Arrangements", "Geometry", "Diagnostics",
          "TestSupport",
        ]
      ),
      ("Output/SiteValidation", ["SiteValidation", "PlacementProof", "Diagnostics", "SampleSites", "TestSupport"]),
      ("Support/PlacementProof", ["PlacementProof"]),
      (
        "App/SiteBuild",
        [
          "Content", "SiteBuild", "Pages", "Review", "SiteValidation", "Images", "ShelfArrangements", "Arrangements",
          "Diagnostics", "RandomSites", "PlacementProof", "SampleSites", "TestSupport",
        ]
      ),
      (
        "Insight/LayoutReview",
        [
          "Content", "Review", "SiteBuild", "CardLayout", "Themes", "TextLayout", "ShelfArrangements", "Arrangements",
          "Geometry", "Diagnostics", "SampleSites", "TestSupport",
        ]
      ),
      (
        "Insight/LayoutDiff",
        ["Content", "Review", "Pages", "SiteBuild", "Diagnostics", "Geometry", "TestSupport"]
      ),
      (
        "Output/Drawings",
        [
          "Content", "Pages", "Review", "SiteBuild", "CardLayout", "Themes", "TextLayout", "ShelfArrangements",
          "Arrangements", "Geometry", "Images", "Diagnostics", "SampleSites", "TestSupport",
        ]
      ),
      ("Output/ReportView", ["Pages", "Geometry", "Diagnostics"]),
      ("App/PreviewServer", ["PreviewServer", "SiteBuild", "Diagnostics", "TestSupport"]),
      ("Project/Layering", ["TestSupport"]),
      ("App/Command", ["cardshelf", "Processes", "SiteBuild", "Content", "TestSupport"]),
    ].map { place, dependencies in
      let name = String(place.split(separator: "/")[1])
      return .testTarget(
        name: "\(name)Tests", dependencies: dependencies.map { .target(name: $0) }, path: "Tests/\(place)Tests",
        // Tests read these from where they lie.
        exclude: name == "LayoutDiff" ? ["Edits.txt", "Formats", "Site.txt"] : [],
        swiftSettings: ["Arrangements", "MarkdownTree"].contains(name) ? swiftSwept : swift)
    }
)

// Fuzzing instruments all that is compiled with it, so its program is there only where it is asked for.
if Context.environment["CARDSHELF_FUZZING"] != nil {
  package.targets += [
    .systemLibrary(name: "CFuzzer", path: "Tests/Fuzzing/CFuzzer"),
    .executableTarget(
      name: "Fuzzing", dependencies: ["FuzzTargets", "CFuzzer"], path: "Tests/Fuzzing/Program", swiftSettings: swift,
      linkerSettings: [.unsafeFlags(["-sanitize=fuzzer", "-use-ld=lld"])]),
  ]
}

// swift-tools-version: 6.2

import PackageDescription

/// Settings of every Swift target: warnings are errors, imports say what they expose.
let swift: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// Settings of the targets whose tests try every property on 100,000 inputs: compiled without optimisation, these would
/// take as long as all others together.
let swiftSwept: [SwiftSetting] = swift + [.unsafeFlags(["-O"], .when(configuration: .debug))]

/// Settings of the targets that call C.
let swiftOverC: [SwiftSetting] = swift + [.strictMemorySafety()]

let package = Package(
  name: "cardshelf",
  products: [
    .executable(name: "cardshelf", targets: ["cardshelf"]),
    .library(name: "Arrangements", targets: ["Arrangements", "Geometry"]),
    .library(name: "TextLayout", targets: ["TextLayout", "Fonts"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/hummingbird-project/swift-mustache", exact: "2.1.1"),
    .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
  ],
  targets: [
    // C libraries, each with one importer above it.
    .systemLibrary(name: "CCmark", pkgConfig: "libcmark", providers: [.apt(["libcmark-dev"])]),
    .systemLibrary(name: "CLibYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
    .systemLibrary(name: "CHarfBuzz", pkgConfig: "harfbuzz-subset", providers: [.apt(["libharfbuzz-dev"])]),
    .systemLibrary(name: "CFontconfig", pkgConfig: "fontconfig", providers: [.apt(["libfontconfig-dev"])]),
    .systemLibrary(name: "CLibXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
    .systemLibrary(name: "CXXHash", pkgConfig: "libxxhash", providers: [.apt(["libxxhash-dev"])]),
    .systemLibrary(name: "CAllocator"),
    .systemLibrary(name: "CFileSystem"),
    .systemLibrary(name: "CICULibrary", pkgConfig: "icu-uc", providers: [.apt(["libicu-dev"])]),
    .target(name: "CICU", dependencies: ["CICULibrary"]),
    .systemLibrary(name: "CWOFF2Library", pkgConfig: "libwoff2enc", providers: [.apt(["libwoff-dev"])]),
    .target(name: "CWOFF2", dependencies: ["CWOFF2Library"]),
    // Opens libvips when it is asked for, and needs nothing of it to be built.
    .target(name: "CVips"),
    // Programs for the kernel, of macros that Swift cannot read.
    .target(name: "CConfinement"),

    // Lowest first. An import points down only; Tests/LayeringTests holds it so.
    .target(name: "Geometry", swiftSettings: swiftSwept),
    .target(name: "JSONText", swiftSettings: swift),
    .target(name: "Diagnostics", dependencies: ["JSONText"], swiftSettings: swift),
    .target(name: "Images", swiftSettings: swift),
    .target(name: "Pictures", dependencies: ["CVips", "Images"], swiftSettings: swiftOverC),
    .target(name: "Processes", dependencies: ["CConfinement"], swiftSettings: swiftOverC),
    .target(name: "Arrangements", dependencies: ["Geometry"], swiftSettings: swiftSwept),
    .target(name: "YAMLEvents", dependencies: ["CLibYAML", "Diagnostics"], swiftSettings: swiftOverC),
    .target(name: "MarkdownTree", dependencies: ["CCmark", "Diagnostics"], swiftSettings: swiftOverC),
    .target(
      name: "SiteContent",
      dependencies: ["MarkdownTree", "YAMLEvents", "Arrangements", "Images", "Diagnostics", "JSONText"],
      swiftSettings: swift),
    .target(
      name: "Themes", dependencies: ["YAMLEvents", "Arrangements", "Geometry", "Diagnostics"], swiftSettings: swift),
    .target(
      name: "Schemas", dependencies: ["SiteContent", "Themes", "YAMLEvents", "JSONText"],
      resources: [.embedInCode("layout.json")], swiftSettings: swift),
    .target(
      name: "Fonts", dependencies: ["CHarfBuzz", "CFontconfig", "CWOFF2", "Diagnostics"],
      swiftSettings: swiftOverC),
    .target(name: "TextSegmentation", dependencies: ["CICU"], swiftSettings: swiftOverC),
    .target(
      name: "TextLayout", dependencies: ["Fonts", "TextSegmentation", "Geometry"],
      resources: [
        .embedInCode("BreakTables/general.txt"), .embedInCode("BreakTables/japanese.txt"),
        .embedInCode("BreakTables/chinese.txt"),
      ], swiftSettings: swift),
    .target(
      name: "CardLayout",
      dependencies: [
        "SiteContent", "MarkdownTree", "Themes", "TextLayout", "Fonts", "Arrangements", "Geometry", "Diagnostics",
      ], swiftSettings: swift),
    .target(
      name: "PageRendering",
      dependencies: [
        "CardLayout", "SiteContent", "MarkdownTree", "Themes", "TextLayout", "Fonts", "Arrangements", "Geometry",
        "Diagnostics", "JSONText", "YAMLEvents", "Images", .product(name: "Mustache", package: "swift-mustache"),
      ], swiftSettings: swift),
    .target(
      name: "LayoutReview",
      dependencies: [
        "PageRendering", "CardLayout", "SiteContent", "MarkdownTree", "Themes", "TextLayout", "Fonts", "Images",
        "Arrangements", "Geometry", "Diagnostics", "JSONText",
      ], swiftSettings: swift),
    .target(
      name: "CompareView",
      dependencies: [
        "CardLayout", "SiteContent", "Themes", "Arrangements", "Geometry", "JSONText",
      ],
      resources: [
        "site.js", "address.js", "panes.js", "places.js", "following.js", "outlines.js", "ruler.js", "handle.js",
        "links.js", "controls.js", "keys.js", "start.js",
      ].map { .embedInCode("Script/\($0)") }
        + ["compare.css", "chart.css", "pane.css"].map { .embedInCode("Style/\($0)") }, swiftSettings: swift),
    .target(
      name: "Drawings",
      dependencies: [
        "CardLayout", "SiteContent", "MarkdownTree", "Themes", "TextLayout", "Fonts", "Images", "Arrangements",
        "Geometry", "Diagnostics", "JSONText",
      ], swiftSettings: swift),
    .target(
      name: "ReportView", dependencies: ["CompareView", "Geometry", "JSONText"],
      resources: ["report.css", "pane.css", "data.js", "panes.js", "tools.js"].map { .embedInCode("Page/\($0)") },
      swiftSettings: swift),
    .target(
      name: "LayoutDiff",
      dependencies: [
        "LayoutReview", "PageRendering", "CardLayout", "SiteContent", "Themes", "TextLayout", "YAMLEvents",
        "Arrangements", "Geometry", "Diagnostics", "JSONText",
      ], swiftSettings: swift),
    .target(name: "SiteValidation", dependencies: ["CLibXML2", "Diagnostics"], swiftSettings: swiftOverC),
    .target(
      name: "SiteBuild",
      dependencies: [
        "LayoutReview", "LayoutDiff", "Drawings", "ReportView", "CompareView", "PageRendering", "SiteValidation",
        "CardLayout",
        "SiteContent",
        "MarkdownTree", "Themes", "Fonts", "TextLayout", "Arrangements", "Geometry", "Diagnostics", "JSONText",
        "Images",
        "Pictures", "Processes", "CXXHash", "CFileSystem",
      ], swiftSettings: swiftOverC),
    .target(
      name: "PreviewServer",
      dependencies: [
        "SiteBuild", "Diagnostics", .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"), .product(name: "NIOHTTP1", package: "swift-nio"),
      ], swiftSettings: swiftOverC),
    .target(
      name: "LivePreview",
      dependencies: ["PreviewServer", "SiteBuild", "SiteValidation", "SiteContent", "JSONText", "Diagnostics"],
      resources: [.embedInCode("live.js")], swiftSettings: swiftOverC),
    .target(
      name: "BrowserAudit", dependencies: ["PreviewServer", "SiteBuild", "Processes", "Diagnostics"],
      swiftSettings: swiftOverC),
    .executableTarget(
      name: "cardshelf",
      dependencies: [
        "BrowserAudit", "LivePreview", "SiteBuild", "Pictures", "LayoutDiff", "LayoutReview", "Schemas", "SiteContent",
        "Arrangements", "Processes",
        "Geometry", "Diagnostics", "CAllocator",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      resources: ["CI/github.yml", "CI/gitlab.yml"].map { .embedInCode($0) }
        + ["storefront", "cinema", "library"].flatMap { theme in
          ["theme.yml", "paint.css", "page.mustache"].map { .embedInCode("Themes/\(theme)-\($0)") }
            + [.embedInCode("Start/\(theme).txt")]
        }
        + [
          "front-matter", "cards-and-shelves", "data-files", "text", "images", "links", "themes", "fonts",
          "templates-and-paint", "files-and-output", "pages", "check", "diff-and-audit",
        ].map { .embedInCode("Rules/\($0).csv") }, swiftSettings: swift),
    // Times single pieces of the product; nothing depends on it.
    .executableTarget(
      name: "MicroBenchmarks",
      dependencies: [
        "SiteBuild", "SiteValidation", "LayoutReview", "PageRendering", "CardLayout", "TextLayout", "Fonts", "Themes",
        "SiteContent", "MarkdownTree", "Arrangements", "Geometry", "Diagnostics",
      ], path: "Benchmarks/Micro", swiftSettings: swift),

    // Sites with random settings, for tests and for Tests/Tools/random_sites.py.
    .target(
      name: "RandomSites", dependencies: ["SiteContent", "Themes", "YAMLEvents", "Diagnostics"],
      path: "Tests/RandomSites/Sites", swiftSettings: swift),
    .executableTarget(
      name: "TryRandomSites", dependencies: ["RandomSites", "PlacementProof", "SiteBuild", "Diagnostics"],
      path: "Tests/RandomSites/Program", swiftSettings: swift),

    // Proves that the style sheets of a site place what its layout states.
    .target(
      name: "PlacementProof", dependencies: ["JSONText"], path: "Tests/Support/PlacementProof",
      swiftSettings: swiftSwept),
    .executableTarget(
      name: "ProvePlacement", dependencies: ["PlacementProof"], path: "Tests/Support/ProvePlacement",
      swiftSettings: swift),

    .testTarget(
      name: "LivePreviewTests", dependencies: ["LivePreview", "SiteValidation", "Diagnostics"], swiftSettings: swift),
    .testTarget(
      name: "BrowserAuditTests",
      dependencies: [
        "BrowserAudit", "PreviewServer", "Processes", "Diagnostics", "cardshelf",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ], swiftSettings: swift),
  ]
    + [
      ("Geometry", ["Geometry"]),
      ("JSONText", ["JSONText"]),
      ("Diagnostics", ["Diagnostics"]),
      ("Images", ["Images"]),
      ("Pictures", ["Pictures", "Images", "SiteValidation"]),
      ("YAMLEvents", ["YAMLEvents", "Diagnostics"]),
      ("MarkdownTree", ["MarkdownTree", "CCmark", "Diagnostics"]),
      ("SiteContent", ["SiteContent", "MarkdownTree", "Arrangements", "Diagnostics"]),
      ("Schemas", ["Schemas", "SiteContent", "Themes", "Diagnostics", "YAMLEvents"]),
      ("Themes", ["Themes", "Arrangements", "Geometry", "Diagnostics"]),
      ("Fonts", ["Fonts", "Diagnostics"]),
      ("TextSegmentation", ["TextSegmentation"]),
      ("TextLayout", ["TextLayout", "Fonts", "TextSegmentation", "Geometry"]),
      ("Arrangements", ["Arrangements", "Geometry"]),
      (
        "CardLayout",
        [
          "CardLayout", "SiteContent", "MarkdownTree", "Themes", "TextLayout", "Fonts", "Arrangements", "Geometry",
          "Diagnostics",
        ]
      ),
      (
        "PageRendering",
        [
          "PageRendering", "CardLayout", "SiteContent", "MarkdownTree", "Themes", "TextLayout", "Fonts", "Arrangements",
          "Geometry", "Diagnostics", "Images",
        ]
      ),
      (
        "CompareView",
        ["CompareView", "CardLayout", "SiteContent", "Themes", "Arrangements", "Geometry", "Diagnostics"]
      ),
      ("SiteValidation", ["SiteValidation", "PlacementProof", "Diagnostics"]),
      ("PlacementProof", ["PlacementProof"]),
      (
        "SiteBuild",
        [
          "SiteBuild", "LayoutReview", "LayoutDiff", "Drawings", "ReportView", "PageRendering", "SiteContent",
          "SiteValidation", "Pictures", "Images", "Arrangements", "Diagnostics", "RandomSites",
          "PlacementProof",
        ]
      ),
      (
        "LayoutReview",
        [
          "LayoutReview", "SiteBuild", "CardLayout", "SiteContent", "Themes", "TextLayout", "Arrangements", "Geometry",
          "Diagnostics",
        ]
      ),
      (
        "LayoutDiff",
        ["LayoutDiff", "SiteBuild", "LayoutReview", "PageRendering", "JSONText", "Geometry", "Diagnostics"]
      ),
      (
        "Drawings",
        [
          "Drawings", "LayoutReview", "SiteBuild", "CardLayout", "SiteContent", "Themes", "TextLayout", "Fonts",
          "Arrangements", "Geometry", "Images", "Diagnostics",
        ]
      ),
      ("ReportView", ["ReportView", "Geometry", "JSONText"]),
      ("PreviewServer", ["PreviewServer", "SiteBuild", "Diagnostics"]),
      ("Layering", []),
      ("Command", ["cardshelf", "Processes", "SiteBuild"]),
    ].map { name, dependencies in
      .testTarget(
        name: "\(name)Tests", dependencies: dependencies.map { .target(name: $0) },
        // Tests read these from where they lie.
        exclude: name == "LayoutDiff" ? ["Edits.txt", "Formats", "Site.txt"] : [],
        swiftSettings: name == "Arrangements" ? swiftSwept : swift)
    }
)

// Fuzzing instruments all that is compiled with it, so its target is there only where it is asked for.
if Context.environment["CARDSHELF_FUZZING"] != nil {
  package.targets += [
    .systemLibrary(name: "CFuzzer", path: "Tests/Fuzzing/CFuzzer"),
    .executableTarget(
      name: "Fuzzing",
      dependencies: [
        "SiteBuild", "SiteValidation", "LayoutDiff", "PageRendering", "Fonts", "Themes", "SiteContent", "MarkdownTree",
        "JSONText", "Images", "Diagnostics", "CFuzzer",
      ], path: "Tests/Fuzzing/Targets", swiftSettings: swift,
      linkerSettings: [.unsafeFlags(["-sanitize=fuzzer", "-use-ld=lld"])]),
  ]
}

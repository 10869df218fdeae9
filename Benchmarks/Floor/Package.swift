// swift-tools-version: 6.2

import PackageDescription

/// What no generator of card shelves can go below; a package of its own, so that the product's manifest knows nothing of it.
let package = Package(
  name: "floor",
  targets: [
    .systemLibrary(name: "CCmark", pkgConfig: "libcmark"),
    .systemLibrary(name: "CHarfBuzz", pkgConfig: "harfbuzz"),
    .executableTarget(
      name: "floor", dependencies: ["CCmark", "CHarfBuzz"], path: "Sources/Floor",
      swiftSettings: [.swiftLanguageMode(.v6), .unsafeFlags(["-Ounchecked"], .when(configuration: .release))]),
  ]
)

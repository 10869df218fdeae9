// swift-tools-version: 6.2

import PackageDescription

/// The minimum of work that a generator of card shelves must do. It is a separate package, so that the product's
/// manifest does not contain it.
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

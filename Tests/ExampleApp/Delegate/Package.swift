// swift-tools-version: 6.2
import PackageDescription

// An async app with its tests, and tests of Photobooth's delegate alone, in a package of their own: they ask for no pixel,
// and so build neither codec nor any library but the toolchain's own.
let package = Package(
  name: "PhotoboothDelegate",
  products: [.library(name: "Snapshot", targets: ["Snapshot"])],
  dependencies: [.package(name: "livecam", path: "../../.."), .package(name: "ExampleApp", path: "..")],
  targets: [
    .target(name: "Snapshot", dependencies: [.product(name: "LiveCapture", package: "livecam")]),
    .testTarget(
      name: "SnapshotTests",
      dependencies: [
        "Snapshot", .product(name: "LiveCapture", package: "livecam"),
        .product(name: "LiveCaptureTesting", package: "livecam"), .product(name: "Simulator", package: "livecam"),
      ]),
    .testTarget(
      name: "DelegateTests",
      dependencies: [
        .product(name: "Photobooth", package: "ExampleApp"), .product(name: "LiveCapture", package: "livecam"),
        .product(name: "LiveCaptureTesting", package: "livecam"), .product(name: "Simulator", package: "livecam"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)

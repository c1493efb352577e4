// swift-tools-version: 6.2
import PackageDescription

// Tests of Photobooth's delegate alone, in a package of their own: they ask for no pixel, and so build neither codec nor
// any library but the toolchain's own.
let package = Package(
  name: "PhotoboothDelegate",
  dependencies: [.package(name: "livecam", path: "../../.."), .package(name: "ExampleApp", path: "..")],
  targets: [
    .testTarget(
      name: "DelegateTests",
      dependencies: [
        .product(name: "Photobooth", package: "ExampleApp"), .product(name: "LiveCapture", package: "livecam"),
        .product(name: "LiveCaptureTesting", package: "livecam"), .product(name: "Simulator", package: "livecam"),
      ])
  ],
  swiftLanguageModes: [.v6]
)

// swift-tools-version: 6.2
import PackageDescription

// The app with an album in a photo library. In a package of its own, so that the app itself does without a database.
let package = Package(
  name: "PhotoboothLibrary",
  products: [.library(name: "PhotoboothLibrary", targets: ["PhotoboothLibrary"])],
  dependencies: [.package(name: "livecam", path: "../../.."), .package(name: "ExampleApp", path: "..")],
  targets: [
    .target(
      name: "PhotoboothLibrary",
      dependencies: [
        .product(name: "Photobooth", package: "ExampleApp"), .product(name: "PhotoLibrary", package: "livecam"),
      ]),
    .testTarget(
      name: "PhotoboothLibraryTests",
      dependencies: [
        "PhotoboothLibrary", .product(name: "Photobooth", package: "ExampleApp"),
        .product(name: "LiveCapture", package: "livecam"), .product(name: "LiveCaptureTesting", package: "livecam"),
        .product(name: "Simulator", package: "livecam"), .product(name: "CaptureCodecs", package: "livecam"),
        .product(name: "PhotoLibrary", package: "livecam"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)

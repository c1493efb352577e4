// swift-tools-version: 6.2
import PackageDescription

// An app and its tests as anybody would write them who uses livecam: nothing here is known to livecam itself.
// Outside of this repository the dependency would be `.package(url: "https://…/livecam", from: "…")`.
let package = Package(
  name: "ExampleApp",
  products: [.library(name: "Photobooth", targets: ["Photobooth"])],
  dependencies: [.package(name: "livecam", path: "../..")],
  targets: [
    .target(
      name: "Photobooth", dependencies: [.product(name: "LiveCapture", package: "livecam")]),
    // These look at pixels and files, and so take livecam's codecs. Delegate does without.
    .testTarget(
      name: "PhotoboothTests",
      dependencies: [
        "Photobooth", .product(name: "LiveCapture", package: "livecam"),
        .product(name: "LiveCaptureTesting", package: "livecam"), .product(name: "Simulator", package: "livecam"),
        .product(name: "CaptureCodecs", package: "livecam"), .product(name: "Fixtures", package: "livecam"),
        .product(name: "LivePhotoTesting", package: "livecam"), .product(name: "ScriptFiles", package: "livecam"),
      ],
      // A fixture, and texts to compare with: the one is copied, the others are read where they are.
      exclude: ["Golden"],
      resources: [.copy("lobby.livecam")]),
  ],
  swiftLanguageModes: [.v6]
)

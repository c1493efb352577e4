// swift-tools-version: 6.2
import PackageDescription

// An app that was moved from AVFoundation and PhotoKit, part by part as the article shows it beside the original. Its tests
// put real files into a library.
let package = Package(
  name: "Viewfinder",
  products: [.library(name: "Viewfinder", targets: ["Viewfinder"])],
  dependencies: [.package(name: "livecam", path: "../../..")],
  targets: [
    .target(
      name: "Viewfinder",
      dependencies: [
        .product(name: "LiveCapture", package: "livecam"), .product(name: "PhotoLibrary", package: "livecam"),
      ]),
    .testTarget(
      name: "ViewfinderTests",
      dependencies: [
        "Viewfinder", .product(name: "LiveCapture", package: "livecam"),
        .product(name: "PhotoLibrary", package: "livecam"), .product(name: "CaptureCodecs", package: "livecam"),
        .product(name: "LiveCaptureTesting", package: "livecam"), .product(name: "Simulator", package: "livecam"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)

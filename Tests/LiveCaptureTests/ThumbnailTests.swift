import CaptureCodecs
import CaptureDevices
import Diagnostics
import LiveCapture
import LiveCaptureTesting
import MediaCore
import Simulator
import TestSupport
import Testing

/// The small pictures inside files are of the size that was resolved, whatever makes the file.
@Suite(.foreignPrograms) struct ThumbnailTests {
  /// How a still is made.
  enum Make: String, CaseIterable {
    case jpeg, jpegOfSeveral, heic, heicOfSeveral, deferred

    var codec: PhotoCodec { self == .jpeg || self == .jpegOfSeveral ? .jpeg : .heic }
    var isOfSeveral: Bool { self == .jpegOfSeveral || self == .heicOfSeveral }
  }

  private func still(
    _ make: Make, _ asked: (Int, Int), of camera: SimulatedCamera
  ) async throws -> (file: [UInt8], resolved: ResolvedPhotoSettings.Dimensions) {
    let bench = try CaseBench(cameras: [camera])
    bench.output.maxPhotoQualityPrioritization = .quality
    try await bench.run()
    if make == .deferred { try bench.output.setAutoDeferredPhotoDeliveryEnabled(true) }
    var settings = PhotoSettings(format: PhotoFormat(codec: make.codec))
    settings.photoQualityPrioritization = make.isOfSeveral ? .quality : .balanced
    settings.embeddedThumbnailPhotoFormat = PhotoPreviewFormat(codec: .jpeg, width: asked.0, height: asked.1)
    try await bench.press(settings)
    await bench.advance(2)
    let resolved = try #require(bench.calls(.willBegin).first).settings.embeddedThumbnailDimensions
    var photo = bench.calls(.didProcessPhoto).first?.photo
    if make == .deferred {
      let processor = DeferredPhotoProcessor(bench.deferred, media: .standard, configuration: SessionConfiguration())
      photo = try processor.finish(try #require(try processor.pending().first))
    }
    if make.isOfSeveral { #expect((photo?.frameCount ?? 0) > 1) }
    return (try #require(photo?.fileDataRepresentation()), resolved)
  }

  private func size(_ file: [UInt8], _ codec: PhotoCodec) throws -> String {
    let folder = try TemporaryFolder()
    let path = try folder.write(file, as: "still.\(codec)")
    if codec == .heic {
      return try ForeignTool.heifInfo.run([path]).lines.first { $0.contains("thumbnail: ") }
        .flatMap { $0.split(separator: ":").last }?.trimmingPrefix(while: \.isWhitespace).description ?? "none"
    }
    let thumbnail = try ForeignTool.exiftool.run(["-b", "-ThumbnailImage", path]).bytes
    let small = try folder.write(thumbnail, as: "small.jpg")
    return try ForeignTool.exiftool.run(["-s3", "-ImageSize", small]).lines.first ?? "none"
  }

  @Test("a file's thumbnail is of the size that was resolved", arguments: Make.allCases)
  func sizes(_ make: Make) async throws {
    for (asked, expected) in [((80, 80), "80x60"), ((200, 100), "132x100"), ((320, 240), "320x240")] {
      let (file, resolved) = try await still(make, asked, of: .usual(sizes: [(640, 480)]))
      #expect(resolved.description == expected)
      #expect(try size(file, make.codec).hasPrefix(expected), "\(make)")
    }
  }

  @Test("a small photo has the thumbnail that was asked for, too", arguments: [Make.jpeg, .heic])
  func smallPhotos(_ make: Make) async throws {
    let (file, resolved) = try await still(make, (80, 80), of: .usual(sizes: [(320, 240)]))
    #expect(resolved.description == "80x60")
    #expect(try size(file, make.codec).hasPrefix("80x60"))
  }

  @Test("pictures beside a photo fit into the size that was asked for", arguments: [161, 160, 31, 30, 3, 2])
  func fits(_ side: Int) async throws {
    let bench = try CaseBench(cameras: [.usual(sizes: [(640, 480)])])
    try await bench.run()
    var settings = PhotoSettings()
    settings.previewPhotoFormat = PhotoPreviewFormat(pixelFormat: .bgra, width: side, height: side)
    try await bench.press(settings)
    await bench.advance(1)
    let resolved = try #require(bench.calls(.willBegin).first).settings.previewDimensions
    #expect(resolved.width == side & ~1 && (1...side).contains(resolved.height) && resolved.height % 2 == 0)
    let preview = try #require(bench.calls(.didProcessPhoto).first?.photo?.previewPixelBuffer)
    #expect(preview.format.width == resolved.width && preview.format.height == resolved.height)
    settings = PhotoSettings()
    settings.previewPhotoFormat = PhotoPreviewFormat(pixelFormat: .bgra, width: 1, height: 1)
    bench.expectBroken(.previewFormatIsComplete, settings)
  }
}

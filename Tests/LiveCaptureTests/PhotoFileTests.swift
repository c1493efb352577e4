import CaptureCodecs
import CaptureDevices
import Diagnostics
import LiveCapture
import LiveCaptureTesting
import MediaCore
import Simulator
import StillCoding
import TestSupport
import Testing

/// A photo's file made anew by a customizer, and a photo as pixels.
@Suite struct PhotoFileTests {
  /// Replaces what it is told to.
  private struct Customizer: FileDataRepresentationCustomizer {
    var metadata: PhotoMetadata?
    var keepsMetadata = false
    var thumbnail = PhotoThumbnailReplacement.original
    var quality: Double?

    func replacementMetadata(for photo: CapturePhoto) -> PhotoMetadata? { keepsMetadata ? photo.metadata : metadata }
    func replacementEmbeddedThumbnail(for photo: CapturePhoto) -> PhotoThumbnailReplacement { thumbnail }
    func replacementQuality(for photo: CapturePhoto) -> Double? { quality }
  }

  /// Replaces nothing.
  private struct Keeper: FileDataRepresentationCustomizer {}

  private func photo(_ settings: PhotoSettings, camera: SimulatedCamera = .usual()) async throws -> CapturePhoto {
    let bench = try CaseBench(cameras: [camera]) { $0.make = "Maker" }
    try await bench.run()
    try await bench.press(settings)
    await bench.advance(1)
    return try #require(bench.calls(.didProcessPhoto).first?.photo)
  }

  private func exif(_ bytes: [UInt8], _ type: PhotoFileType, _ tags: String...) throws -> [String] {
    let folder = try TemporaryFolder()
    let path = try folder.write(bytes, as: "photo.\(type.rawValue)")
    return try ForeignTool.exiftool.run(["-n", "-f", "-s3"] + tags.map { "-\($0)" } + [path]).text
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  @Test("a customizer that replaces nothing changes nothing", arguments: [PhotoFormat.jpeg, .heic])
  func nothing(_ format: PhotoFormat) async throws {
    let photo = try await photo(PhotoSettings(format: format))
    let old = try #require(photo.fileDataRepresentation())
    let new = try #require(try photo.fileDataRepresentation(with: Keeper()))
    #expect(firstDifference(old, new) == nil)
    #expect(try #require(try photo.pictureRepresentation()).bytes.count == 4 * 1280 * 720)
    let type: PhotoFileType = format == .heic ? .heic : .jpg
    #expect(try exif(new, type, "Make", "DateTimeOriginal") == exif(old, type, "Make", "DateTimeOriginal"))
  }

  @Test(
    "metadata can be replaced afterwards, or taken out; the picture stays as it is",
    arguments: [PhotoFormat.jpeg, .heic])
  func metadata(_ format: PhotoFormat) async throws {
    var settings = PhotoSettings(format: format)
    try settings.metadata.set("Ada", forKey: "TIFF.Artist")
    try settings.metadata.set("+48.2082+016.3738/", forKey: "GPS.ISO6709")
    let photo = try await photo(settings)
    let type: PhotoFileType = format == .heic ? .heic : .jpg
    let tags = ["Artist", "Make", "GPSLatitudeRef", "Copyright"]
    func read(_ bytes: [UInt8]) throws -> [String] { try exif(bytes, type, tags[0], tags[1], tags[2], tags[3]) }
    #expect(try read(try #require(photo.fileDataRepresentation())).prefix(4) == ["Ada", "Maker", "N", "-"])
    var replacement = photo.metadata
    replacement.remove(.location)
    try replacement.set("Grace", forKey: "TIFF.Copyright")
    let new = try #require(try photo.fileDataRepresentation(with: Customizer(metadata: replacement)))
    #expect(try read(new).prefix(4) == ["Ada", "Maker", "-", "Grace"])
    let bare = try #require(try photo.fileDataRepresentation(with: Customizer()))
    #expect(try read(bare).prefix(4) == ["-", "-", "-", "-"])
    // Not decoded and encoded again: both show the same pixels.
    let shown = try [new, bare].map { try StillPixels.bgra(of: $0) }
    let old = try #require(try photo.pictureRepresentation())
    for pixels in shown { #expect(firstDifference(pixels, old.bytes) == nil) }
  }

  @Test("place and date are written as they are set, key by key", arguments: [PhotoFormat.jpeg, .heic])
  func placeAndDate(_ format: PhotoFormat) async throws {
    var settings = PhotoSettings(format: format)
    let values = [
      ("GPS.Latitude", "33.5"), ("GPS.LatitudeRef", "S"), ("GPS.Longitude", "70.25"), ("GPS.LongitudeRef", "W"),
      ("GPS.Altitude", "520"), ("Exif.DateTimeOriginal", "2024:02:29 23:59:58"),
    ]
    for (key, value) in values { try settings.metadata.set(value, forKey: key) }
    let file = try #require(try await photo(settings).fileDataRepresentation())
    let type: PhotoFileType = format == .heic ? .heic : .jpg
    let told = try exif(file, type, "GPSLatitude#", "GPSLongitude#", "GPSAltitude#", "DateTimeOriginal")
    #expect(Array(told.prefix(4)) == ["-33.5", "-70.25", "520", "2024:02:29 23:59:58"])
  }

  @Test("a thumbnail can be taken out or be another picture")
  func thumbnails() async throws {
    let photo = try await photo(PhotoSettings())
    let none = try #require(
      try photo.fileDataRepresentation(with: Customizer(keepsMetadata: true, thumbnail: .none)))
    #expect(try exif(none, .jpg, "ThumbnailLength").first == "-")
    let grey = CapturePhoto.PixelBuffer(
      format: VideoFormat(pixelFormat: .grey, width: 64, height: 64, range: .full),
      bytes: [UInt8](repeating: 128, count: 64 * 64))
    let other = try #require(
      try photo.fileDataRepresentation(with: Customizer(keepsMetadata: true, thumbnail: .picture(grey))))
    let lengths = try [photo.fileDataRepresentation() ?? [], other].map { try exif($0, .jpg, "ThumbnailLength").first }
    #expect(lengths[0] != lengths[1] && lengths[1] != "-")
    let short = CapturePhoto.PixelBuffer(format: grey.format, bytes: [1, 2, 3])
    let error = #expect(throws: CaptureError.self) {
      try photo.fileDataRepresentation(with: Customizer(keepsMetadata: true, thumbnail: .picture(short)))
    }
    #expect(error?.code == .stillFailed)
  }

  @Test("another quality compresses again", arguments: [PhotoFormat.jpeg, .heic])
  func quality(_ format: PhotoFormat) async throws {
    let photo = try await photo(PhotoSettings(format: format))
    let sizes = try [0.1, 0.95].map { quality in
      try #require(try photo.fileDataRepresentation(with: Customizer(keepsMetadata: true, quality: quality))).count
    }
    #expect(sizes[0] < sizes[1])
    let error = #expect(throws: CaptureError.self) {
      try photo.fileDataRepresentation(with: Customizer(keepsMetadata: true, quality: 1.5))
    }
    #expect(error?.rule == .formatIsAvailable)
  }

  @Test("RAW is made anew of its samples, and is no picture")
  func raw() async throws {
    var settings = PhotoSettings(format: nil, rawPixelFormat: SimulatedCamera.sensorFormat)
    settings.photoQualityPrioritization = .speed
    let photo = try await photo(settings, camera: .sensor())
    #expect(try photo.pictureRepresentation() == nil)
    #expect(
      firstDifference(photo.fileDataRepresentation() ?? [], try photo.fileDataRepresentation(with: Keeper()) ?? [])
        == nil)
    var metadata = photo.metadata
    try metadata.set("Ada", forKey: "TIFF.Copyright")
    try metadata.set("0.25", forKey: "Exif.ExposureTime")
    let new = try #require(try photo.fileDataRepresentation(with: Customizer(metadata: metadata)))
    #expect(try exif(new, .dng, "ExposureTime").first == "0.25")
  }

  @Test("uncompressed stills and previews are pictures; a photo without a file has none to be made anew")
  func pictures() async throws {
    var settings = PhotoSettings(format: .pixels(.nv12))
    settings.previewPhotoFormat = PhotoPreviewFormat(pixelFormat: .nv12, width: 160, height: 160)
    let photo = try await photo(settings)
    let picture = try #require(try photo.pictureRepresentation())
    #expect(picture.format.pixelFormat == .bgra && picture.format.width == 1280 && picture.format.height == 720)
    let preview = try #require(try photo.previewPictureRepresentation())
    #expect(preview.format.pixelFormat == .bgra && preview.format.width == 160 && preview.format.height == 90)
    #expect(try photo.fileDataRepresentation(with: Keeper()) == nil)
    let plain = try await self.photo(PhotoSettings())
    #expect(try plain.previewPictureRepresentation() == nil)
    // One that a test made has a file and no way to make it anew.
    let made = CapturePhoto(
      resolvedSettings: plain.resolvedSettings, timestamp: .zero, sequence: 1, isCameraOriginal: false, bytes: [1, 2])
    let error = #expect(throws: CaptureError.self) { try made.fileDataRepresentation(with: Keeper()) }
    #expect(error?.rule == .featureIsSupported)
    #expect(throws: CaptureError.self) { try made.pictureRepresentation() }
  }
}

/// Pixels of a file, by livecam's own decoder.
private enum StillPixels {
  static func bgra(of file: [UInt8]) throws -> [UInt8] {
    let resolved = ResolvedPhotoSettings(
      uniqueID: .next(), shutterTime: .zero, photoDimensions: .none, livePhotoMovieDimensions: .none,
      expectedPhotoCount: 1, contentIdentifier: nil, livePhotoMoviePath: nil, availablePreRoll: .zero)
    let photo = CapturePhoto(
      resolvedSettings: resolved, timestamp: .zero, sequence: 1, isCameraOriginal: false, bytes: file,
      media: .standard)
    return try #require(try photo.pictureRepresentation()).bytes
  }
}

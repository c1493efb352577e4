import CaptureDevices
import Diagnostics
import LiveCapture
import LiveCaptureTesting
import MediaCore
import Simulator
import StillCoding
import TestSupport
import Testing

/// What stills say of how they were exposed, as exiftool reads it.
@Suite struct ExposureMetadataTests {
  private static let tags = [
    "ExposureTime", "ExposureProgram", "ISO", "ExposureCompensation", "Flash", "ExposureMode",
  ]

  /// The tags' numbers, `-` for each that is not there.
  private func tags(_ photo: CapturePhoto, _ fileType: PhotoFileType) throws -> [String] {
    #expect(photo.fileType == fileType)
    let folder = try TemporaryFolder()
    let path = try folder.write(try #require(photo.fileDataRepresentation()), as: "photo.\(fileType.rawValue)")
    let whole = try ForeignTool.exiftool.run(["-validate", "-warning", "-a", path]).text
    #expect(whole.contains("Validate                        : OK"), "\(whole)")
    return try ForeignTool.exiftool.run(["-n", "-f", "-s3"] + Self.tags.map { "-EXIF:\($0)" } + [path]).text
      .split(separator: "\n").map(String.init)
  }

  /// The photos of one capture by a camera like a phone's.
  private func photos(
    _ settings: PhotoSettings, camera: SimulatedCamera = .back("camera"), flash: (any Flash)? = nil
  ) async throws -> [CapturePhoto] {
    let bench = try CaseBench(cameras: [camera], flash: flash)
    try await bench.run()
    try await bench.press(settings)
    await bench.advance(3)
    #expect(bench.calls(.didFinish).first?.error == nil)
    return bench.calls(.didProcessPhoto).compactMap(\.photo)
  }

  private static let manual: [PhotoBracketElement] = [
    .manual(exposureDuration: MediaTime(value: 1, timescale: 100), sensitivity: 200),
    .manual(exposureDuration: MediaTime(value: 1, timescale: 30), sensitivity: nil),
  ]

  @Test("a manual bracket tells its exposure times, and no ISO: a gain is none", arguments: [PhotoFormat.jpeg, .heic])
  func manualBracket(_ format: PhotoFormat) async throws {
    let photos = try await photos(try PhotoSettings(format: format, bracket: Self.manual))
    let type: PhotoFileType = format == .heic ? .heic : .jpg
    #expect(
      try photos.map { try tags($0, type) } == [
        ["0.01", "1", "-", "-", "-", "1"], ["0.0333", "1", "-", "-", "-", "1"],
      ])
    #expect(photos.map { $0.metadata[.exposureTime] } == ["0.01", "0.0333"])
    #expect(photos.allSatisfy { $0.metadata[.exposureMode] == "1" && $0.metadata[.isoSpeed] == nil })
  }

  @Test("a bracket of biases tells them, in JPEG, HEIC and DNG")
  func biases() async throws {
    let bracket = [-2, 0, 0.5].map { PhotoBracketElement.automatic(exposureTargetBias: $0) }
    let expected = ["-2", "0", "0.5"].map { ["-", "2", "-", $0, "-", "2"] }
    for format in [PhotoFormat.jpeg, .heic] {
      let photos = try await photos(try PhotoSettings(format: format, bracket: bracket))
      #expect(try photos.map { try tags($0, format == .heic ? .heic : .jpg) } == expected)
      #expect(photos.map { $0.metadata[.exposureBias] } == ["-2", "0", "0.5"])
    }
    var settings = try PhotoSettings(format: nil, rawPixelFormat: SimulatedCamera.sensorFormat, bracket: bracket)
    settings.photoQualityPrioritization = .speed
    let raw = try await photos(settings, camera: .sensor())
    #expect(try raw.map { try tags($0, .dng) } == expected)
  }

  @Test("a camera that counts in ISO tells its ISO, unless it rules that itself", arguments: [false, true])
  func iso(_ isAutomatic: Bool) async throws {
    var camera = SimulatedCamera.back("camera")
    camera.controls += [
      DeviceControl(
        id: CameraControlNumber.iso, name: "ISO Sensitivity", kind: .menu, minimum: 0, maximum: 1, step: 1,
        defaultValue: 1, value: 1, menu: [0: "100000", 1: "400000"]),
      DeviceControl(
        id: CameraControlNumber.automaticISO, name: "ISO Sensitivity, Auto", kind: .menu, minimum: 0, maximum: 1,
        step: 1, defaultValue: 0, value: isAutomatic ? 1 : 0, menu: [0: "Manual", 1: "Auto"]),
    ]
    let photos = try await photos(try PhotoSettings(bracket: Self.manual), camera: camera)
    #expect(try photos.map { try tags($0, .jpg)[2] } == Array(repeating: isAutomatic ? "-" : "400", count: 2))
  }

  @Test("a flash tells what it was asked for and whether it fired; who did not ask for it says nothing")
  func flash() async throws {
    // By Exif's bits: fired 1, asked for 8, left to the camera 24.
    for (mode, isAvailable, expected) in [
      (FlashMode.on, true, "9"), (.on, false, "8"), (.auto, true, "24"), (.off, true, "-"),
    ] {
      var settings = PhotoSettings()
      settings.flashMode = mode
      let photos = try await photos(
        settings, camera: .usual(), flash: SimulatedFlash(isAvailable: isAvailable))
      #expect(try photos.map { try tags($0, .jpg) } == [["-", "-", "-", "-", expected, "-"]])
    }
  }

  @Test("what the app says of an exposure wins, and numbers have their ranges")
  func ownWords() async throws {
    var settings = try PhotoSettings(bracket: Self.manual)
    try settings.metadata.set("0.5", forKey: "Exif.ExposureTime")
    try settings.metadata.set("100", forKey: "Exif.ISOSpeedRatings")
    let photos = try await photos(settings)
    #expect(try photos.map { try tags($0, .jpg) } == Array(repeating: ["0.5", "1", "100", "-", "-", "1"], count: 2))
    for (key, value) in [
      ("ExposureTime", "0"), ("ExposureTime", "1/100"), ("ISOSpeedRatings", "nan"), ("ExposureBiasValue", "1e9"),
      ("Flash", "128"), ("ExposureMode", "-1"),
    ] {
      var metadata = PhotoMetadata()
      let error = #expect(throws: CaptureError.self) { try metadata.set(value, forKey: "Exif.\(key)") }
      #expect(error?.rule == .metadataKeyIsKnown && metadata.values.isEmpty)
    }
  }

  @Test("a plain still says nothing of its exposure")
  func plain() async throws {
    let photos = try await photos(PhotoSettings())
    #expect(try photos.map { try tags($0, .jpg) } == [Array(repeating: "-", count: 6)])
  }
}

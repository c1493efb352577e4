import MediaCore
import StillCoding
import TestSupport
import Testing
import VideoCoding

@Suite struct DNGWriterTests {
  static let dng = "still.dng"
  private func folder(
    _ frame: VideoFrame, neutral: BayerNeutral? = .equal, metadata: StillMetadata = .sample
  ) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(DNGWriter.file(of: frame, metadata: metadata, neutral: neutral), as: Self.dng)
    return folder
  }

  @Test("exiftool reads every field back and has no complaint")
  func everyField() throws {
    let frame = try RawSample.frame("RG10")
    let file = try DNGWriter.file(
      of: frame, metadata: .exposed(1 / 60, isoSpeed: 400), neutral: BayerNeutral(red: 0.5, green: 1, blue: 0.75),
      thumbnailSize: .init(width: 100, height: 100))
    let exif = try ExifReading(of: file, name: Self.dng)
    #expect(exif.complaints == [])
    let expected = [
      "File:FileType": "DNG", "IFD0:SubfileType": "1", "IFD0:ImageWidth": "160", "IFD0:ImageHeight": "120",
      "IFD0:Compression": "7", "IFD0:Make": "livecam", "IFD0:Model": "Scene Camera", "IFD0:Orientation": "6",
      "IFD0:Software": "livecam 1.0", "IFD0:ModifyDate": "2026:11:21 10:30:05", "IFD0:DNGVersion": "1 4 0 0",
      "IFD0:UniqueCameraModel": "livecam Scene Camera", "IFD0:AsShotNeutral": "0.5 1 0.75",
      "IFD0:ColorMatrix1": "3.2405 -1.5371 -0.4985 -0.9693 1.876 0.0416 0.0556 -0.204 1.0572",
      "IFD0:CalibrationIlluminant1": "21", "IFD0:MakerNoteSafety": "1", "ExifIFD:ISO": "400",
      "SubIFD:SubfileType": "0", "SubIFD:ImageWidth": "320", "SubIFD:ImageHeight": "240", "SubIFD:BitsPerSample": "16",
      "SubIFD:PhotometricInterpretation": "32803", "SubIFD:CFAPattern2": "0 1 1 2", "SubIFD:CFARepeatPatternDim": "2 2",
      "SubIFD:CFAPlaneColor": "0 1 2", "SubIFD:BlackLevel": "0", "SubIFD:WhiteLevel": "1023",
      "SubIFD:ActiveArea": "0 0 240 320", "SubIFD:DefaultCropOrigin": "0 0", "SubIFD:DefaultCropSize": "320 240",
      "SubIFD1:SubfileType": "1", "SubIFD1:ImageWidth": "100", "SubIFD1:ImageHeight": "74",
      "ExifIFD:DateTimeOriginal": "2026:11:21 10:30:05", "ExifIFD:SubSecTimeOriginal": "042",
      "Composite:SubSecDateTimeOriginal": "2026:11:21 10:30:05.042+01:00", "ExifIFD:OffsetTimeOriginal": "+01:00",
      "ExifIFD:ExifImageWidth": "320", "ExifIFD:ExifImageHeight": "240", "GPS:GPSLatitudeRef": "S",
    ]
    for (tag, value) in expected { #expect(exif.values[tag] == value, "\(tag)") }
    #expect(abs((Double(exif.values["ExifIFD:ExposureTime"] ?? "") ?? 0) - 1.0 / 60) < 1e-6)
    let identifier = exif.values["Apple:MediaGroupUUID"] ?? exif.values["Apple:ContentIdentifier"]
    #expect(identifier == PairIdentifier.sample?.uuidString)
  }

  @Test("what is not known is left out, and the rest is still without complaint")
  func leastFields() throws {
    let file = try DNGWriter.file(of: RawSample.frame("RGGB"), metadata: StillMetadata(date: .sample))
    let exif = try ExifReading(of: file, name: Self.dng)
    #expect(exif.complaints == [])
    #expect(exif.values["IFD0:UniqueCameraModel"] == "Generic Bayer camera")
    for tag in ["IFD0:Make", "ExifIFD:ExposureTime", "ExifIFD:ISO", "GPS:GPSLatitudeRef", "SubIFD1:ImageWidth"] {
      #expect(exif.values[tag] == nil)
    }
    #expect(exif.values["SubIFD:BitsPerSample"] == "8")
  }

  @Test(
    "dcraw and libraw take it for what it is",
    arguments: [("BG10", "BG/GR"), ("GBRG", "GB/RG"), ("pgAA", "GR/BG"), ("RG16", "RG/GB")])
  func identified(name: String, pattern: String) throws {
    let folder = try folder(
      RawSample.frame(name, width: 322), neutral: BayerNeutral(red: 0.5, green: 1, blue: 0.8),
      metadata: .exposed(1 / 50, isoSpeed: 200))
    let text = try ForeignTool.dcraw.run(["-i", "-v", Self.dng], in: folder).text
    for line in [
      "Camera: livecam Scene Camera", "DNG Version: 1.4.0.0", "ISO speed: 200", "Shutter: 1/50.0 sec",
      "Thumb size:   160 x 120", "Full size:    322 x 240", "Image size:   322 x 240", "Raw colors: 3",
      "Filter pattern: \(pattern)", "Camera multipliers: 2.000000 1.000000 1.250000",
    ] { #expect(text.contains(line), "\(line) in \(text)") }
    let other = try ForeignTool.librawIdentifier.run(["-v", Self.dng], in: folder).text
    #expect(other.contains("Image size:   322 x 240"), "\(other)")
    #expect(other.contains("Filter pattern: \(pattern.replacing("/", with: ""))"), "\(other)")
  }

  @Test("dcraw finds every sample as it was", arguments: PixelFormat.bayerFormats)
  func samples(format: PixelFormat) throws {
    let frame = try RawSample.frame(format.description, width: 161, height: 99, strideBytes: 400)
    let folder = try folder(frame)
    let read = try PortablePixmap(ForeignTool.dcraw.run(["-D", "-4", "-t", "0", "-c", Self.dng], in: folder).bytes)
    #expect(read.width == 161 && read.height == 99)
    let expected = try BayerUnpacker.samples(of: frame)
    #expect(expected.count == read.values.count)
    #expect(zip(expected, read.values).first { $0 != $1 } == nil)
    #expect(Set(expected).count > 50)
  }

  @Test("dcraw and libraw develop the picture that was painted", arguments: PixelFormat.bayerFormats)
  func developed(format: PixelFormat) throws {
    let painted = try RawSample.rgb()
    let folder = try folder(RawSample.frame(format.description))
    // As it was balanced, not brightened, sRGB and its curve; bilinear.
    let options = ["-w", "-W", "-o", "1", "-g", "2.4", "12.92", "-q", "0", "-t", "0"]
    let picture = try PortablePixmap(ForeignTool.dcraw.run(options + ["-c", Self.dng], in: folder).bytes)
    #expect(picture.psnr(to: painted) > 37)
    // libraw would take the brightest sample for white if that is not far from it.
    try ForeignTool.librawDeveloper.run(options + ["-c", "0", Self.dng], in: folder)
    #expect(try PortablePixmap(folder.read(Self.dng + ".ppm")).psnr(to: painted) > 37)
  }

  @Test("samples on a curve come with the table that undoes it")
  func curve() throws {
    let painted = try RawSample.rgb()
    for name in ["GRBG", "BG12"] {
      let folder = try folder(RawSample.frame(name, light: .display))
      let options = ["-w", "-W", "-o", "1", "-g", "2.4", "12.92", "-q", "0", "-t", "0", "-c", Self.dng]
      #expect(try PortablePixmap(ForeignTool.dcraw.run(options, in: folder).bytes).psnr(to: painted) > 37)
    }
  }

  @Test("grey that looks tinted to the camera is stated, estimated from the frame when nobody says so")
  func neutral() throws {
    let format = VideoFormat(pixelFormat: try #require(PixelFormat("RG12")), width: 64, height: 48)
    let storage = FrameStorage(capacity: format.frameBytes)
    storage.fill { bytes in
      for index in 0..<64 * 48 {
        let (x, y) = (index % 64, index / 64)
        let value = UInt16([600, 1000, 1000, 800][(y & 1) << 1 | x & 1])
        bytes.storeBytes(of: value.littleEndian, toByteOffset: 2 * index, as: UInt16.self)
      }
      return format.frameBytes
    }
    let frame = VideoFrame(format: format, time: .zero, sequence: 0, storage: storage)
    let folder = try folder(frame, neutral: nil)
    let exif = try ExifReading(of: folder.read(Self.dng), name: Self.dng)
    #expect(exif.values["IFD0:AsShotNeutral"] == "0.6 1 0.8")
    let picture = try PortablePixmap(
      ForeignTool.dcraw.run(["-w", "-W", "-o", "1", "-t", "0", "-c", Self.dng], in: folder).bytes)
    for pixel in stride(from: 0, to: picture.values.count, by: 3) {
      let color = picture.values[pixel..<pixel + 3].map { Int($0) }
      #expect(abs(color[0] - color[1]) <= 2 && abs(color[2] - color[1]) <= 2 && color[1] > 100)
    }
  }

  @Test("the preview is a JPEG of the same picture, balanced and no larger than half", arguments: ["RGGB", "pBAA"])
  func preview(name: String) throws {
    let file = try DNGWriter.file(
      of: RawSample.frame(name), metadata: .sample, neutral: .equal, thumbnailSize: .init(width: 64, height: 64))
    let folder = try TemporaryFolder()
    try folder.write(file, as: Self.dng)
    let expected = try RawSample.picture(width: 320, height: 240)
    for (arguments, side) in [(["-b", "-SubIFD1:PreviewImage"], 64), (["-b", "-IFD0:PreviewImage"], 160)] {
      let jpeg = try ForeignTool.exiftool.run(arguments + [Self.dng], in: folder).bytes
      let picture = try jpeg.withUnsafeBytes { try FrameConverter().picture(ofJPEG: $0) }
      #expect(picture.width == side && picture.height == side * 3 / 4)
      let small = try expected.fitted(maximumSide: side)
      let difference = picture.withPlanes { left in
        small.withPlanes { right in
          (0..<picture.height * picture.width).reduce(0) { sum, index in
            let (x, y) = (index % picture.width, index / picture.width)
            return sum + abs(Int(left.luma[y * left.lumaStride + x]) - Int(right.luma[y * right.lumaStride + x]))
          }
        }
      }
      #expect(Double(difference) / Double(picture.width * picture.height) < 3)
    }
    let preview = try ForeignTool.exiftool.run(["-b", "-IFD0:PreviewImage", Self.dng], in: folder).bytes
    try ForeignTool.librawSample.run(["-e", Self.dng], in: folder)
    let found = try folder.read(Self.dng + ".thumb.jpg")
    #expect(found.starts(with: [0xff, 0xd8]))
    // libraw puts Exif of its own into what it finds.
    #expect(found.suffix(preview.count - 2).elementsEqual(preview.dropFirst(2)))
  }

  @Test("dcraw and libraw make TIFFs of it, turned as it says")
  func turned() throws {
    let folder = try folder(RawSample.frame("pRCC"))
    try ForeignTool.dcraw.run(["-T", "-4", Self.dng], in: folder)
    try ForeignTool.librawSample.run(["-T", Self.dng], in: folder)
    for name in ["still.tiff", Self.dng + ".tiff"] {
      let exif = try ExifReading(of: folder.read(name), name: name)
      #expect(exif.values["IFD0:ImageWidth"] == "240" && exif.values["IFD0:ImageHeight"] == "320", "\(name)")
    }
  }

  @Test(
    "equal frames and metadata give equal bytes, the smallest and odd ones included",
    arguments: [(2, 2), (3, 3), (33, 2)])
  func smallest(width: Int, height: Int) throws {
    for name in ["BA81", "pRAA", "pGCC", "BYR2"] {
      let frame = try RawSample.frame(name, width: width, height: height)
      let file = try DNGWriter.file(of: frame, metadata: .sample)
      #expect(try DNGWriter.file(of: frame, metadata: .sample) == file)
      let exif = try ExifReading(of: file, name: Self.dng)
      #expect(exif.complaints == [])
      #expect(exif.values["SubIFD:ImageWidth"] == "\(width)" && exif.values["SubIFD:ImageHeight"] == "\(height)")
    }
  }

  @Test("frames, metadata and thumbnails that cannot be are errors of the right kind")
  func refusals() throws {
    func code(
      _ frame: VideoFrame, metadata: StillMetadata = .sample, thumbnailSize: StillSize? = nil
    ) throws -> CodingError.Code {
      try #require(throws: CodingError.self) {
        try DNGWriter.file(of: frame, metadata: metadata, thumbnailSize: thumbnailSize)
      }.code
    }
    func frame(_ format: VideoFormat, bytes: Int) -> VideoFrame {
      let storage = FrameStorage(capacity: bytes)
      storage.fill { $0.initializeMemory(as: UInt8.self, repeating: 9).count }
      return VideoFrame(format: format, time: .zero, sequence: 0, storage: storage)
    }
    let raw = try #require(PixelFormat("RG10"))
    #expect(try code(frame(VideoFormat(pixelFormat: .yuyv, width: 8, height: 8), bytes: 128)) == .unsupported)
    #expect(try code(frame(VideoFormat(pixelFormat: raw, width: 8, height: 8), bytes: 127)) == .truncated)
    #expect(try code(frame(VideoFormat(pixelFormat: raw, width: 1, height: 8), bytes: 128)) == .invalidSetting)
    for (width, height) in [(0, 8), (8, 0), (-8, 8), (.max, .max), (.min, 8), (65_535, 65_535)] {
      #expect(try code(frame(VideoFormat(pixelFormat: raw, width: width, height: height), bytes: 128)) == .malformed)
    }
    let planes = [PlaneLayout(offset: .max, strideBytes: .max, rows: 8, rowBytes: 16)]
    let senseless = VideoFormat(pixelFormat: raw, width: 8, height: 8, planes: planes, range: .full)
    #expect(try code(frame(senseless, bytes: 128)) == .malformed)

    let good = frame(VideoFormat(pixelFormat: raw, width: 8, height: 8), bytes: 128)
    var other = StillMetadata.sample
    other.pixelWidth = 9
    #expect(try code(good, metadata: other) == .invalidSetting)
    for size in [StillSize(width: 1, height: 90), .init(width: 90, height: .min)] {
      #expect(try code(good, thumbnailSize: size) == .invalidSetting)
    }
    let file = try DNGWriter.file(
      of: good, metadata: .exposed(1e18, isoSpeed: 1e18), thumbnailSize: .init(width: .max, height: .max))
    #expect(try ExifReading(of: file, name: Self.dng).complaints == [])
  }
}

extension StillMetadata {
  /// The sample, exposed for so many seconds.
  fileprivate static func exposed(_ seconds: Double, isoSpeed: Double) -> StillMetadata {
    var metadata = sample
    (metadata.exposure.exposureSeconds, metadata.exposure.isoSpeed) = (seconds, isoSpeed)
    return metadata
  }
}

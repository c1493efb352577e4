import ByteCoding
import Foundation
import MediaCore
import StillCoding
import TestSupport
import Testing
import VideoCoding

struct HEICEncoderTests {
  @Test("heif-info and exiftool find picture, thumbnail, and Exif with the identifier")
  func judgedByOthers() throws {
    let folder = try TemporaryFolder()
    let picture = try SamplePicture.corners(width: 640, height: 480)
    let exif = try ExifWriter.block(for: .sample, width: 640, height: 480)
    let bytes = try HEICEncoder(.init(quality: 90, preset: "ultrafast")).encode(picture, exif: exif)
    let path = try folder.write(bytes, as: "a.heic")
    let info = try ForeignTool.heifInfo.run([path]).text
    #expect(info.contains("image: 640x480 (id=1), primary"), "\(info)")
    #expect(info.contains("thumbnail: 320x240"), "\(info)")
    let told = try #require(
      try ForeignTool.exiftool.json(["-j", "-n", "-validate", "-warning", "-all", path]) as? [[String: Any]])[0]
    #expect(told["MediaGroupUUID"] as? String == "C3754624-A05F-474D-9F16-E9C47B5F892D")
    #expect(told["Validate"] as? String == "0 0 0")
    #expect(told["CompatibleBrands"] as? [String] == ["mif1", "heic", "miaf"])
    let file = try HEICFile.read(ArrayBytes(bytes))
    #expect(firstDifference(file.exifTIFF ?? [], Array(exif.dropFirst(6))) == nil)
    func nodes(_ node: StructureNode) -> [StructureNode] { [node] + node.children.flatMap(nodes) }
    let metadata = file.structure().flatMap(nodes).map(\.detail).filter {
      $0.contains("type='Exif'") || $0.contains("type='mime'")
    }
    #expect(metadata.map { $0.contains("flags=0x000001") } == [true])
  }

  @Test("the stream is 8-bit HEVC of full range, BT.709, sRGB and BT.601", arguments: [ColorRange.full, .video])
  func colour(range: ColorRange) throws {
    let picture = try SamplePicture.corners(width: 128, height: 96)
    picture.range = range
    let bytes = try HEICEncoder(.init(preset: "ultrafast")).encode(picture)
    let folder = try TemporaryFolder()
    let path = try folder.write(bytes, as: "a.heic")
    let script = """
      import sys
      d = open(sys.argv[1], 'rb').read()
      c = d.index(b'hvcC') + 4
      out, p = b'', c + 23
      for _ in range(d[c + 22]):
          n = int.from_bytes(d[p + 1:p + 3], 'big'); p += 3
          for _ in range(n):
              l = int.from_bytes(d[p:p + 2], 'big'); out += b'\\0\\0\\0\\1' + d[p + 2:p + 2 + l]; p += 2 + l
      m = d.index(b'mdat') + 4
      while m < len(d):
          l = int.from_bytes(d[m:m + 4], 'big'); out += b'\\0\\0\\0\\1' + d[m + 4:m + 4 + l]; m += 4 + l
      open(sys.argv[2], 'wb').write(out)
      """
    try ForeignTool.python.run(["-c", script, path, folder.path("a.hevc")])
    let probe = try ForeignTool.ffprobe.run(
      [
        "-v", "error", "-show_entries", "stream=profile,pix_fmt,color_range,color_space,color_transfer,color_primaries",
        "-of", "default=nw=1:nk=0", folder.path("a.hevc"),
      ]
    ).lines
    #expect(
      Set(probe) == [
        "profile=Main Still Picture", "pix_fmt=yuvj420p", "color_range=pc", "color_space=smpte170m",
        "color_transfer=iec61966-2-1", "color_primaries=bt709",
      ], "\(probe)")
  }

  @Test("heif-convert and our own decoder give back what was encoded")
  func likeness() throws {
    let picture = try SamplePicture.corners(width: 320, height: 240)
    let bytes = try HEICEncoder(.init(quality: 95, preset: "fast")).encode(picture)
    let folder = try TemporaryFolder()
    let path = try folder.write(bytes, as: "a.heic")
    _ = try ForeignTool.heifConvert.attempt([path, folder.path("a.png")])
    let converted = try PictureDecoder().decode(ArrayBytes(try folder.read("a.png")))
    #expect(SamplePicture.likeness(converted, picture) > 38)
    #expect(SamplePicture.likeness(try PictureDecoder().decode(ArrayBytes(bytes)), picture) > 40)
  }

  @Test("the same picture gives the same bytes")
  func deterministic() throws {
    let picture = try SamplePicture.corners(width: 320, height: 240)
    let encoder = try HEICEncoder(.init(preset: "superfast"))
    let first = try encoder.encode(picture)
    #expect(firstDifference(first, try encoder.encode(picture)) == nil)
    #expect(firstDifference(first, try HEICEncoder(.init(preset: "superfast")).encode(picture)) == nil)
  }

  @Test("settings and Exif that make no sense are refused")
  func refuses() throws {
    for settings in [
      HEICEncoder.Settings(quality: 0), .init(quality: 101), .init(preset: "quickly"),
    ] {
      let error = #expect(throws: CodingError.self) { try HEICEncoder(settings) }
      #expect(error?.code == .invalidSetting)
    }
    let picture = try SamplePicture.corners(width: 64, height: 64)
    let error = #expect(throws: CodingError.self) { try HEICEncoder().encode(picture, exif: [1, 2, 3]) }
    #expect(error?.code == .invalidSetting)
  }
}

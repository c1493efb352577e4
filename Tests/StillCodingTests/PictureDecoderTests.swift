import ByteCoding
import Foundation
import MediaCore
import StillCoding
import TestSupport
import Testing
import VideoCoding

struct PictureDecoderTests {
  /// A picture as a PNG of ffmpeg's, from which others are made.
  private static func png(_ picture: I420Picture, in folder: TemporaryFolder) throws -> String {
    let raw = try folder.write(picture.rgb(), as: "picture.rgb")
    let path = folder.path("picture.png")
    try ForeignTool.ffmpeg.run([
      "-v", "error", "-y", "-f", "rawvideo", "-pix_fmt", "rgb24", "-s", "\(picture.width)x\(picture.height)", "-i", raw,
      path,
    ])
    return path
  }

  private static func decode(_ path: String, maximumSide: Int? = nil) throws -> I420Picture {
    try PictureDecoder().decode(try StillFixtures.bytes(path), maximumSide: maximumSide)
  }

  @Test(
    "what other programs wrote looks as it should",
    arguments: [
      ["png"], ["png", "-pix_fmt", "rgb48be"], ["png", "-pix_fmt", "pal8"], ["png", "-pix_fmt", "rgba"],
      ["jpg", "-q:v", "2", "-pix_fmt", "yuvj420p"], ["jpg", "-q:v", "2", "-pix_fmt", "yuvj444p"],
      ["webp", "-lossless", "1"], ["webp", "-quality", "95"],
    ])
  func ffmpegPictures(arguments: [String]) throws {
    let folder = try TemporaryFolder()
    let picture = try SamplePicture.corners(width: 192, height: 128)
    let made = folder.path("made." + arguments[0])
    try ForeignTool.ffmpeg.run(
      ["-v", "error", "-y", "-i", try Self.png(picture, in: folder)] + arguments.dropFirst() + [made])
    let decoded = try Self.decode(made)
    // A palette and lossy WebP's video range cost a little.
    let full = try decoded.inRange(.full)
    #expect(SamplePicture.likeness(full, picture) > (arguments.contains("pal8") ? 26 : 34), "\(arguments)")
  }

  private static func picture(ofRGB bytes: [UInt8]) throws -> I420Picture {
    try bytes.withUnsafeBytes {
      try I420Picture.picture(of: $0, .rgb, width: 192, height: 128, stride: 3 * 192)
    }
  }

  @Test("JPEGs of four inks look as they should, stored inverted or not, also made smaller", arguments: [true, false])
  func inks(isAdobe: Bool) throws {
    let folder = try TemporaryFolder()
    let bytes = try InkPictures.make(width: 192, height: 128, isAdobe: isAdobe)
    let path = try folder.write(bytes, as: "inks.jpg")
    let colors = try InkPictures.colors(of: bytes, width: 192, height: 128, isAdobe: isAdobe)
    let expected = try Self.picture(ofRGB: colors)
    #expect(SamplePicture.likeness(try Self.decode(path).inRange(.full), expected) > 40)
    let small = try Self.decode(path, maximumSide: 48)
    #expect(small.width == 48 && small.height == 32)
    guard isAdobe else { return }
    // FFmpeg has a reading of its own.
    let theirs = try ForeignTool.ffmpeg.run(
      ["-v", "error", "-i", path, "-f", "rawvideo", "-pix_fmt", "rgb24", "-"]
    ).bytes
    let picture = try Self.picture(ofRGB: theirs)
    #expect(SamplePicture.likeness(try Self.decode(path).inRange(.full), picture) > 34)
  }

  @Test("HEIC and AVIF of libheif's encoder look as they should", arguments: ["heic", "avif"])
  func heif(kind: String) throws {
    let folder = try TemporaryFolder()
    let picture = try SamplePicture.corners(width: 192, height: 128)
    let made = folder.path("made." + kind)
    let source = try Self.png(picture, in: folder)
    _ = try ForeignTool.heifEncoder.attempt((kind == "avif" ? ["-A"] : []) + ["-q", "90", source, "-o", made])
    #expect(SamplePicture.likeness(try Self.decode(made).inRange(.full), picture) > 34)
    let file = try HEICFile.read(try StillFixtures.bytes(made))
    #expect(file.codec == (kind == "avif" ? "av01" : "hvc1"))
    #expect(file.width == 192 && file.height == 128)
  }

  @Test("what is not opaque is laid over white", arguments: ["png", "webp", "avif"])
  func opacity(kind: String) throws {
    let folder = try TemporaryFolder()
    let png = folder.path("half.png")
    try ForeignTool.ffmpeg.run([
      "-v", "error", "-f", "lavfi", "-i", "color=black:s=64x64,format=rgba,geq=r=0:g=0:b=0:a='if(lt(X,32),0,128)'",
      "-frames:v", "1", png,
    ])
    let made = folder.path("half2." + kind)
    switch kind {
    case "webp": _ = try ForeignTool.webpEncoder.attempt(["-lossless", "-exact", png, "-o", made])
    case "avif": _ = try ForeignTool.heifEncoder.attempt(["-A", "-q", "95", png, "-o", made])
    default: try ForeignTool.ffmpeg.run(["-v", "error", "-i", png, made])
    }
    let picture = try Self.decode(made)
    let (left, right) = picture.withPlanes {
      (Int($0.luma[16 * $0.lumaStride + 8]), Int($0.luma[16 * $0.lumaStride + 56]))
    }
    #expect(left > 250, "\(kind): \(left)")
    // Half of black over white; by linear light or not.
    #expect((120...192).contains(right), "\(kind): \(right)")
  }

  @Test(
    "a smaller picture keeps proportions and looks the same",
    arguments: [
      ["jpg", "-q:v", "2"], ["png"], ["png", "-pix_fmt", "rgba"], ["png", "-pix_fmt", "rgb48be"],
      ["png", "-pix_fmt", "rgba64be"], ["png", "-pix_fmt", "pal8"], ["png", "-flags", "+ildct"],
      ["webp", "-quality", "95"], ["webp", "-lossless", "1"],
    ],
    [100, 90, 31])
  func maximumSide(kind: [String], side: Int) throws {
    let folder = try TemporaryFolder()
    let picture = try SamplePicture.corners(width: 640, height: 400)
    let made = folder.path("made." + kind[0])
    try ForeignTool.ffmpeg.run(
      ["-v", "error", "-y", "-i", try Self.png(picture, in: folder)] + kind.dropFirst() + [made])
    let small = try Self.decode(made, maximumSide: side)
    let expected = try picture.fitted(maximumSide: side)
    #expect(small.width == expected.width && small.height == expected.height)
    #expect(SamplePicture.likeness(try small.inRange(.full), expected) > 26, "\(kind)")
  }

  @Test(
    "opacity and gamma of a PNG look the same however small it is made",
    arguments: ["rgba", "ya8", "rgba64be", "ya16be"])
  func smallOpacity(format: String) throws {
    let folder = try TemporaryFolder()
    let made = folder.path("made.png")
    try ForeignTool.ffmpeg.run([
      "-v", "error", "-f", "lavfi", "-i",
      "color=0x404040:s=64x64,format=rgba,geq=r=64:g=64:b=64:a='if(lt(X,32),255,128)'",
      "-frames:v", "1", "-pix_fmt", format, made,
    ])
    // A gamma of 1.0, which is far from sRGB's.
    let bytes = try StillFixtures.bytes(made).contents
    for bytes in [
      bytes,
      bytes[..<33] + [0, 0, 0, 4] + Array("gAMA".utf8) + [0, 1, 0x86, 0xa0, 0x31, 0xe8, 0x96, 0x5f] + bytes[33...],
    ] {
      let source = ArrayBytes(Array(bytes), name: "made.png")
      let whole = try PictureDecoder().decode(source).fitted(maximumSide: 8)
      let small = try PictureDecoder().decode(source, maximumSide: 8)
      for (one, other) in zip(whole.lumaBytes(), small.lumaBytes()) { #expect(abs(Int(one) - Int(other)) <= 3) }
    }
  }

  @Test(
    "a JPEG of a single column or row is one", arguments: ["yuvj420p", "yuvj422p", "yuvj444p", "yuvj440p", "gray"],
    [(1, 1), (1, 8), (9, 1), (3, 1), (1, 301)])
  func narrow(format: String, size: (Int, Int)) throws {
    let folder = try TemporaryFolder()
    let made = folder.path("narrow.jpg")
    try ForeignTool.ffmpeg.run([
      "-v", "error", "-f", "lavfi", "-i", "color=0x808080:s=64x64", "-vf", "scale=\(size.0):\(size.1)",
      "-pix_fmt", format, "-q:v", "2", "-frames:v", "1", made,
    ])
    let picture = try Self.decode(made)
    #expect(picture.width == max(1, size.0 & ~1) && picture.height == max(1, size.1 & ~1))
    #expect(picture.rgb().allSatisfy { (120...136).contains($0) }, "\(picture.rgb())")
    let small = try Self.decode(made, maximumSide: 100)
    #expect(max(small.width, small.height) <= 100 && small.lumaBytes().allSatisfy { (120...136).contains($0) })
  }

  /// A picture and what follows it, which is not to be read.
  private struct Tail: ByteSource {
    let name = "tail"
    let picture: [UInt8]
    var count: Int { 1 << 40 }
    func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(ByteError) {
      if offset + buffer.count > picture.count + 1 << 20 { Issue.record("\(buffer.count) bytes at \(offset) are read") }
      for index in buffer.indices { buffer[index] = offset + index < picture.count ? picture[offset + index] : 0 }
    }
  }

  @Test("what follows a picture is not read, as long as it may be", arguments: ["a.jpg", "a.png", "a.webp", "a.heic"])
  func tail(name: String) throws {
    let folder = try TemporaryFolder()
    let picture: [UInt8]
    if name == "a.heic" {
      let source = try folder.write(SampleStills.png.get(), as: "a.png")
      _ = try ForeignTool.heifEncoder.attempt([source, "-o", folder.path(name)])
      picture = try folder.read(name)
    } else {
      picture = try SampleStills.make(name)
    }
    let decoded = try PictureDecoder().decode(Tail(picture: picture))
    #expect(decoded.width == 320 && decoded.height == 240)
  }

  @Test("every picture and Motion Photo decodes to the size that exiftool names")
  func phonePictures() throws {
    for path in LivePhotoFixtures.paths(".heic", ".jpg") where !path.contains("shortened") {
      let told = try #require(
        try ForeignTool.exiftool.json(["-j", "-n", "-ImageWidth", "-ImageHeight", path]) as? [[String: Any]])[0]
      let sides = [told["ImageWidth"] as? Int ?? 0, told["ImageHeight"] as? Int ?? 0].sorted()
      let picture = try Self.decode(path)
      #expect(picture.width * picture.height == (sides[0] & ~1) * (sides[1] & ~1), "\(path)")
      let small = try picture.fitted(maximumSide: 64)
      let values = Set(small.withPlanes { Array($0.luma) })
      #expect(values.count > 30, "\(path) is of one colour")
    }
  }

  @Test("no damage to a large picture that is made small does worse than an error", arguments: ["a.png", "a.webp"])
  func damagedSmall(name: String) throws {
    let picture = try SampleStills.make(name)
    var random = SeededRandom(seed: 11)
    var errors = 0
    for _ in 0..<300 {
      var bytes = picture
      for _ in 0..<4 {
        bytes[Int.random(in: 16..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      do throws(CodingError) {
        _ = try PictureDecoder().decode(ArrayBytes(bytes, name: name), maximumSide: 40)
      } catch {
        #expect(!error.message.isEmpty)
        errors += 1
      }
    }
    #expect(errors > 0)
  }

  @Test("damage, giants and other files end in an error that names the file")
  func refuses() throws {
    let folder = try TemporaryFolder()
    let picture = try SamplePicture.corners(width: 64, height: 64)
    let png = try StillFixtures.bytes(try Self.png(picture, in: folder)).contents
    var giant = png
    // Width and height in the header chunk, whose sum is then wrong as well.
    giant.replaceSubrange(16..<24, with: [0, 1, 0, 0, 0, 1, 0, 0])
    let cases: [([UInt8], Set<String>)] = [
      ([], ["unsupported"]), (Array("plain text, and no picture".utf8), ["unsupported"]),
      (Array(png[..<200]), ["truncated", "malformed"]), (giant, ["malformed", "unsupported", "truncated"]),
      ([0xff, 0xd8, 0xff, 0xd9], ["truncated", "malformed"]),
      (Array("RIFF0000WEBPVP8 ".utf8), ["truncated", "malformed"]),
      ([0, 0, 0, 16] + Array("ftypheic".utf8) + [0, 0, 0, 0], ["malformed"]),
    ]
    for (bytes, codes) in cases {
      let error = #expect(throws: CodingError.self) {
        try PictureDecoder().decode(ArrayBytes(bytes, name: "odd file"))
      }
      let code = try #require(error?.code)
      #expect(codes.contains("\(code)"), "\(String(describing: error))")
      #expect(error?.context == "odd file")
    }
  }
}

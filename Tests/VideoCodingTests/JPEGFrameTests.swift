import MediaCore
import TestSupport
import Testing

@testable import VideoCoding

/// JPEG frames beyond the ordinary: subsamplings, tables, damage.
struct JPEGFrameTests {
  private static let width = 94
  private static let height = 62
  private let format = VideoFormat(pixelFormat: .mjpeg, width: width, height: height)

  /// A JPEG of the test wave in any subsampling, colour planes scaled from 4:2:0.
  private func jpeg(_ subsampling: JPEGSubsampling, of picture: I420Picture) throws -> [UInt8] {
    let (width, height) = (picture.width, picture.height)
    let columns = (width + subsampling.chromaDivisorX - 1) / subsampling.chromaDivisorX
    let rows = (height + subsampling.chromaDivisorY - 1) / subsampling.chromaDivisorY
    let scratch = ScratchPlanes()
    let source = scratch.planes((width + 4, height + 2), chroma: (columns, rows))
    let output = ScratchPlanes()
    let target = output.reserve(TurboJPEG.maximumBytes(width: width, height: height, subsampling: subsampling))
    source.luma.fill(0)
    picture.planes.luma.copy(to: source.luma.part(width: width, height: height))
    picture.planes.cb.scale(to: source.cb)
    picture.planes.cr.scale(to: source.cr)
    let planes = PlaneTriple(luma: source.luma.part(width: width, height: height), cb: source.cb, cr: source.cr)
    let count = try TurboJPEG(.compress).compress(planes, subsampling: subsampling, quality: 100, into: target)
    return Array(UnsafeBufferPointer(start: target, count: count))
  }

  private func converted(_ bytes: [UInt8], by converter: FrameConverter) throws -> I420Picture {
    let picture = try I420Picture(for: format)
    try converter.convert(VideoFrame(format, bytes), into: picture)
    return picture
  }

  private func wave() throws -> I420Picture {
    try TestPicture.wave(width: Self.width, height: Self.height, range: .full)
  }

  @Test("every subsampling gives the same picture", arguments: JPEGSubsampling.allCases)
  func subsamplings(subsampling: JPEGSubsampling) throws {
    let original = try wave()
    let bytes = try jpeg(subsampling, of: original)
    #expect(JPEGSubsampling(jpeg: bytes) == subsampling)
    let result = try converted(bytes, by: FrameConverter())
    #expect(TestPicture.distance(TestPicture.luma(result), TestPicture.luma(original)) <= 2)
    if subsampling == .grey {
      #expect(TestPicture.chroma(result).allSatisfy { $0 == 128 })
    } else {
      #expect(TestPicture.distance(TestPicture.chroma(result), TestPicture.chroma(original)) <= 4)
    }
  }

  @Test(
    "luma is decoded straight into a picture of its size, and is what it is when decoded aside and cropped",
    arguments: [JPEGSubsampling.s422, .s444, .s440, .s411, .grey])
  func straight(subsampling: JPEGSubsampling) throws {
    let (width, height) = (192, 128)
    let bytes = try jpeg(subsampling, of: TestPicture.wave(width: width, height: height, range: .full))
    func converted(_ width: Int, _ height: Int, _ converter: FrameConverter) throws -> I420Picture {
      let format = VideoFormat(pixelFormat: .mjpeg, width: width, height: height)
      let picture = try I420Picture(for: format)
      try converter.convert(VideoFrame(format, bytes), into: picture)
      return picture
    }
    let (straight, aside) = (try FrameConverter(), try FrameConverter())
    let whole = try converted(width, height, straight)
    let cropped = try converted(width - 4, height - 4, aside)
    #expect(straight.scratch.byteCount <= 2 * width * height && aside.scratch.byteCount >= width * height)
    #expect(aside.scratch.byteCount - straight.scratch.byteCount >= width * height - 64, "luma was decoded aside")
    let same = try TestPicture.cropped(whole, width: width - 4, height: height - 4)
    #expect(TestPicture.distance(TestPicture.luma(same), TestPicture.luma(cropped)) == 0)
    // Colour of 4:1:1 is widened, which depends a little on where the rows end.
    let most = subsampling == .s411 ? 2 : 0
    #expect(TestPicture.distance(TestPicture.chroma(same), TestPicture.chroma(cropped)) <= most)
  }

  @Test(
    "a smaller movie is decoded no larger than it needs: by eighths, straight into its picture where they fit",
    arguments: [
      (320, 180, nil), (640, 360, nil), (160, 90, nil), (1120, 630, nil), (600, 338, (640, 360)),
      (1000, 562, (1120, 630)),
      (1278, 718, (1280, 720)), (100, 56, (160, 90)),
    ] as [(Int, Int, (Int, Int)?)])
  func scaled(width: Int, height: Int, aside: (Int, Int)?) throws {
    let format = VideoFormat(pixelFormat: .mjpeg, width: 1280, height: 720)
    let original = try TestPicture.wave(width: 1280, height: 720, range: .full)
    for subsampling in [JPEGSubsampling.s420, .s422] {
      let frame = VideoFrame(format, try jpeg(subsampling, of: original))
      let converter = try FrameConverter()
      let picture = try I420Picture(width: width, height: height, range: .video)
      try converter.convert(frame, scaledInto: picture)
      #expect(picture.range == .full)
      let between = converter.scratchPicture.map { ($0.width, $0.height) }
      #expect(between?.0 == aside?.0 && between?.1 == aside?.1, "\(subsampling): by way of \(between as Any)")
      let expected = try I420Picture(width: width, height: height, range: .full)
      expected.scale(original)
      #expect(TestPicture.meanSquare(TestPicture.luma(picture), TestPicture.luma(expected)) <= 9)
      #expect(TestPicture.meanSquare(TestPicture.chroma(picture), TestPicture.chroma(expected)) <= 4)
    }
  }

  @Test("a JPEG without Huffman tables is read with the standard's, whatever came before it")
  func missingTables() throws {
    let whole = try jpeg(.s422, of: wave())
    let bare = Self.withoutSegments(0xc4, whole)
    #expect(bare.count < whole.count - 400)
    #expect(try bare.withUnsafeBytes { try JPEGHeader(reading: $0) }.definesHuffmanTables == false)
    let expected = TestPicture.packed(try converted(whole, by: FrameConverter()))
    #expect(firstDifference(TestPicture.packed(try converted(bare, by: FrameConverter())), expected) == nil)

    let folder = try TemporaryFolder()
    try folder.write(whole, as: "whole.jpg")
    try ForeignTool.ffmpeg.run(
      ["-v", "error", "-i", "whole.jpg", "-q:v", "2", "-huffman", "optimal", "own-tables.jpg"], in: folder)
    let converter = try FrameConverter()
    _ = try converted(folder.read("own-tables.jpg"), by: converter)
    #expect(firstDifference(TestPicture.packed(try converted(bare, by: converter)), expected) == nil)
    #expect(firstDifference(TestPicture.packed(try converted(bare, by: converter)), expected) == nil)
  }

  @Test("a JPEG without quantization tables does not borrow those of the one before it")
  func missingQuantization() throws {
    let whole = try jpeg(.s420, of: wave())
    let bare = Self.withoutSegments(0xdb, whole)
    let converter = try FrameConverter()
    _ = try converted(whole, by: converter)
    #expect(throws: CodingError.self) { try converted(bare, by: converter) }
    _ = try converted(whole, by: converter)
  }

  @Test("a picture cut off anywhere is an error", arguments: [JPEGSubsampling.s420, .s422, .grey])
  func truncated(subsampling: JPEGSubsampling) throws {
    let whole = try jpeg(subsampling, of: wave())
    let converter = try FrameConverter()
    for count in stride(from: 0, to: whole.count, by: 7) {
      #expect(throws: CodingError.self, "cut to \(count)") { try converted(Array(whole[..<count]), by: converter) }
    }
    let error = try #require(throws: CodingError.self) { try converted(Array(whole.dropLast(100)), by: converter) }
    #expect(error.code == .truncated)
    _ = try converted(whole, by: converter)
  }

  @Test("spare bytes before and after the end marker do no harm")
  func spareBytes() throws {
    let whole = try jpeg(.s422, of: wave())
    let expected = TestPicture.packed(try converted(whole, by: FrameConverter()))
    let padded = whole + [UInt8](repeating: 0, count: 1000)
    #expect(firstDifference(TestPicture.packed(try converted(padded, by: FrameConverter())), expected) == nil)
    let stuffed = Array(whole.dropLast(2)) + [UInt8](repeating: 0, count: 9) + [0xff, 0xd9]
    #expect(firstDifference(TestPicture.packed(try converted(stuffed, by: FrameConverter())), expected) == nil)
  }

  @Test("a JPEG coded in whole blocks is cropped to its mode; another size is an error")
  func sizes() throws {
    let larger = try TestPicture.wave(width: 96, height: 64, range: .full)
    let result = try converted(jpeg(.s420, of: larger), by: FrameConverter())
    let expected = try TestPicture.cropped(larger, width: Self.width, height: Self.height)
    #expect(TestPicture.distance(TestPicture.luma(result), TestPicture.luma(expected)) <= 2)
    for (width, height) in [(92, 62), (94, 60), (160, 62), (94, 160)] {
      let other = try jpeg(.s420, of: TestPicture.wave(width: width, height: height, range: .full))
      let error = try #require(throws: CodingError.self) { try converted(other, by: FrameConverter()) }
      #expect(error.code == .malformed)
    }
  }

  @Test("no damage to a JPEG does worse than an error", arguments: [JPEGSubsampling.s420, .s411, .s444])
  func damage(subsampling: JPEGSubsampling) throws {
    let whole = try jpeg(subsampling, of: wave())
    let converter = try FrameConverter()
    var random = SeededRandom(seed: 7)
    var refused = 0
    for _ in 0..<400 {
      var bytes = whole
      for _ in 0..<Int(random.next() % 4 + 1) {
        // Half of the damage hits the header, where it matters most.
        let end = random.next() % 2 == 0 ? 700 : bytes.count
        bytes[Int(random.next() % UInt64(end))] = UInt8(truncatingIfNeeded: random.next())
      }
      do throws(CodingError) {
        let picture = try I420Picture(for: format)
        try converter.convert(VideoFrame(format, bytes), into: picture)
      } catch { refused += 1 }
    }
    #expect(refused > 100)
    _ = try converted(whole, by: converter)
  }

  @Test("noise is an error")
  func noise() throws {
    var random = SeededRandom(seed: 1)
    let converter = try FrameConverter()
    for count in [0, 1, 2, 3, 4, 100, 10_000] {
      let bytes = (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      #expect(throws: CodingError.self) { try converted(bytes, by: converter) }
      #expect(throws: CodingError.self) { try converted([0xff, 0xd8] + bytes, by: converter) }
    }
  }

  /// A JPEG without the header segments of one kind.
  static func withoutSegments(_ marker: UInt8, _ bytes: [UInt8]) -> [UInt8] {
    var result = Array(bytes[..<2])
    var position = 2
    while bytes[position + 1] != 0xda {
      let end = position + 2 + Int(bytes[position + 2]) << 8 + Int(bytes[position + 3])
      if bytes[position + 1] != marker { result += bytes[position..<end] }
      position = end
    }
    return result + bytes[position...]
  }
}

import MediaCore
import StillCoding
import TestSupport
import Testing

@Suite struct JPEGStillTests {
  private let metadata = StillMetadata(date: .sample, contentIdentifier: .sample)

  @Test("Exif comes first, JFIF goes, and all the rest is the camera's, byte for byte")
  func untouched() throws {
    let original = try SampleJPEG.standard()
    let still = try JPEGStill.embedding(metadata, in: original)
    let (before, after) = (try JPEGSegments(original), try JPEGSegments(still))
    #expect(after.segments.first?.marker == 0xe1)
    #expect(after.segments.first?.range.lowerBound == 2)
    #expect(Array(still[after.segments[0].payload.prefix(6)]) == Array("Exif\0\0".utf8))
    #expect(before.segments.map(\.marker).contains(0xe0))
    let kept = before.segments.filter { $0.marker != 0xe0 }.map { Array(original[$0.range]) }
    #expect(after.segments.dropFirst().map { Array(still[$0.range]) } == kept)
    #expect(before.scans.map { Array(original[$0]) } == after.scans.map { Array(still[$0]) })
    #expect(after.endOfImage == still.count)
    #expect(try firstDifference(SampleJPEG.pixels(of: still), SampleJPEG.pixels(of: original)) == nil)
  }

  @Test("a frame of motion JPEG gets the standard Huffman tables and loses its padding")
  func motionJPEG() throws {
    let (whole, frame) = (try SampleJPEG.standard(), try SampleJPEG.motionJPEG())
    let still = try JPEGStill.embedding(metadata, in: frame)
    let segments = try JPEGSegments(still)
    #expect(segments.missingHuffmanTables.isEmpty)
    #expect(segments.segments.map(\.marker).filter { $0 == 0xc4 }.count == 1)
    #expect(!segments.segments.map(\.marker).contains(0xe0))
    #expect(segments.endOfImage == still.count)
    #expect(Array(still.suffix(2)) == [0xff, 0xd9])
    #expect(try tables(of: still) == tables(of: whole))
    #expect(try firstDifference(SampleJPEG.pixels(of: still), SampleJPEG.pixels(of: whole)) == nil)
    #expect(try ExifReading(of: still).complaints == [])
  }

  @Test("only the tables that are missing are supplied")
  func someTables() throws {
    let frame = try SampleJPEG.removing(0xc4, from: SampleJPEG.standard())
    let lumaDC: [UInt8] = [0, 0, 1, 5, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0] + Array(0...11)
    let still = try JPEGStill.embedding(metadata, in: SampleJPEG.inserting(0xc4, lumaDC, into: frame))
    let supplied = try #require(try JPEGSegments(still).segments.last { $0.marker == 0xc4 })
    #expect(supplied.payload.count == 416 - 29)
    #expect(try firstDifference(SampleJPEG.pixels(of: still), SampleJPEG.pixels(of: SampleJPEG.standard())) == nil)
  }

  @Test("an Exif block of the camera's own is replaced, and other APP1 segments stay")
  func oldExif() throws {
    let original = try SampleJPEG.standard()
    let xmp = Array("http://ns.adobe.com/xap/1.0/\0<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"/>".utf8)
    let old = try ExifWriter.block(for: StillMetadata(date: .sample, make: "old"), width: 1, height: 1)
    let frame = SampleJPEG.inserting(0xe1, old, into: SampleJPEG.inserting(0xe1, xmp, into: original))
    let still = try JPEGStill.embedding(metadata, in: frame)
    let payloads = try JPEGSegments(still).segments.filter { $0.marker == 0xe1 }.map { Array(still[$0.payload]) }
    #expect(payloads.count == 2)
    #expect(payloads.last == xmp)
    #expect(try ExifReading(of: still).values["IFD0:Make"] == nil)
    // A second pass changes nothing: what was written is what is replaced.
    #expect(firstDifference(try JPEGStill.embedding(metadata, in: still), still) == nil)
  }

  @Test("APP0 stays behind Exif where components named R, G and B would be taken for colours of that name")
  func ambiguousColours() throws {
    var frame = try SampleJPEG.standard()
    let segments = try JPEGSegments(frame)
    let header = try #require(segments.segments.first { $0.marker == 0xc0 })
    let scan = try #require(segments.segments.first { $0.marker == 0xda })
    for (index, name) in Array("RGB".utf8).enumerated() {
      frame[header.payload.lowerBound + 6 + 3 * index] = name
      frame[scan.payload.lowerBound + 1 + 2 * index] = name
    }
    let still = try JPEGStill.embedding(metadata, in: frame)
    #expect(try JPEGSegments(still).segments.prefix(2).map(\.marker) == [0xe1, 0xe0])
    #expect(try firstDifference(SampleJPEG.pixels(of: still), SampleJPEG.pixels(of: frame)) == nil)
  }

  @Test("the picture's own size is written; metadata with another one are refused")
  func sizes() throws {
    let picture = try SampleJPEG.standard(width: 322, height: 242)
    var metadata = metadata
    #expect(try ExifReading(of: JPEGStill.embedding(metadata, in: picture)).values["ExifIFD:ExifImageWidth"] == "322")
    (metadata.pixelWidth, metadata.pixelHeight) = (322, 242)
    #expect(throws: Never.self) { try JPEGStill.embedding(metadata, in: picture) }
    metadata.pixelHeight = 240
    #expect { try JPEGStill.embedding(metadata, in: picture) } throws: {
      ($0 as? CodingError)?.code == .invalidSetting
    }
  }

  @Test("a progressive picture without Huffman tables cannot be helped")
  func progressive() throws {
    var frame = try SampleJPEG.removing(0xc4, from: SampleJPEG.standard())
    let header = try #require(try JPEGSegments(frame).segments.first { $0.marker == 0xc0 })
    frame[header.range.lowerBound + 1] = 0xc2
    #expect { try JPEGStill.embedding(metadata, in: frame) } throws: { ($0 as? CodingError)?.code == .malformed }
  }

  @Test("a compressed frame becomes a still as it is; a raw one has to be encoded")
  func frames() throws {
    let bytes = try SampleJPEG.motionJPEG()
    let storage = bytes.withUnsafeBytes { FrameStorage(copying: $0) }
    let frame = VideoFrame(
      format: VideoFormat(pixelFormat: .mjpeg, width: 320, height: 240), time: .zero, sequence: 0, storage: storage)
    let still = try JPEGStill.embedding(metadata, in: frame)
    #expect(firstDifference(still, try JPEGStill.embedding(metadata, in: bytes)) == nil)
    let raw = VideoFrame(
      format: VideoFormat(pixelFormat: .nv12, width: 320, height: 240), time: .zero, sequence: 0, storage: storage)
    #expect { try JPEGStill.embedding(metadata, in: raw) } throws: { ($0 as? CodingError)?.code == .unsupported }
  }

  @Test(
    "a raw frame of any format becomes a still of its size",
    arguments: [PixelFormat.yuyv, .uyvy, .nv12, .yu12, .rgb24, .grey])
  func rawFrames(format: PixelFormat) throws {
    let video = VideoFormat(pixelFormat: format, width: 64, height: 48)
    let storage = FrameStorage(capacity: video.frameBytes)
    storage.fill { room in
      for index in room.indices { room[index] = UInt8(truncatingIfNeeded: index / 7) }
      return video.frameBytes
    }
    let frame = VideoFrame(format: video, time: .zero, sequence: 0, storage: storage)
    let still = try JPEGStill.embedding(metadata, in: JPEGStill.compressing(frame, quality: 90))
    let exif = try ExifReading(of: still)
    #expect(exif.complaints == [])
    #expect(exif.values["File:ImageWidth"] == "64" && exif.values["File:ImageHeight"] == "48")
    let isPacked = format == .yuyv || format == .uyvy
    #expect(exif.values["File:YCbCrSubSampling"] == (isPacked ? "2 1" : "2 2"))
    #expect(try SampleJPEG.pixels(of: still).count == 64 * 48 * 3)
  }

  private func tables(of bytes: [UInt8]) throws -> Set<[UInt8]> {
    var tables: Set<[UInt8]> = []
    for segment in try JPEGSegments(bytes).segments where segment.marker == 0xc4 {
      var rest = bytes[segment.payload]
      while rest.count > 17 {
        let length = 17 + rest.dropFirst().prefix(16).reduce(0) { $0 + Int($1) }
        tables.insert(Array(rest.prefix(length)))
        rest = rest.dropFirst(length)
      }
    }
    return tables
  }
}

import ByteCoding
import ISOBoxes
import MediaCore
import MovieCoding
import TestSupport
import Testing
import VideoCoding

@testable import LivePhotoFiles

/// What the bytes of timed metadata and of coded pictures tell without being decoded.
@Suite struct TimedMetadataTests {
  private let good: [UInt8]
  private let pair: SamplePair

  init() throws {
    pair = try SamplePair.good.get()
    good = pair.movie
  }

  /// The rules that fail for a movie beside its still, and what they say.
  private func failures(_ movie: [UInt8], _ effort: PictureEffort = .key) async throws -> [Rule: String] {
    let folder = try TemporaryFolder()
    try folder.write(pair.still, as: "A.JPG")
    try folder.write(movie, as: "A.MOV")
    let finding = try #require(try await Survey([folder.path], effort: effort).findings.first)
    return Dictionary(
      uniqueKeysWithValues: try #require(finding.verdict).results.filter { $0.status == .failure }.map {
        ($0.rule, $0.found)
      })
  }

  @Test(
    "values that do not fill their samples, are of no declared key or of the wrong length are told at any depth",
    arguments: [(3, UInt8(8), "a value of 0 bytes"), (7, 77, "key 77, which is not declared"), (3, 200, "do not fill")])
  func values(offset: Int, value: UInt8, text: String) async throws {
    let sample = try #require(try MovieReader().read(good).stillImageTimeTrack?.samples().first)
    var bytes = good
    bytes[Int(sample.offset) + offset] = value
    for effort in [PictureEffort.none, .key] {
      let found = try await failures(bytes, effort)[.timedMetadata]
      #expect(found?.contains(text) == true, "\(found ?? "")")
    }
    #expect(try await failures(good, .full).isEmpty)
  }

  @Test("a value of another length than its type has is told")
  func length() throws {
    let bytes = try Tampering.movie(good) { movie in
      try movie.change(ListBox.self, at: ["mdia", "minf", "stbl"], track: -1) { box in
        box.children = [
          TimedMetadataSampleEntry(keys: [(MovieKey.stillImageTime, MetadataDatatypeBox(wellKnown: 66))])
        ]
      }
    }
    let track = try #require(try MovieReader().read(bytes).stillImageTimeTrack)
    #expect(
      track.timedMetadataProblem(in: ArrayBytes(bytes, name: "A.MOV"))?.contains("1 bytes, where its type has 2")
        == true)
  }

  @Test("a picture that is built on others is none that decoding can begin with, whatever the table says")
  func syncSamples() async throws {
    let wrong = try Tampering.movie(good) { movie in
      try movie.change(SyncSampleBox.self, at: ["mdia", "minf", "stbl"], track: 0) { $0.sampleNumbers.insert(2, at: 1) }
    }
    #expect(try await failures(wrong)[.decodes]?.contains("sample 2 of track 1 is built on others") == true)
    let none = try Tampering.movie(good) { movie in
      try movie.changeTrack(0) { track in
        track.update(["mdia", "minf", "stbl"]) { $0.children.removeAll { $0 is SyncSampleBox } }
      }
    }
    #expect(try await failures(none)[.decodes]?.contains("sample 2 of track 1 is built on others") == true)
  }

  @Test("a sample whose units are of no kind that pictures have is told")
  func noPicture() async throws {
    let sample = try #require(try MovieReader().read(good).videoTrack?.samples()[20])
    var bytes = good
    bytes[Int(sample.offset) + 4] |= 0x1f
    #expect(try await failures(bytes)[.decodes]?.contains("sample 21 of track 1 holds no picture") == true)
  }

  @Test(
    "the first slice of a picture tells whether decoding can begin there",
    arguments: [
      (VideoCodec.h264, [0x65, 0x88], .sync), (.h264, [0x41, 0x88], .sync), (.h264, [0x41, 0xc0], .dependent),
      (.h264, [0x06, 0], nil), (.hevc, [0x28, 1], .sync), (.hevc, [0x02, 1], .dependent), (.hevc, [0x10, 1], .leading),
      (.hevc, [0x7e, 1], nil),
    ] as [(VideoCodec, [UInt8], CodedPicture?)])
  func slices(codec: VideoCodec, unit: [UInt8], expected: CodedPicture?) {
    let bytes = [0, 0, 0, 3, codec == .h264 ? 9 : 0x4e, 1, 1, 0, 0, 0, 2] + unit
    #expect(bytes.withUnsafeBytes { CodedPicture($0, lengthBytes: 4, codec: codec) } == expected)
  }

  @Test("a picture without bytes is told")
  func empty() async throws {
    let bytes = try Tampering.movie(good) { movie in
      try movie.change(SampleSizeBox.self, at: ["mdia", "minf", "stbl"], track: 0) { $0.sizes[44] = 0 }
    }
    #expect(try await failures(bytes)[.decodes]?.contains("sample 45 of track 1 has no bytes") == true)
  }
}

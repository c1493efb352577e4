import ByteCoding
import FileStorage
import ISOBoxes
import MovieCoding
import TestSupport
import Testing

@testable import LivePhotoFiles

/// Tables of times that put the pictures of a movie in another order than their slices do.
@Suite(.foreignPrograms) struct PictureOrderTests {
  /// Streams in which pictures are shown in another order than they are decoded in: with counts that begin anew often,
  /// and that run over; with groups that are open; and with those that come in the order in which they are shown.
  enum Stream: String, CaseIterable {
    case avc, avcManyGroups, avcOpenGroups, avcPlain, hevc, hevcManyGroups, hevcOpenGroups, hevcPyramid

    fileprivate var options: [String] {
      switch self {
      case .avc: ["libx264", "-bf", "3", "-g", "1000"]
      case .avcManyGroups: ["libx264", "-bf", "2", "-g", "12"]
      case .avcOpenGroups: ["libx264", "-bf", "3", "-x264-params", "open-gop=1:keyint=20"]
      case .avcPlain: ["libx264", "-profile:v", "baseline", "-g", "30"]
      case .hevc: Self.x265("bframes=4:keyint=1000")
      case .hevcManyGroups: Self.x265("bframes=3:keyint=12:open-gop=0")
      case .hevcOpenGroups: Self.x265("bframes=4:keyint=20:open-gop=1")
      case .hevcPyramid: Self.x265("bframes=8:b-pyramid=1:b-adapt=0:temporal-layers=1")
      }
    }

    private static func x265(_ parameters: String) -> [String] {
      ["libx265", "-preset", "fast", "-x265-params", "log-level=0:\(parameters)", "-tag:v", "hvc1"]
    }

    fileprivate func bytes() throws -> [UInt8] {
      let folder = try TemporaryFolder()
      // More pictures than the shortest count has numbers.
      let source = ["-f", "lavfi", "-i", "testsrc2=s=96x64:r=30:d=20"]
      let path = folder.path("clip.mov")
      _ = try ForeignTool.ffmpeg.run(["-v", "error", "-y"] + source + ["-c:v"] + options + ["-bitexact", path])
      return try FileBytes(path).allBytes()
    }
  }

  private func problem(_ bytes: [UInt8]) throws -> String? {
    try MovieReader().read(bytes).unitProblem(in: ArrayBytes(bytes, name: "A.MOV"))
  }

  @Test(arguments: Stream.allCases)
  func ordersThatEncodersWriteAreRight(stream: Stream) throws {
    #expect(try problem(stream.bytes()) == nil)
  }

  @Test(
    "two times that are exchanged are told, and a table that is moved by one", arguments: [Stream.avc, .hevcPyramid])
  func tampered(stream: Stream) throws {
    let bytes = try stream.bytes()
    let exchanged = try change(bytes) { $0.swapAt(100, 101) }
    #expect(try problem(exchanged)?.contains(" of track 1 would be shown too early") == true)
    let rotated = try change(bytes) { $0 = Array($0.dropFirst()) + [$0[0]] }
    #expect(try problem(rotated)?.contains("pictures of track 1 would be shown too early") == true)
  }

  /// A movie with other times of its pictures: what each is shown at, in the order of decoding.
  private func change(_ bytes: [UInt8], _ edit: (inout [Int64]) -> Void) throws -> [UInt8] {
    try Tampering.movie(bytes) { movie in
      let samples = try MovieReader().read(bytes).tracks[0].samples()
      var times = samples.map(\.presentationTime)
      edit(&times)
      let offsets = zip(times, samples).map { Int32($0 - $1.decodeTime) }
      try movie.change(CompositionOffsetBox.self, at: ["mdia", "minf", "stbl"], track: 0) { box in
        let version = box.header.version
        box = try #require(CompositionOffsetBox(offsets: offsets))
        box.header.version = version
      }
    }
  }
}

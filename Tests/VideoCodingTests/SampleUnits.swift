import MediaCore
import TestSupport
import Testing
import VideoCoding

extension EncodedVideoSample {
  /// The NAL units of a sample; `nil` when the lengths do not come out even.
  var units: [[UInt8]]? {
    var rest = bytes[...]
    var units: [[UInt8]] = []
    while !rest.isEmpty {
      guard rest.count > 4 else { return nil }
      let length = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
      rest = rest.dropFirst(4)
      guard length > 0, length <= rest.count else { return nil }
      units.append(Array(rest.prefix(length)))
      rest = rest.dropFirst(length)
    }
    return units
  }
}

/// A bare stream, as `.h264` and `.hevc` files have it: units after start codes, parameter sets first.
struct BareStream {
  let bytes: [UInt8]
  let name: String
  let pictureBytes: Int

  init(_ samples: [EncodedVideoSample], sets: [[UInt8]], width: Int, height: Int, codec: VideoCodec) throws {
    let start: [UInt8] = [0, 0, 0, 1]
    var bytes = sets.flatMap { start + $0 }
    for sample in samples {
      for unit in try #require(sample.units) { bytes += start + unit }
    }
    self.bytes = bytes
    name = "movie.\(codec.rawValue)"
    pictureBytes = width * height
  }

  /// The luma of every picture that ffmpeg decodes, one after another; an error of the stream ends the test.
  func decodedLuma() throws -> [ArraySlice<UInt8>] {
    let folder = try TemporaryFolder()
    try folder.write(bytes, as: name)
    let decoded = try ForeignTool.ffmpeg.run(
      [
        "-v", "error", "-xerror", "-i", name, "-fps_mode", "passthrough", "-vf", "extractplanes=y", "-f", "rawvideo",
        "-",
      ], in: folder
    ).bytes
    #expect(decoded.count % pictureBytes == 0)
    return stride(from: 0, to: decoded.count - pictureBytes + 1, by: pictureBytes).map {
      decoded[$0..<($0 + pictureBytes)]
    }
  }

  /// What ffprobe says, one line each.
  func probed(_ arguments: [String]) throws -> [String] {
    let folder = try TemporaryFolder()
    try folder.write(bytes, as: name)
    return try ForeignTool.ffprobe.run(["-v", "error"] + arguments + [name], in: folder).lines
  }
}

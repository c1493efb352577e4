import ByteCoding
import CZlib
import Foundation
import TestSupport

/// Movies that ffmpeg makes for one test.
struct Clips {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A second of moving bars at 25 frames a second, 160 × 120, and of a tone, coded as the arguments say.
  func make(_ name: String, _ arguments: String, input: String? = nil) throws -> ArrayBytes {
    let source =
      input ?? "-f lavfi -i testsrc2=s=160x120:r=25:d=1 -f lavfi -i sine=f=440:r=48000:d=1 -pix_fmt yuv420p"
    let words = "-v error -nostdin -y \(source) \(arguments)".split(separator: " ").map(String.init)
    try ForeignTool.ffmpeg.run(words + [folder.path(name)])
    return try bytes(name)
  }

  /// The bytes of a file in the folder.
  func bytes(_ name: String) throws -> ArrayBytes { ArrayBytes(try folder.read(name), name: name) }

  /// ffprobe's list of packets: stream, pts, dts, duration, flags, hash of the data.
  func packets(_ name: String) throws -> [PacketLine] {
    let probed = try ForeignTool.ffprobe.run([
      "-v", "error", "-show_packets", "-show_data_hash", "adler32", "-of", "json",
      "-show_entries", "packet=stream_index,pts,dts,duration,flags,data_hash", folder.path(name),
    ])
    struct Answer: Decodable { let packets: [PacketLine] }
    return try JSONDecoder().decode(Answer.self, from: Data(probed.bytes)).packets
  }

  /// ffmpeg's hashes of the decoded frames: pts, duration and hash of the packed planes or samples.
  func frames(_ name: String, _ arguments: String, input: String = "") throws -> [FrameLine] {
    let words = "-f framehash -hash adler32 -".split(separator: " ").map(String.init)
    let output = try ForeignTool.ffmpeg.run(
      ["-v", "error", "-nostdin"] + input.split(separator: " ").map(String.init) + ["-i", folder.path(name)]
        + arguments.split(separator: " ").map(String.init) + words)
    return output.lines.filter { !$0.hasPrefix("#") }.map { line in
      let fields = line.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
      return FrameLine(pts: Int64(fields[2]) ?? .min, duration: Int64(fields[3]) ?? .min, hash: fields[5])
    }
  }
}

struct PacketLine: Decodable, Equatable {
  var stream_index: Int
  var pts: Int64?
  var dts: Int64?
  var duration: Int64?
  var flags: String
  var data_hash: String
}

struct FrameLine: Equatable {
  var pts: Int64
  var duration: Int64
  var hash: String
}

/// Adler-32 (RFC 1950), by zlib, in hexadecimal, as FFmpeg's tools print it.
func adler32(_ runs: [UnsafeRawBufferPointer]) -> String {
  // Without an address it would begin anew.
  let sum = runs.filter { !$0.isEmpty }.reduce(1) { sum, run in
    CZlib.adler32(sum, run.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt32(run.count))
  }
  let text = String(sum, radix: 16)
  return String(repeating: "0", count: 8 - text.count) + text
}

extension ByteSource {
  /// Where some bytes lie first in it.
  func range(of bytes: UnsafeRawBufferPointer) throws -> Range<Int>? {
    Data(try allBytes()).range(of: Data(bytes))
  }
}

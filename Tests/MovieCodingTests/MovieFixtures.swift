import Foundation
import MovieCoding
import TestSupport

/// Movies as files, the project's own and those of phones where there are some.
enum MovieFixtures {
  static let paths = LivePhotoFixtures.paths(".mov")

  /// Those of phones, beside which listings lie.
  static let phones = paths.filter { path in LivePhotoFixtures.phones.map { path.hasPrefix($0 + "/") } ?? false }

  /// What ffmpeg hashes of every packet of pictures and sound: times, sizes, bytes.
  static func packets(_ path: String) throws -> [String] {
    let output = try ForeignTool.ffprobe.run([
      "-v", "error", "-show_packets", "-show_data_hash", "md5", "-of", "csv", "-show_entries",
      "packet=stream_index,codec_type,pts,dts,duration,size,flags,data_hash", path,
    ])
    return output.lines
  }
}

import Foundation
import MovieCoding
import TestSupport

/// The movies of phones, where there are some.
enum PhoneMovies {
  /// Their paths; none, and a line that says so, when `LIVECAM_FIXTURES` is not set.
  static let paths = files { $0.hasSuffix(".mov") }

  /// The paths of stills that have a movie at their end.
  static let motionPhotos = files { $0.contains("motion") || $0.contains("mp.") }

  private static func files(_ isWanted: (String) -> Bool) -> [String] {
    guard let folder = ProcessInfo.processInfo.environment["LIVECAM_FIXTURES"] else { return [] }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { isWanted($0.lowercased()) }.sorted().map { folder + "/" + $0 }
  }

  static let areMissing = "LIVECAM_FIXTURES names no folder with phones' movies"

  /// What ffmpeg hashes of every packet of pictures and sound: times, sizes, bytes.
  static func packets(_ path: String) throws -> [String] {
    let output = try ForeignTool.ffprobe.run([
      "-v", "error", "-show_packets", "-show_data_hash", "md5", "-of", "csv", "-show_entries",
      "packet=stream_index,codec_type,pts,dts,duration,size,flags,data_hash", path,
    ])
    return output.lines
  }
}

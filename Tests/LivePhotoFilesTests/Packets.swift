import Foundation
import TestSupport
import Testing

/// What ffmpeg reads in a movie.
enum Packets {
  /// Every packet of a kind (`v`, `a`): when it is shown and decoded, whether it is a key, and a hash of its bytes.
  static func all(_ path: String, _ kind: String) throws -> [String] {
    try list(path, kind, "pts_time,dts_time,duration_time,flags,data_hash")
  }

  /// When the packets are shown, and hashes of their bytes.
  static func shown(_ path: String, _ kind: String) throws -> [String] { try list(path, kind, "pts_time,data_hash") }

  /// Hashes of the packets' bytes alone.
  static func hashes(_ path: String, _ kind: String) throws -> [String] { try list(path, kind, "data_hash") }

  private static func list(_ path: String, _ kind: String, _ entries: String) throws -> [String] {
    let json = try ForeignTool.ffprobe.json([
      "-v", "error", "-select_streams", kind, "-show_data_hash", "md5", "-of", "json", "-show_entries",
      "packet=\(entries)", path,
    ])
    let packets = try #require((json as? [String: Any])?["packets"] as? [[String: Any]])
    // Side data, such as priming, are the container's.
    return packets.map { packet in
      entries.split(separator: ",").map { "\(packet[String($0)] ?? "")" }.joined(separator: " ")
    }
  }

  /// When the pictures are shown, in seconds, rising.
  static func times(_ path: String) throws -> [Double] {
    try ForeignTool.ffprobe.run([
      "-v", "error", "-select_streams", "v:0", "-of", "csv=p=0", "-show_entries", "packet=pts_time", path,
    ]).lines.compactMap { Double($0.split(separator: ",").first ?? "") }.sorted()
  }

  /// When the movie's last track begins, which says where the still falls, in seconds.
  static func stillTime(_ path: String) throws -> Double? {
    try ForeignTool.ffprobe.run([
      "-v", "error", "-select_streams", "d", "-of", "csv=p=0", "-show_entries", "stream=start_time", path,
    ]).lines.last.flatMap { Double($0) }
  }

  /// The codecs of the streams, in order: `["h264", "aac"]`.
  static func codecs(_ path: String) throws -> [String] {
    try ForeignTool.ffprobe.run([
      "-v", "error", "-of", "csv=p=0", "-show_entries", "stream=codec_name", path,
    ]).lines.map { String($0.prefix { $0 != "," }) }
  }

  /// Hashes of the decoded pictures.
  static func pictures(_ path: String) throws -> [String] {
    try ForeignTool.ffmpeg.run([
      "-v", "error", "-i", path, "-map", "0:v:0", "-vsync", "passthrough", "-f", "framehash", "-hash", "md5", "-",
    ]).lines.filter { !$0.hasPrefix("#") }.compactMap { $0.split(separator: ",").last.map(String.init) }
  }
}

/// Movies of all kinds, made by ffmpeg: three seconds of a moving pattern with a tone.
enum ForeignClip: String, CaseIterable, CustomTestStringConvertible {
  case matroska, transportStream, avi, webm, motionJPEG, hevcInMP4, fragmented, mp3InMP4, proRes, bFrames

  var testDescription: String { rawValue }

  private var arguments: (options: [String], name: String) {
    switch self {
    case .matroska: (["-c:v", "libx264", "-bf", "2", "-c:a", "aac"], "clip.mkv")
    case .transportStream: (["-c:v", "libx264", "-bf", "2", "-c:a", "aac"], "clip.ts")
    case .avi: (["-c:v", "libx264", "-bf", "0", "-c:a", "pcm_s16le"], "clip.avi")
    case .webm: (["-c:v", "libvpx-vp9", "-deadline", "realtime", "-cpu-used", "8", "-c:a", "libopus"], "clip.webm")
    case .motionJPEG: (["-c:v", "mjpeg", "-c:a", "pcm_s16le"], "clip.avi")
    case .hevcInMP4:
      (
        ["-c:v", "libx265", "-preset", "ultrafast", "-x265-params", "log-level=0", "-tag:v", "hev1", "-c:a", "aac"],
        "clip.mp4"
      )
    case .fragmented:
      (["-c:v", "libx264", "-bf", "0", "-c:a", "aac", "-movflags", "frag_keyframe+empty_moov"], "clip.mp4")
    case .mp3InMP4: (["-c:v", "libx264", "-c:a", "libmp3lame"], "clip.mp4")
    case .proRes: (["-c:v", "prores", "-c:a", "pcm_s24le"], "clip.mov")
    case .bFrames: (["-c:v", "libx264", "-bf", "3", "-c:a", "aac"], "clip.mp4")
    }
  }

  /// Whether the pictures' packets can stay as they are.
  var keepsPictures: Bool { ![.webm, .motionJPEG, .proRes].contains(self) }
  /// Whether the sound's packets can stay as they are.
  var keepsSound: Bool { ![.webm, .mp3InMP4, .proRes].contains(self) }

  /// Makes the movie and returns its path.
  func make(in folder: TemporaryFolder, size: String = "160x120") throws -> String {
    let (options, name) = arguments
    let source = ["-f", "lavfi", "-i", "testsrc2=s=\(size):r=25:d=3", "-f", "lavfi", "-i", "sine=440:d=3:r=44100"]
    let path = folder.path(name)
    _ = try ForeignTool.ffmpeg.run(["-v", "error", "-y"] + source + options + ["-shortest", "-bitexact", path])
    return path
  }
}

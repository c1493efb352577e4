import Foundation
import TestSupport

/// Four seconds of H.264 and of AAC as foreign encoders make them, to be put into movies.
struct EncodedStreams: Sendable {
  static let frameCount = 120
  static let width = 320
  static let height = 240
  static let sampleRate = 48_000

  /// 120 pictures; each 30th can be decoded by itself. NAL units after their length in four bytes.
  let pictures: [(isSync: Bool, bytes: [UInt8])]
  let configuration: [UInt8]
  /// The pictures' hashes, as ffmpeg decodes them from the plain stream.
  let pictureHashes: [String]
  /// AAC packets, the first 1024 frames of which are priming.
  let packets: [[UInt8]]
  let audioSpecificConfig: [UInt8]
  /// Everything that ffmpeg decodes from the packets: 16 bits, stereo, priming included.
  let decodedSound: [UInt8]

  static let shared = Result { try EncodedStreams() }

  private init() throws {
    let folder = try TemporaryFolder()
    let video = folder.path("v.h264")
    try ForeignTool.ffmpeg.run([
      "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=\(Self.width)x\(Self.height):rate=30:duration=4", "-pix_fmt",
      "yuvj420p", "-c:v", "libx264", "-profile:v", "high", "-x264-params",
      "keyint=30:min-keyint=30:scenecut=0:bframes=0:aud=1:fullrange=on", "-threads", "1", video,
    ])
    (pictures, configuration) = Self.split(annexB: try folder.read("v.h264"))
    pictureHashes = try Self.hashes(ForeignTool.ffmpeg.run(["-v", "error", "-i", video, "-f", "framemd5", "-"]).text)
    // Without noise substitution: a decoder's random numbers would depend on where it begins.
    let sound = folder.path("a.aac")
    try ForeignTool.ffmpeg.run([
      "-v", "error", "-f", "lavfi", "-i", "anoisesrc=duration=4:sample_rate=48000:seed=7:amplitude=0.3", "-ac", "2",
      "-c:a", "aac", "-aac_pns", "0", "-b:a", "128k", sound,
    ])
    (packets, audioSpecificConfig) = Self.split(adts: try folder.read("a.aac"))
    decodedSound = try ForeignTool.ffmpeg.run(["-v", "error", "-i", sound, "-f", "s16le", "-"]).bytes
  }

  static func hashes(_ text: String) -> [String] {
    text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map {
      $0.split(separator: ",").last?.trimmingCharacters(in: .whitespaces) ?? ""
    }
  }

  private static func split(annexB bytes: [UInt8]) -> ([(isSync: Bool, bytes: [UInt8])], [UInt8]) {
    var (sequence, picture): ([UInt8], [UInt8]) = ([], [])
    var pictures: [(isSync: Bool, bytes: [UInt8])] = []
    for unit in units(bytes) {
      switch unit[0] & 0x1f {
      case 9: pictures.append((false, []))  // a delimiter begins the next picture
      case 7: sequence = unit
      case 8: picture = unit
      case let kind:
        let size = unit.count
        let length = [size >> 24, size >> 16, size >> 8, size].map { UInt8($0 & 0xff) }
        pictures[pictures.count - 1].bytes += length + unit
        if kind == 5 { pictures[pictures.count - 1].isSync = true }
      }
    }
    func counted(_ unit: [UInt8]) -> [UInt8] { [UInt8(unit.count >> 8), UInt8(unit.count & 0xff)] + unit }
    let head: [UInt8] = [1, sequence[1], sequence[2], sequence[3], 0xff, 0xe1]
    return (pictures, head + counted(sequence) + [1] + counted(picture) + [0xfd, 0xf8, 0xf8, 0])
  }

  private static func units(_ bytes: [UInt8]) -> [[UInt8]] {
    var starts: [Int] = []
    for index in 0..<max(0, bytes.count - 3) where bytes[index] == 0 && bytes[index + 1] == 0 && bytes[index + 2] == 1 {
      starts.append(index + 3)
    }
    return starts.enumerated().map { index, start in
      var end = index + 1 < starts.count ? starts[index + 1] - 3 : bytes.count
      while end > start, bytes[end - 1] == 0 { end -= 1 }
      return Array(bytes[start..<end])
    }
  }

  private static func split(adts bytes: [UInt8]) -> ([[UInt8]], [UInt8]) {
    var packets: [[UInt8]] = []
    var configuration: [UInt8] = []
    var position = 0
    while position + 7 <= bytes.count {
      let header = bytes[position..<position + 7].map(Int.init)
      let size = (header[3] & 3) << 11 | header[4] << 3 | header[5] >> 5
      let (rate, channels) = (header[2] >> 2 & 15, (header[2] & 1) << 2 | header[3] >> 6)
      configuration = [UInt8((header[2] >> 6) + 1) << 3 | UInt8(rate >> 1), UInt8((rate & 1) << 7 | channels << 3)]
      packets.append(Array(bytes[position + 7..<position + size]))
      position += size
    }
    return (packets, configuration)
  }
}

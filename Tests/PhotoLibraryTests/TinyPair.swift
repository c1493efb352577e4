import ByteCoding
import MediaCore
import MovieCoding
import StillCoding
import Testing
import VideoCoding

/// A Live Photo of few pixels and pictures, as livecam itself would write it.
struct TinyPair {
  let still: [UInt8]
  let movie: [UInt8]

  static let firstIdentifier = "0F3C1B5E-8F3A-4D7B-9A55-3E1C2D4B6A78"
  static let secondIdentifier = "7D1E6C02-11B4-4B0E-8A5C-9F2B3C4D5E6F"
  /// 2026-11-21 04:40:05 at −05:30.
  static let begins = WallTime(secondsSince1970: 1_795_255_805, nanosecond: 0, utcOffsetSeconds: -5 * 3600 - 1800)

  /// Two pairs that differ in their identifiers and pictures; encoded once.
  static let first = Result { try TinyPair(identifier: firstIdentifier, luma: 80) }
  static let second = Result { try TinyPair(identifier: secondIdentifier, luma: 160) }
  /// A photo without anything that ties it to a movie.
  static let loneStill = Result { try TinyPair(identifier: nil, luma: 120).still }

  init(identifier text: String?, luma: UInt8) throws {
    let interval = MediaTime(value: 1, timescale: 30)
    let (width, height, frames, stillFrame) = (96, 64, 18, 9)
    func time(_ index: Int) -> MediaTime { MediaTime(value: Int64(index) * 20, timescale: 600) }
    let encoder = try H264Encoder(
      settings: MovieEncoderSettings(
        width: width, height: height, frameInterval: interval, range: .full, quality: 20, preset: .ultrafast,
        keyframeIntervalFrames: 15, threads: 1))
    func picture(_ index: Int) throws -> I420Picture {
      let picture = try I420Picture(width: width, height: height, range: .full)
      picture.fill(x: 0, y: 0, width: width, height: height, luma: luma, cb: 128, cr: 128)
      picture.fill(x: index * 4, y: 16, width: 16, height: 16, luma: 255 - luma)
      return picture
    }
    var samples: [EncodedVideoSample] = []
    for index in 0..<frames {
      let sample = try encoder.encode(try picture(index), time: time(index), forceSync: index == stillFrame)
      samples.append(sample)
    }
    let identifier = try #require(PairIdentifier(uuidString: text ?? Self.firstIdentifier))
    let writer = try MovieWriter(
      LivePhotoMovie(
        video: MovieVideoTrack(
          samples: samples,
          pictures: PictureDescription(
            codec: .h264, configuration: encoder.parameterSets.decoderConfiguration, width: width, height: height),
          nominalInterval: interval),
        audio: nil, identifier: identifier, window: TimeRange(start: .zero, end: time(frames)),
        stillTime: time(stillFrame), creationDate: Self.begins, make: "Linux", model: "Blocks", software: "livecam"))
    movie = try writer.rope.contents()
    let metadata = StillMetadata(
      date: Self.begins.advanced(by: writer.stillTime), make: "Linux", model: "Blocks", software: "livecam",
      contentIdentifier: text == nil ? nil : identifier)
    still = try JPEGStill.encoding(metadata, from: try picture(stillFrame), quality: 90)
  }

  /// The samples of a sensor of 64 by 48 pixels, as DNG.
  static func raw() throws -> [UInt8] {
    let format = VideoFormat(pixelFormat: try #require(PixelFormat("RG10")), width: 64, height: 48)
    let packer = try FramePacker()
    let storage = FrameStorage(capacity: packer.maximumBytes(for: format))
    let picture = try I420Picture(width: 64, height: 48, range: .full)
    try storage.fill { (bytes) throws(CodingError) in try packer.pack(picture, as: format, into: bytes) }
    let frame = VideoFrame(format: format, time: .zero, sequence: 0, storage: storage)
    return try DNGWriter.file(
      of: frame, metadata: StillMetadata(date: begins, make: "Linux", model: "Blocks", software: "livecam"),
      neutral: .equal)
  }

  /// A still with the mark of a deferred photo's proxy.
  static func proxy(of still: [UInt8]) throws -> [UInt8] {
    try ProxyMark.marking(StillFile.read(ArrayBytes(still, name: "still"))).contents()
  }
}

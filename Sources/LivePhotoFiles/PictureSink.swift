import ByteCoding
import ForeignMedia
import ISOBoxes
import MediaCore
import MovieCoding
import VideoCoding

/// Takes finished pictures one after another and becomes a file.
protocol PictureSink {
  func append(_ picture: I420Picture, duration: MediaTime) throws
  func finish() throws -> ByteRope
}

extension AnimationWriter: PictureSink {}

/// An MP4 with H.264 pictures and, if there is some, AAC sound. Its index comes first, so that it plays while it loads.
/// Memory: the file.
final class MP4Sink: PictureSink {
  private static let timescale: Int32 = 90_000
  private static let mostBytes = 1 << 30
  private let encoder: H264Encoder
  /// The movie that the pictures are of, whose date and maker are told.
  private let source: ExportSource?
  private let sound: PacketTrack?
  private var pictures: PacketTrack
  private var byteCount = 0
  private var time = MediaTime.zero

  /// - Throws: `CodingError` for sizes that cannot be encoded.
  init(
    _ source: ExportSource?, width: Int, height: Int, interval: MediaTime, isDisplayP3: Bool = false,
    sound: PacketTrack? = nil
  ) throws(CodingError) {
    var settings = MovieEncoderSettings(width: width, height: height, frameInterval: interval, range: .video)
    settings.isDisplayP3 = isDisplayP3
    encoder = try H264Encoder(settings: settings)
    (self.source, self.sound) = (source, sound)
    var color = ColorParameterBox(primaries: isDisplayP3 ? 12 : 1, transfer: 1, matrix: 6)
    (color.form, color.rest) = ("nclx", [0])  // video range
    let description = PictureDescription(
      codec: .h264, configuration: encoder.parameterSets.decoderConfiguration, width: width, height: height,
      color: color)
    pictures = PacketTrack(media: .video(description), timescale: Self.timescale, packets: [])
  }

  func append(_ picture: I420Picture, duration: MediaTime) throws {
    let sample = try encoder.encode(picture, time: time)
    let start = ticks(time)
    time += duration
    byteCount += sample.bytes.count
    guard byteCount <= Self.mostBytes else {
      throw CodingError(
        .invalidSetting, context: "MP4",
        message: "The file grows larger than the limit set for it. Choose a smaller size or a shorter stretch.")
    }
    pictures.packets.append(
      .init(
        data: sample.bytes, decodeTime: start, presentationTime: start, duration: ticks(time) - start,
        isSync: sample.isSync))
  }

  func finish() throws -> ByteRope {
    var tracks = [pictures]
    if var sound {
      // Sound that goes on after the last picture has nothing to be heard with.
      sound.packets.removeAll { MediaTime(value: $0.presentationTime, timescale: sound.timescale) >= time }
      tracks.append(sound)
    }
    let movie = RopeBytes(try PacketMovie(tracks: tracks).rope(), name: "MP4")
    var editor = try MovieEditor(MovieReader().read(movie), source: movie)
    source?.describe(in: &editor)
    editor.setContainer(.mp4)
    return try editor.rope(isIndexFirst: true)
  }

  private func ticks(_ time: MediaTime) -> Int64 { time.converted(toTimescale: Self.timescale).value }
}

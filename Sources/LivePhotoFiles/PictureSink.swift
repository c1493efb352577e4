import ByteCoding
import ForeignMedia
import MediaCore
import MovieCoding
import VideoCoding

/// Takes finished pictures one after another and becomes a file.
protocol PictureSink {
  /// Adds a picture that is shown for a time.
  func append(_ picture: I420Picture, duration: MediaTime) throws
  /// The file, once all pictures are there.
  func finish() throws -> ByteRope
}

extension AnimationWriter: PictureSink {}

/// An MP4 with H.264 pictures and, if there is some, AAC sound.
final class MP4Sink: PictureSink {
  private static let timescale: Int32 = 90_000
  private let encoder: H264Encoder
  private let writer: MP4Writer
  private var time = MediaTime.zero
  private var sound: ArraySlice<PacketTrack.Packet>
  private let soundTimescale: Int32

  /// - Throws: `CodingError` for sizes that cannot be encoded, and without libavformat.
  init(
    width: Int, height: Int, interval: MediaTime, isDisplayP3: Bool, metadata: [String: String], sound: PacketTrack?
  ) throws {
    var settings = MovieEncoderSettings(width: width, height: height, frameInterval: interval, range: .video)
    settings.isDisplayP3 = isDisplayP3
    encoder = try H264Encoder(settings: settings)
    var tracks = [
      MP4Writer.Track.video(
        .h264, configuration: encoder.parameterSets.decoderConfiguration, width: width, height: height,
        timescale: Self.timescale)
    ]
    if let sound, case .aac(let configuration, let channels) = sound.media {
      tracks.append(
        .audio(configuration: configuration, sampleRate: Int(sound.timescale), channelCount: channels))
    }
    writer = try MP4Writer(tracks: tracks, metadata: metadata)
    self.sound = tracks.count > 1 ? sound?.packets[...] ?? [] : []
    soundTimescale = sound?.timescale ?? 1
  }

  func append(_ picture: I420Picture, duration: MediaTime) throws {
    let sample = try encoder.encode(picture, time: time)
    let start = ticks(time)
    time += duration
    try sample.bytes.withUnsafeBytes {
      try writer.append(
        $0, to: 0, .init(decodingTicks: start, durationTicks: ticks(time) - start, isKey: sample.isSync))
    }
    try writeSound(before: time)
  }

  func finish() throws -> ByteRope {
    // Sound that goes on after the last picture has nothing to be heard with.
    try writeSound(before: time)
    return try writer.finish()
  }

  private func writeSound(before end: MediaTime) throws {
    while let packet = sound.first, MediaTime(value: packet.presentationTime, timescale: soundTimescale) < end {
      sound.removeFirst()
      try packet.data.withUnsafeBytes {
        try writer.append(
          $0, to: 1,
          .init(decodingTicks: packet.presentationTime, durationTicks: packet.duration, isKey: true))
      }
    }
  }

  private func ticks(_ time: MediaTime) -> Int64 { time.converted(toTimescale: Self.timescale).value }
}

import MediaCore
import MovieCoding

/// Movies for tests, made from the encoded streams: each picture 1/30 s after the one before, less or more a little.
enum SampleMovie {
  static let sessionStart: Int64 = 86_400_000_000_123
  static let identifier = "0F3C1B5E-8F3A-4D7B-9A55-3E1C2D4B6A78"

  /// The instant of a picture: jittered by up to 6 ms, as cameras do.
  static func time(ofFrame index: Int) -> MediaTime {
    let jitter = Int64((index * 7919 + 13) % 12_001 - 6000) * 1000
    return MediaTime(nanoseconds: sessionStart + Int64(index) * 1_000_000_000 / 30 + jitter)
  }

  /// The instant of the first frame of sound: before the first picture, and on no picture's tick.
  static let soundStart = MediaTime(nanoseconds: sessionStart - 40_123_456)

  static func video(_ streams: EncodedStreams) -> MovieVideoTrack {
    MovieVideoTrack(
      samples: streams.pictures.enumerated().map {
        EncodedVideoSample(time: time(ofFrame: $0.offset), isSync: $0.element.isSync, bytes: $0.element.bytes)
      },
      pictures: PictureDescription(
        codec: .h264, configuration: streams.configuration, width: EncodedStreams.width, height: EncodedStreams.height),
      nominalInterval: MediaTime(value: 1, timescale: 30))
  }

  static func aac(_ streams: EncodedStreams, startTime: MediaTime = soundStart) -> MovieAudioTrack {
    MovieAudioTrack(
      aac: streams.packets, audioSpecificConfig: streams.audioSpecificConfig,
      primingFrames: 1024, frameCount: 4 * EncodedStreams.sampleRate, sampleRate: EncodedStreams.sampleRate,
      channelCount: 2, startTime: startTime)
  }

  /// A movie of the pictures from `first` on: 60 of them, and the still from the 40th.
  static func movie(
    _ streams: EncodedStreams, first: Int = 40, count: Int = 60, audio: MovieAudioTrack? = nil
  ) -> LivePhotoMovie {
    LivePhotoMovie(
      video: video(streams), audio: audio,
      identifier: PairIdentifier(uuidString: identifier)!,  // a literal UUID
      window: TimeRange(start: time(ofFrame: first), end: time(ofFrame: first + count)),
      stillTime: time(ofFrame: first + min(count * 2 / 3, count - 1)),
      creationDate: WallTime(secondsSince1970: 1_795_255_805, nanosecond: 0, utcOffsetSeconds: -5 * 3600 - 1800),
      make: "Linux", model: "Scene camera", software: "livecam")
  }

  /// When each shown picture is due, in ticks of 1/600 s from the movie's beginning.
  static func ticks(first: Int, count: Int) -> [Int64] {
    (first..<first + count).map {
      let nanoseconds = time(ofFrame: $0).nanoseconds - time(ofFrame: first).nanoseconds
      return Int64((Double(nanoseconds) * 600 / 1e9).rounded())
    }
  }
}

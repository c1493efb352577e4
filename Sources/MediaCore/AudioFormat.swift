/// The coding of one audio sample, with ALSA's name for it.
public enum SampleFormat: String, Sendable, Hashable, CaseIterable {
  /// The samples are signed 16-bit, little-endian. `SND_PCM_FORMAT_S16_LE`.
  case s16 = "S16_LE"
  /// The samples are signed 32-bit, little-endian. `SND_PCM_FORMAT_S32_LE`.
  case s32 = "S32_LE"
  /// The samples are 32-bit floating point from −1 to 1, little-endian. `SND_PCM_FORMAT_FLOAT_LE`.
  case float = "FLOAT_LE"

  /// The number of bytes of one sample.
  public var bytes: Int { self == .s16 ? 2 : 4 }
}

/// The shape of a stream of interleaved PCM sound.
public struct AudioFormat: Sendable, Hashable, CustomStringConvertible {
  /// The number of frames in a second, by the device's own clock.
  public let sampleRate: Int
  /// The number of samples in a frame: 1 is mono; 2 is left, right.
  public let channelCount: Int
  /// The coding of a sample.
  public let sampleFormat: SampleFormat

  /// Creates a format from its three parts.
  public init(sampleRate: Int, channelCount: Int, sampleFormat: SampleFormat) {
    self.sampleRate = sampleRate
    self.channelCount = channelCount
    self.sampleFormat = sampleFormat
  }

  /// The number of bytes of one frame, all channels.
  public var frameBytes: Int { channelCount * sampleFormat.bytes }

  /// A text for people: `S16_LE 48000 Hz, 2 channels`.
  public var description: String {
    "\(sampleFormat.rawValue) \(sampleRate) Hz, \(channelCount) channel\(channelCount == 1 ? "" : "s")"
  }
}

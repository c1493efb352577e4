import MediaCore

/// The shape of the sound of a stream.
public struct ForeignAudio: Sendable, Hashable {
  /// Frames in a second.
  public let sampleRate: Int
  /// Samples in a frame.
  public let channelCount: Int
  /// Frames that a packet decodes to, when all packets are alike: 1024 for AAC; else `nil`.
  public let packetFrames: Int?
  /// Frames at the start that are there for the decoder only and are not heard.
  public let primingFrames: Int
}

extension MediaTime {
  /// `ticks` of a time base whose value and timescale are above zero; rounded to a nanosecond where it does not fit.
  init(ticks: Int64, base: MediaTime) {
    let (value, overflow) = ticks.multipliedReportingOverflow(by: base.value)
    self =
      overflow
      ? MediaTime(seconds: Double(ticks) * base.seconds, preferredTimescale: base.timescale)
      : MediaTime(value: value, timescale: base.timescale)
  }
}

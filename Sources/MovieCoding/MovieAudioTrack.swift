package import MediaCore

/// The sound of a movie: one unbroken stretch, which may begin before the picture and end after it.
package struct MovieAudioTrack: Sendable {
  /// How the sound is coded.
  package enum Coding: Sendable, Hashable {
    /// AAC-LC in packets of 1024 frames. `audioSpecificConfig` is that of ISO/IEC 14496-3, 1.6.2.1;
    /// `primingFrames` decode before the first frame of real sound.
    case aac(audioSpecificConfig: [UInt8], primingFrames: Int)
    /// Signed 16-bit samples, little-endian, channels interleaved, as phones write them.
    case lpcm16
  }

  /// How the sound is coded.
  package var coding: Coding
  /// Frames in a second, by the session's clock: what a device's clock drifts has been made good.
  package var sampleRate: Int
  /// 1 is mono; 2 is left, right.
  package var channelCount: Int
  /// The instant of the first frame of real sound, on the session's clock.
  package var startTime: MediaTime
  /// AAC packets; or plain samples in pieces of any number of whole frames.
  package var packets: [[UInt8]]
  /// Frames of real sound: without priming, and without what fills the last packet.
  package var frameCount: Int

  /// AAC sound. `frameCount` is the number of frames that went into the encoder.
  package init(
    aac packets: [[UInt8]], audioSpecificConfig: [UInt8], primingFrames: Int, frameCount: Int, sampleRate: Int,
    channelCount: Int, startTime: MediaTime
  ) {
    coding = .aac(audioSpecificConfig: audioSpecificConfig, primingFrames: primingFrames)
    self.packets = packets
    self.frameCount = frameCount
    self.sampleRate = sampleRate
    self.channelCount = channelCount
    self.startTime = startTime
  }

  /// Plain 16-bit sound, in pieces of any number of whole frames.
  package init(lpcm16 packets: [[UInt8]], sampleRate: Int, channelCount: Int, startTime: MediaTime) {
    coding = .lpcm16
    self.packets = packets
    frameCount = packets.reduce(0) { $0 + $1.count } / max(1, 2 * channelCount)
    self.sampleRate = sampleRate
    self.channelCount = channelCount
    self.startTime = startTime
  }
}

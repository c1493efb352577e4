package import MediaCore

/// The sound of a movie: one unbroken stretch, which may begin before the picture and end after it.
package struct MovieAudioTrack: Sendable {
  /// The description that holds for all of the sound. The rate is by the session's clock: what a device's clock drifts
  /// has been made good.
  package var sound: SoundDescription
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
    sound = SoundDescription(
      coding: .aac(audioSpecificConfig: audioSpecificConfig, primingFrames: primingFrames), sampleRate: sampleRate,
      channelCount: channelCount)
    self.packets = packets
    self.frameCount = frameCount
    self.startTime = startTime
  }

  /// Creates a track of plain 16-bit sound, in pieces of any number of whole frames.
  package init(lpcm16 packets: [[UInt8]], sampleRate: Int, channelCount: Int, startTime: MediaTime) {
    sound = SoundDescription(coding: .lpcm16, sampleRate: sampleRate, channelCount: channelCount)
    self.packets = packets
    frameCount = packets.reduce(0) { $0 + $1.count } / max(1, sound.frameBytes)
    self.startTime = startTime
  }
}

import ISOBoxes
package import MediaCore

/// What a movie that is written while it is being filmed says of itself before its first sample.
package struct FragmentedMovie: Sendable {
  /// The sound's track.
  package struct Sound: Sendable {
    /// How the sound is coded.
    package enum Coding: Sendable, Hashable {
      /// AAC-LC in packets of 1024 frames, of which the first `primingFrames` frames are not heard. `audioSpecificConfig`
      /// is that of ISO/IEC 14496-3, 1.6.2.1; `bitRate` is what the encoder aims at, in bits a second.
      case aac(audioSpecificConfig: [UInt8], primingFrames: Int, bitRate: Int)
      /// Signed 16-bit samples, little-endian, channels interleaved.
      case lpcm16
    }

    /// How the sound is coded.
    package var coding: Coding
    /// Frames in a second, which is the track's timescale.
    package var sampleRate: Int
    /// 1 is mono; 2 is left, right.
    package var channelCount: Int

    package init(coding: Coding, sampleRate: Int, channelCount: Int) {
      self.coding = coding
      self.sampleRate = sampleRate
      self.channelCount = channelCount
    }
  }

  /// What holds for all pictures.
  package var pictures: PictureDescription
  /// The sound, or `nil` for a silent movie without a track for it.
  package var sound: Sound?
  /// The local date of the movie's beginning.
  package var creationDate: WallTime
  /// What it says of itself: keys of the namespace `mdta` (see ``MovieKey``), and texts. The date is added.
  package var metadata: [(key: String, value: String)] = []

  /// A silent movie.
  package init(pictures: PictureDescription, creationDate: WallTime) {
    self.pictures = pictures
    self.creationDate = creationDate
  }

  func validate() throws(MovieError) {
    func refuse(_ context: String, _ message: String) -> MovieError {
      MovieError(.invalidParameter, context: context, message: message)
    }
    let sides = 1...Int(Int16.max)
    guard sides.contains(pictures.width), sides.contains(pictures.height) else {
      throw refuse("video", "A picture of \(pictures.width)x\(pictures.height) cannot be.")
    }
    guard pictures.configurationBox.lengthBytes == 4 else {
      throw refuse("video", "The decoder configuration is no record with lengths of four bytes.")
    }
    guard let sound else { return }
    guard (1...Int(UInt16.max)).contains(sound.sampleRate), (1...8).contains(sound.channelCount) else {
      throw refuse("audio", "Sound of \(sound.channelCount) channels at \(sound.sampleRate) Hz cannot be written.")
    }
    if case .aac(let configuration, let priming, let bitRate) = sound.coding {
      guard (2..<128).contains(configuration.count), priming >= 0, (1...10_000_000).contains(bitRate) else {
        throw refuse("audio", "Its configuration has \(configuration.count) bytes, its priming \(priming) frames.")
      }
    }
  }
}

import MediaCore

/// The part of the sound that is written, and the time at which it is heard.
struct AudioTimeline {
  static let packetFrames = 1024
  /// Packets kept before the one in which the movie begins: a decoder needs one to be right, Apple's two.
  private static let leadingPackets = 2

  /// Ticks of silence before the sound, when it begins after the picture.
  let emptyTicks: Int64
  let soundTicks: Int64
  /// The frame of the track's media at which the sound begins.
  let mediaStart: Int64
  /// The range that is written: packets for AAC, frames for plain samples.
  let written: Range<Int>
  /// The frames in each written sample: 1024 or 1.
  let sampleFrames: Int
  private let sampleRate: Int64

  /// The movie's tick at which a written sample begins, rounded down.
  func tick(ofSample index: Int) -> Int64 {
    let frames = Int64((index - written.lowerBound) * sampleFrames) - mediaStart
    return emptyTicks + Self.floorDivide(frames * Int64(VideoTimeline.timescale), sampleRate)
  }

  init(_ audio: MovieAudioTrack, video: VideoTimeline) throws(MovieError) {
    let ticksPerSecond = Int64(VideoTimeline.timescale)
    let rate = Int64(audio.sound.sampleRate)
    sampleRate = rate
    let shift = (video.origin - audio.startTime).converted(toTimescale: Int32(audio.sound.sampleRate))
    guard shift.isNumeric, abs(shift.value) < Int64(UInt32.max) else { throw Self.outside(audio, video) }
    // A beginning between two ticks is met to the frame: silence up to the next tick, and sound from within.
    let empty = max(0, -Self.floorDivide(shift.value * ticksPerSecond, rate))
    let begin = shift.value + (empty * rate + ticksPerSecond / 2) / ticksPerSecond
    let available = Int64(audio.frameCount) - begin
    guard begin >= 0, available > 0 else { throw Self.outside(audio, video) }
    let sound = min(video.durationTicks - empty, Self.floorDivide(available * ticksPerSecond, rate))
    guard sound > 0 else { throw Self.outside(audio, video) }
    // Rounded up, yet never past what is there: `sound` ticks fit into the available frames.
    let end = begin + (sound * rate + ticksPerSecond - 1) / ticksPerSecond
    emptyTicks = empty
    soundTicks = sound
    switch audio.sound.coding {
    case .lpcm16:
      sampleFrames = 1
      written = Int(begin)..<Int(end)
      mediaStart = 0
    case .aac(_, let priming):
      sampleFrames = Self.packetFrames
      let first = max(0, (priming + Int(begin)) / Self.packetFrames - Self.leadingPackets)
      written = first..<(priming + Int(end) - 1) / Self.packetFrames + 1
      mediaStart = Int64(priming + Int(begin) - first * Self.packetFrames)
    }
  }

  private static func outside(_ audio: MovieAudioTrack, _ video: VideoTimeline) -> MovieError {
    MovieError(
      .soundOutsideWindow, context: "audio",
      message: "Of \(audio.frameCount) frames from \(audio.startTime) on, none falls into the movie, which begins at "
        + "\(video.origin). Leave the sound out.")
  }

  private static func floorDivide(_ top: Int64, _ bottom: Int64) -> Int64 {
    let (quotient, remainder) = top.quotientAndRemainder(dividingBy: bottom)
    return remainder < 0 ? quotient - 1 : quotient
  }
}

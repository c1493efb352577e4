package import ByteCoding
package import MediaCore

/// Lays out the movie of a Live Photo as phones write it: `ftyp`, `wide`, `mdat`, `moov`, as a QuickTime file.
///
/// The movie begins with the first picture of the window and ends a nominal interval after the last. Samples
/// that are needed and not shown are in the file and left out by edit lists: pictures from the last sync sample on,
/// and the sound's priming. The same movie gives the same bytes. Compressed samples are not copied before they are
/// written.
package struct MovieWriter: Sendable {
  /// The duration of the movie, in its timescale.
  package let duration: MediaTime
  /// The time of the still in the movie: the time of a picture, in the movie's timescale.
  package let stillTime: MediaTime
  package let rope: ByteRope

  /// Lays out a movie.
  /// - Throws: ``MovieError`` with `.noFrames`, `.noSyncSample`, `.timesNotIncreasing`, `.stillOutsideWindow`,
  ///   `.soundOutsideWindow`, `.invalidSample`, `.invalidParameter` or `.tooLarge`.
  package init(_ movie: LivePhotoMovie) throws(MovieError) {
    try movie.video.validate()
    try movie.audio?.validate()
    let video = try VideoTimeline(movie)
    let audio: AudioTimeline? =
      if let track = movie.audio { try AudioTimeline(track, video: video) } else { nil }
    let media = try MediaLayout(movie.chunks(video, audio), bytes: movie.bytes(of:))
    rope = try media.file(
      description: MovieDescription(movie: movie, video: video, audio: audio, media: media).box)
    duration = MediaTime(value: video.durationTicks, timescale: VideoTimeline.timescale)
    stillTime = MediaTime(value: video.stillTick, timescale: VideoTimeline.timescale)
  }
}

extension LivePhotoMovie {
  /// The tracks' places in the file's order.
  static let (videoTrack, audioTrack, stillTrack) = (0, 1, 2)

  fileprivate func chunks(_ video: VideoTimeline, _ audio: AudioTimeline?) -> [MediaChunk] {
    let half = Int64(VideoTimeline.timescale) / 2
    func slot(_ tick: Int64) -> Int64 { tick >= 0 ? tick / half : (tick + 1) / half - 1 }
    var chunks = MediaChunk.chunks(of: video.written, track: Self.videoTrack) {
      slot(video.ticks[$0 - video.written.lowerBound])
    }
    if let audio {
      chunks += MediaChunk.chunks(of: audio.written, track: Self.audioTrack) { slot(audio.tick(ofSample: $0)) }
    }
    return chunks + [MediaChunk(track: Self.stillTrack, slot: slot(video.stillTick), samples: 0..<1)]
  }

  fileprivate func bytes(of chunk: MediaChunk) -> [[UInt8]] {
    if chunk.track == Self.videoTrack { return video.samples[chunk.samples].map(\.bytes) }
    guard chunk.track == Self.audioTrack, let audio else { return [TrackBuilder.stillSample] }
    guard audio.sound.coding == .lpcm16 else { return Array(audio.packets[chunk.samples]) }
    let frameBytes = audio.sound.frameBytes
    let wanted = chunk.samples.lowerBound * frameBytes..<chunk.samples.upperBound * frameBytes
    var pieces: [[UInt8]] = []
    var position = 0
    for packet in audio.packets {
      let here = wanted.clamped(to: position..<position + packet.count)
      if !here.isEmpty { pieces.append(Array(packet[here.lowerBound - position..<here.upperBound - position])) }
      position += packet.count
    }
    return pieces
  }
}

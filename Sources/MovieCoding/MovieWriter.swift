import ByteCoding
import ISOBoxes
import MediaCore

/// Lays out the movie of a Live Photo as phones write it: `ftyp`, `wide`, `mdat`, `moov`, as a QuickTime file.
///
/// The movie begins with the first picture of the window and ends a nominal interval after the last. Samples
/// that are needed and not shown are in the file and left out by edit lists: pictures from the last sync sample on,
/// and the sound's priming. The same movie gives the same bytes. Nothing is copied before it is written.
public struct MovieWriter: Sendable {
  /// What the times became.
  public let timing: MovieTiming
  /// The file, piece by piece: its beginning, the samples as they were given, and the movie's description.
  public let pieces: [SampleData]
  /// The bytes of the file.
  public let size: Int

  /// Lays out a movie.
  /// - Throws: ``MovieError`` with `.noFrames`, `.noSyncSample`, `.timesNotIncreasing`, `.stillOutsideWindow`,
  ///   `.soundOutsideWindow`, `.invalidSample`, `.invalidParameter` or `.tooLarge`.
  public init(_ movie: LivePhotoMovie) throws(MovieError) {
    try movie.validate()
    let video = try VideoTimeline(movie)
    let audio: AudioTimeline? =
      if let track = movie.audio { try AudioTimeline(track, video: video) } else { nil }
    let media = try MediaLayout(movie, video: video, audio: audio)
    let description = try MovieDescription(movie: movie, video: video, audio: audio, media: media).encoded()
    pieces = [SampleData(media.fileStart)] + media.samples + [SampleData(description)]
    size = pieces.reduce(0) { $0 + $1.count }
    func time(_ ticks: Int64) -> MediaTime { MediaTime(value: ticks, timescale: VideoTimeline.timescale) }
    timing = MovieTiming(
      start: video.origin, duration: time(video.duration), stillTime: time(video.stillTick),
      visibleFrames: video.ticks.count - video.leadingCount, leadingFrames: video.leadingCount,
      soundDuration: time(audio?.soundTicks ?? 0))
  }

  /// Hands the file to `body`, piece after piece. The bytes are lent for the length of each call.
  public func write<Failure: Error>(to body: (UnsafeRawBufferPointer) throws(Failure) -> Void) throws(Failure) {
    for piece in pieces {
      // withBytes rethrows untyped errors, so the typed one is carried out by hand.
      var failure: Failure?
      piece.withBytes { bytes in
        do throws(Failure) { try body(bytes) } catch { failure = error }
      }
      if let failure { throw failure }
    }
  }

  /// The whole file in one array: a copy, for tests and small movies.
  public func bytes() -> [UInt8] {
    var all: [UInt8] = []
    all.reserveCapacity(size)
    write { all.append(contentsOf: $0) }
    return all
  }
}

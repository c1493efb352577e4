package import ByteCoding
import ISOBoxes
package import MediaCore

/// A QuickTime movie of samples that were compressed elsewhere. ``MovieEditor`` makes the movie of a Live Photo of it.
///
/// The movie's time 0 is that of presentation time 0 of all tracks: sound that begins later than the picture begins
/// later in the movie.
package struct PacketMovie: Sendable {
  package var tracks: [PacketTrack]
  /// The date that the headers have, or `nil` for none.
  package var date: WallTime?

  /// Units in a second of the movie's durations and edit lists: those of phones.
  static let timescale: Int32 = 600

  package init(tracks: [PacketTrack], date: WallTime? = nil) {
    self.tracks = tracks
    self.date = date
  }

  /// The movie as it will be written: `ftyp`, `wide`, `mdat` and `moov`.
  /// - Throws: ``MovieError`` with `.noFrames` when no track has samples, with `.timesNotIncreasing` when decoding
  ///   times do not rise, with `.invalidParameter` or `.tooLarge` for what no file can hold.
  package func rope() throws(MovieError) -> ByteRope {
    let tracks = tracks.filter { !$0.packets.isEmpty }
    guard !tracks.isEmpty else {
      throw MovieError(.noFrames, context: "movie", message: "No track has a sample.")
    }
    var layouts: [PacketLayout] = []
    for (index, track) in tracks.enumerated() { layouts.append(try PacketLayout(track, id: UInt32(index + 1))) }
    let media = try MediaLayout(layouts.flatMap(\.chunks)) { chunk in
      tracks[chunk.track].packets[chunk.samples].map(\.data)
    }
    let date = date.map { QuickTimeDate($0) } ?? QuickTimeDate(seconds: 0)
    var header = MovieHeaderBox(
      timescale: UInt32(Self.timescale), duration: layouts.map(\.movieTicks).max() ?? 0,
      nextTrackID: UInt32(layouts.count + 1))
    date.stamp(&header)
    let boxes = layouts.indices.map { layouts[$0].box(date: date, offsets: media.offsets(of: $0)) }
    return try media.file(description: ContainerBox("moov", [header] + boxes))
  }
}

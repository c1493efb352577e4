public import ByteCoding
import ISOBoxes
public import MediaCore

/// A QuickTime movie of samples that were compressed elsewhere. ``MovieEditor`` makes the movie of a Live Photo of it.
///
/// The movie's time 0 is that of presentation time 0 of all tracks: sound that begins later than the picture begins
/// later in the movie.
public struct PacketMovie: Sendable {
  /// The tracks, pictures first.
  public var tracks: [PacketTrack]
  /// The date that the headers have, or `nil` for none.
  public var date: WallTime?

  /// Units in a second of the movie's durations and edit lists: those of phones.
  static let timescale: Int32 = 600

  /// A movie of tracks.
  public init(tracks: [PacketTrack], date: WallTime? = nil) {
    self.tracks = tracks
    self.date = date
  }

  /// The movie as it will be written: `ftyp`, `wide`, `mdat` and `moov`.
  /// - Throws: ``MovieError`` with `.noFrames` when no track has samples, with `.timesNotIncreasing` when decoding
  ///   times do not rise, with `.invalidParameter` or `.tooLarge` for what no file can hold.
  public func rope() throws(MovieError) -> ByteRope {
    let tracks = tracks.filter { !$0.packets.isEmpty }
    guard !tracks.isEmpty else {
      throw MovieError(.noFrames, context: "movie", message: "No track has a sample.")
    }
    var layouts: [PacketLayout] = []
    for (index, track) in tracks.enumerated() { layouts.append(try PacketLayout(track, number: index + 1)) }
    let payload = tracks.reduce(0) { $0 + $1.packets.reduce(0) { $0 + $1.data.count } }
    guard payload < Int(UInt32.max) - 0x100_0000 else {
      throw MovieError(
        .tooLarge, context: "mdat", message: "The samples have \(payload) bytes; a movie can have 4 GiB.")
    }
    do {
      var writer = ByteWriter()
      try FileTypeBox.quickTime.encode(to: &writer)
      try FreeSpaceBox(type: "wide").encode(to: &writer)
      BoxHeader(type: "mdat", payloadSize: UInt64(payload)).encode(to: &writer)
      var rope = ByteRope(writer.contents)
      var offsets = layouts.map { _ in [UInt64]() }
      for chunk in Self.interleaved(layouts) {
        offsets[chunk.track].append(UInt64(rope.count))
        for packet in tracks[chunk.track].packets[chunk.packets] { rope.append(packet.data) }
      }
      rope.append(try description(layouts, offsets).encoded())
      return rope
    } catch {
      throw MovieError(.invalidParameter, context: "moov", message: "A value does not fit its field.", cause: error)
    }
  }

  /// Half a second of each track in turn, so that a player reads straight on.
  private static func interleaved(_ layouts: [PacketLayout]) -> [(track: Int, packets: Range<Int>)] {
    let chunks = layouts.enumerated().flatMap { index, layout in
      layout.chunks.map { (slot: $0.slot, track: index, packets: $0.packets) }
    }
    return chunks.sorted { ($0.slot, $0.track, $0.packets.lowerBound) < ($1.slot, $1.track, $1.packets.lowerBound) }
      .map { ($0.track, $0.packets) }
  }

  private func description(_ layouts: [PacketLayout], _ offsets: [[UInt64]]) -> ContainerBox {
    let date = date.map { QuickTimeDate($0) } ?? QuickTimeDate(seconds: 0)
    let boxes = zip(layouts, offsets).map { layout, offsets in layout.box(date: date, offsets: offsets) }
    let longest = layouts.map(\.movieDuration).max() ?? 0
    var header = MovieHeaderBox(
      timescale: UInt32(Self.timescale), duration: longest, nextTrackID: UInt32(layouts.count + 1))
    date.stamp(&header)
    return ContainerBox("moov", [header] + boxes)
  }
}

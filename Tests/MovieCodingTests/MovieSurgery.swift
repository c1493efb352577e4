import ByteCoding
import ISOBoxes
import MediaCore
import MovieCoding

/// A movie in parts that can be put together again in other ways than writers do.
struct MovieSurgery {
  let bytes: [UInt8]
  let payload: [UInt8]
  var movie: ContainerBox
  /// Where the payload of `mdat` lay.
  let base: Int

  /// Takes apart a movie of `ftyp`, `wide`, `mdat` and `moov`.
  init() throws {
    let streams = try EncodedStreams.shared.get()
    bytes = try MovieWriter(SampleMovie.movie(streams, count: 24, audio: SampleMovie.aac(streams))).rope.contents()
    let file = try MovieReader().read(bytes)
    movie = file.box
    let data = file.outline.first { $0.header.type == "mdat" }!
    base = data.offset + data.header.headerSize
    payload = Array(bytes[base..<base + Int(data.header.payloadSize)])
  }

  /// The movie's bytes, with its samples moved.
  func description(movingSamplesBy distance: Int, wide: Bool = false) throws -> [UInt8] {
    var copy = movie
    for index in copy.children.indices {
      guard var track = copy.children[index] as? ContainerBox, track.type == "trak" else { continue }
      track.update(["mdia", "minf", "stbl"]) { table in
        guard let place = table.children.firstIndex(where: { $0 is ChunkOffsetBox }),
          let old = table.children[place] as? ChunkOffsetBox
        else { return }
        let offsets = old.offsets.map { UInt64(Int($0) + distance) }
        table.children[place] =
          wide
          ? UnknownBox(
            type: "co64",
            payload: Self.big(0) + Self.big(offsets.count) + offsets.flatMap { Self.big(0) + Self.big(Int($0)) })
          : ChunkOffsetBox(offsets: offsets)
      }
      copy.children[index] = track
    }
    return try copy.encoded()
  }

  /// Changes the tracks' tables.
  mutating func updateTracks(_ change: (inout ContainerBox) throws -> Void) rethrows {
    for index in movie.children.indices {
      guard var track = movie.children[index] as? ContainerBox, track.type == "trak" else { continue }
      try change(&track)
      movie.children[index] = track
    }
  }

  static func big(_ number: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) } }

  static func box(_ type: String, _ payload: [UInt8]) -> [UInt8] {
    big(8 + payload.count) + Array(type.utf8) + payload
  }
}

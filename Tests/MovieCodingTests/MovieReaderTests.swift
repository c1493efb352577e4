import ByteCoding
import ISOBoxes
import MediaCore
import MovieCoding
import Testing

struct MovieReaderTests {
  private let bytes: [UInt8]

  init() throws {
    let streams = try EncodedStreams.shared.get()
    bytes = try MovieWriter(SampleMovie.movie(streams, audio: SampleMovie.aac(streams))).rope.contents()
  }

  /// A movie whose samples are gone: what is read is the description alone. It is short, but no table of it is empty
  /// and the first picture shown is not the first one kept, so that damage has everything to hit.
  private func withoutSamples() throws -> [UInt8] {
    let streams = try EncodedStreams.shared.get()
    let short = SampleMovie.movie(streams, first: 33, count: 6, audio: SampleMovie.aac(streams))
    let bytes = try MovieWriter(short).rope.contents()
    let file = try MovieReader().read(bytes)
    let movie = try #require(file.outline.last)
    return Array(bytes[..<28]) + Array(bytes[movie.offset...])
  }

  @Test("a movie that is cut off anywhere is refused")
  func truncated() throws {
    let short = try withoutSamples()
    for count in 0..<short.count {
      #expect(
        try #require(throws: MovieError.self) { try MovieReader().read(Array(short[..<count])) }.code == .malformed)
    }
  }

  @Test(
    "a movie with any byte changed is read or refused, never trapped over", arguments: [0, 1, 0x7f, 0xff] as [UInt8])
  func damaged(value: UInt8) throws {
    let short = try withoutSamples()
    var outcomes = (read: 0, refused: 0)
    for index in short.indices where short[index] != value {
      var copy = short
      copy[index] = value
      do throws(MovieError) {
        let file = try MovieReader().read(copy)
        _ = (file.stillTime, file.length, file.contentIdentifier)
        for track in file.tracks { _ = try track.samples() }
        outcomes.read += 1
      } catch {
        #expect(!error.description.isEmpty)
        outcomes.refused += 1
      }
    }
    #expect(outcomes.read > 0 && outcomes.refused > 0)
  }

  @Test("a file without ftyp is read, and one without moov is not")
  func missingParts() throws {
    #expect(try MovieReader().read(Array(bytes[20...])).contentIdentifier == SampleMovie.identifier)
    #expect(throws: MovieError.self) { try MovieReader().read(Array(bytes[..<28])) }
    #expect(throws: MovieError.self) { try MovieReader().read([]) }
  }

  @Test("tables that announce billions of samples are refused quickly")
  func hugeTables() throws {
    func file(_ table: [any Box]) throws -> [UInt8] {
      let media = ContainerBox(
        "mdia",
        [
          MediaHeaderBox(timescale: 600, duration: 1),
          HandlerBox(componentType: "mhlr", subtype: "soun", name: "x"),
          ContainerBox("minf", [ContainerBox("stbl", table)]),
        ])
      let movie = ContainerBox(
        "moov",
        [
          MovieHeaderBox(timescale: 600, duration: 1, nextTrackID: 2),
          ContainerBox("trak", [TrackHeaderBox(trackID: 1, duration: 1), media]),
        ])
      return try movie.encoded()
    }
    let one = TimeToSampleBox(durations: [1])
    let chunks = SampleToChunkBox(chunkSizes: [Int(UInt32.max)])
    let offsets = ChunkOffsetBox(offsets: [.max])
    for count: UInt32 in [.max, 2_000_000, 1] {
      let bytes = try file([one, chunks, SampleSizeBox(constantSize: 2, sampleCount: count), offsets])
      let track = try #require(try MovieReader().read(bytes).tracks.first)
      #expect(throws: MovieError.self) { try track.samples() }
    }
    let good = [one, chunks, SampleSizeBox(constantSize: 2, sampleCount: 1), ChunkOffsetBox(offsets: [7])] as [any Box]
    #expect(try MovieReader().read(try file(good)).tracks[0].samples().map(\.offset) == [7])
  }
}

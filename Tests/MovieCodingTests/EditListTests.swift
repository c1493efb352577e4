import ByteCoding
import ISOBoxes
import MediaCore
import MovieCoding
import TestSupport
import Testing

/// Edit lists of every kind. Expected times are worked out by hand: ten pictures of 20 units, at 600 a second both in
/// the movie and the media.
@Suite struct EditListTests {
  private func shown(_ edits: [EditListBox.Entry], shifts: [Int32] = [], timescale: UInt32 = 600) throws
    -> [ShownSample]
  {
    var table: [any Box] = [
      TimeToSampleBox(durations: [UInt32](repeating: 20, count: 10)),
      SampleToChunkBox(chunkSizes: [10]),
      SampleSizeBox(constantSize: 2, sampleCount: 10), ChunkOffsetBox(offsets: [8]),
    ]
    if let offsets = CompositionOffsetBox(offsets: shifts) { table.append(offsets) }
    let media = ContainerBox(
      "mdia",
      [
        MediaHeaderBox(timescale: 600, duration: 200),
        HandlerBox(componentType: "mhlr", subtype: "vide", name: "x"),
        ContainerBox("minf", [ContainerBox("stbl", table)]),
      ])
    var header = TrackHeaderBox(trackID: 1, duration: 200)
    header.header.flags = 0x0f
    let list: [any Box] = edits.isEmpty ? [] : [ContainerBox("edts", [EditListBox(entries: edits)])]
    let movie = ContainerBox(
      "moov",
      [MovieHeaderBox(timescale: timescale, duration: 200, nextTrackID: 2)]
        + [ContainerBox("trak", [header] + list + [media])] as [any Box])
    return try MovieReader().read(try movie.encoded() + [UInt8](repeating: 0, count: 20)).shownFrames()
  }

  private func expect(
    _ shown: [ShownSample], _ expected: [(sample: Int, time: Int64, duration: Int64)],
    _ place: SourceLocation = #_sourceLocation
  ) {
    #expect(shown.map(\.sampleIndex) == expected.map(\.sample), sourceLocation: place)
    #expect(shown.map(\.time) == expected.map { MediaTime(value: $0.time, timescale: 600) }, sourceLocation: place)
    #expect(
      shown.map(\.duration) == expected.map { MediaTime(value: $0.duration, timescale: 600) }, sourceLocation: place)
  }

  @Test("without a list, all pictures are shown from their own times on")
  func none() throws {
    expect(try shown([]), (0..<10).map { ($0, Int64($0) * 20, 20) })
  }

  @Test("a cut within pictures shortens the first and the last")
  func trimmed() throws {
    expect(
      try shown([.init(segmentDuration: 50, mediaTime: 30)]), [(1, 0, 10), (2, 10, 20), (3, 30, 20)])
    expect(
      try shown([.init(segmentDuration: 45, mediaTime: 30)]), [(1, 0, 10), (2, 10, 20), (3, 30, 15)])
  }

  @Test("empty edits delay, several stretches follow one another, a picture may be shown twice")
  func stretches() throws {
    let edits: [EditListBox.Entry] = [
      .init(segmentDuration: 7, mediaTime: -1), .init(segmentDuration: 3, mediaTime: -1),
      .init(segmentDuration: 40, mediaTime: 160), .init(segmentDuration: 30, mediaTime: -1),
      .init(segmentDuration: 30, mediaTime: 0),
    ]
    expect(try shown(edits), [(8, 10, 20), (9, 30, 20), (0, 80, 20), (1, 100, 10)])
  }

  @Test("an edit of rate 0 holds one picture")
  func dwell() throws {
    let edits: [EditListBox.Entry] = [
      .init(segmentDuration: 20, mediaTime: 0), .init(segmentDuration: 100, mediaTime: 45, rate: Fixed16(0)),
      .init(segmentDuration: 20, mediaTime: 60),
    ]
    expect(try shown(edits), [(0, 0, 20), (2, 20, 100), (3, 120, 20)])
  }

  @Test("an edit of another rate shows the media faster or slower")
  func rates() throws {
    expect(
      try shown([.init(segmentDuration: 30, mediaTime: 20, rate: Fixed16(2))]),
      [(1, 0, 10), (2, 10, 10), (3, 20, 10)])
    expect(
      try shown([.init(segmentDuration: 60, mediaTime: 20, rate: Fixed16(rawValue: 0x8000))]),
      [(1, 0, 40), (2, 40, 20)])
  }

  @Test("pictures are in the order in which they are shown, whatever order they are decoded in, before 0 too")
  func reordered() throws {
    // Decoded I P B B, at −20 at the earliest: the list begins where nothing is cut off.
    let shifts: [Int32] = [0, 40, -20, -20, 0, 40, -20, -20, 0, 0]
    let order = [0, 2, 3, 1, 4, 6, 7, 5, 8, 9]
    expect(
      try shown([.init(segmentDuration: 200, mediaTime: 0)], shifts: shifts),
      order.enumerated().map { ($0.element, Int64($0.offset) * 20, 20) })
    // Without a list, what comes before 0 is where the movie begins.
    expect(
      try shown([], shifts: [-20] + [Int32](repeating: -20, count: 9)),
      (0..<10).map { ($0, Int64($0) * 20, 20) })
  }

  @Test("an edit behind the media's end shows nothing of it")
  func beyond() throws {
    expect(
      try shown([.init(segmentDuration: 20, mediaTime: 400), .init(segmentDuration: 20, mediaTime: 180)]),
      [(9, 20, 20)])
  }

  @Test("the movie's units may be others than the media's")
  func units() throws {
    // 1000 units a second: 50 of them are 30 of the media's.
    expect(
      try shown([.init(segmentDuration: 50, mediaTime: 30)], timescale: 1000), [(1, 0, 10), (2, 10, 20)])
  }

  @Test("a list too long to be true is refused, not obeyed")
  func flood() throws {
    let all = EditListBox.Entry(segmentDuration: 200, mediaTime: 0)
    #expect(try shown([EditListBox.Entry](repeating: all, count: 1000)).count == 10_000)
    let error = try #require(throws: MovieError.self) { try shown([EditListBox.Entry](repeating: all, count: 50_000)) }
    #expect(error.code == .tooLarge)
  }
}

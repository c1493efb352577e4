import ByteCoding
import Foundation
import ISOBoxes
import MediaCore
import MovieCoding
import TestSupport
import Testing

struct MovieWriterTests {
  private let streams: EncodedStreams

  init() throws { streams = try EncodedStreams.shared.get() }

  @Test("the file is ftyp, wide, mdat, moov, and its parts are in the order phones have")
  func layout() throws {
    let writer = try MovieWriter(SampleMovie.movie(streams, audio: SampleMovie.aac(streams)))
    let bytes = try writer.rope.contents()
    #expect(bytes.count == writer.rope.count)
    #expect(Array(bytes[..<28]) == Array("\0\0\0\u{14}ftypqt  \0\0\0\0qt  \0\0\0\u{8}wide".utf8))
    let file = try MovieReader().read(bytes)
    #expect(file.outline.map(\.header.type) == ["ftyp", "wide", "mdat", "moov"])
    #expect(file.box.children.map(\.type) == ["mvhd", "trak", "trak", "trak", "meta"])
    #expect(file.tracks.map(\.handler) == ["vide", "soun", "meta"])
    #expect(file.tracks.map(\.id) == [1, 2, 3] && file.header.nextTrackID == 4)
    #expect(file.tracks.map(\.codec) == ["avc1", "mp4a", "mebx"])
    func names(_ node: StructureNode) -> [String] { [node.name] + node.children.flatMap(names) }
    #expect(
      names(file.tracks[0].box.structure(at: 0)) == [
        "trak", "tkhd", "tapt", "clef", "prof", "enof", "edts", "elst", "mdia", "mdhd", "hdlr", "minf", "vmhd", "hdlr",
        "dinf", "dref", "alis", "stbl", "stsd", "avc1", "avcC", "colr", "clap", "stts", "stss", "sdtp", "stsc", "stsz",
        "stco",
      ])
  }

  @Test("keys are written in order, as text, with the identifier first")
  func metadata() throws {
    let file = try MovieReader().read(try MovieWriter(SampleMovie.movie(streams)).rope.contents())
    #expect(
      file.metadata.map { $0.key.dropFirst("com.apple.quicktime.".count) } == [
        "content.identifier", "make", "model", "software", "creationdate",
      ])
    #expect(
      file.metadata.map(\.value.text) == [
        SampleMovie.identifier, "Linux", "Scene camera", "livecam", "2026-11-21T04:40:05-0530",
      ])
    var plain = SampleMovie.movie(streams)
    (plain.make, plain.model, plain.software) = (nil, nil, nil)
    #expect(try MovieReader().read(try MovieWriter(plain).rope.contents()).metadata.count == 2)
  }

  @Test("pictures are shown on the nearest tick, and those before the window are left out by the edit list")
  func times() throws {
    let writer = try MovieWriter(SampleMovie.movie(streams, first: 40, count: 60))
    let file = try MovieReader().read(writer.rope.contents())
    let track = try #require(file.videoTrack)
    let samples = try track.samples()
    let expected = SampleMovie.ticks(first: 40, count: 60)
    #expect(try file.shownFrames().count == 60)
    #expect(track.edits.count == 1 && samples.count == 70 && samples[0].isSync)
    let start = track.edits[0].mediaTime
    #expect(samples.dropFirst(10).map { $0.presentationTime - start } == expected)
    #expect(samples.prefix(10).allSatisfy { $0.presentationTime < start })
    #expect(samples.indices.filter { samples[$0].isSync } == [0, 30, 60])
    #expect(file.duration == UInt64(expected[59] + 20))
    #expect(track.edits[0].segmentDuration == file.duration && track.duration == file.duration)
    #expect(track.mediaDuration == file.duration + UInt64(start))
    #expect(writer.duration == file.length)
  }

  @Test("the visible ticks do not depend on what lies before the window", arguments: [30, 31, 45, 59, 60, 0])
  func sharedEncode(first: Int) throws {
    let movie = SampleMovie.movie(streams, first: first, count: 30)
    let file = try MovieReader().read(try MovieWriter(movie).rope.contents())
    let track = try #require(file.videoTrack)
    let start = track.edits[0].mediaTime
    let visible = try track.samples().map { $0.presentationTime - start }.filter { $0 >= 0 }
    #expect(visible == SampleMovie.ticks(first: first, count: 30))
    #expect(track.sampleCount == 30 + first % 30)
  }

  @Test("the still falls on a picture's tick, and its track is the last")
  func stillTime() throws {
    let movie = SampleMovie.movie(streams, first: 40, count: 60)
    let file = try MovieReader().read(try MovieWriter(movie).rope.contents())
    let expected = SampleMovie.ticks(first: 40, count: 60)[40]
    #expect(file.stillTime == MediaTime(value: expected, timescale: 600))
    #expect(file.tracks.last?.metadataKeys == [1: "com.apple.quicktime.still-image-time"])
    #expect(file.tracks.last?.edits.last == .init(segmentDuration: 1, mediaTime: 0))
    #expect(file.tracks.last?.duration == UInt64(expected + 1))
  }

  @Test("a still goes to the nearer of two pictures; at the beginning it is marked in its picture, but not at 0")
  func nearestFrame() throws {
    func tick(_ shift: Double, count: Int = 60, without lost: Int = 0) throws -> Int64 {
      var movie = SampleMovie.movie(streams, first: 40, count: count)
      if lost > 0, let first = movie.video.samples.firstIndex(where: { movie.window.contains($0.time) }) {
        movie.video.samples.removeSubrange(first + 1...first + lost)
      }
      movie.stillTime = movie.window.start + MediaTime(seconds: shift, preferredTimescale: 1_000_000)
      return try MovieWriter(movie).stillTime.value
    }
    let ticks = SampleMovie.ticks(first: 40, count: 60)
    #expect(try tick(1.0) == ticks.min { abs($0 - 600) < abs($1 - 600) })
    #expect(ticks[1] == 18)
    #expect(try tick(0) == 6, "10 ms, of a picture that is shown for 30")
    #expect(try tick(0.01) == 6 && tick(0.02) == ticks[1])
    #expect(try tick(0, count: 1) == 6)
    #expect(try tick(0, without: 20) == 6, "however late the next picture is")
  }

  @Test("the still's track has the bytes of Apple Photos, with the reference that captures have")
  func stillTrack() throws {
    let bytes = try MovieWriter(SampleMovie.movie(streams)).rope.contents()
    let file = try MovieReader().read(bytes)
    let track = try #require(file.stillImageTimeTrack)
    let written = try track.box.encoded()
    #expect(written.count == 604)
    let offset = try #require(try track.samples().first?.offset)
    #expect(Array(bytes[Int(offset)..<Int(offset) + 9]) == [0, 0, 0, 9, 0, 0, 0, 1, 0xff])
    let date: UInt32 = UInt32(1_795_255_805 + 2_082_844_800)
    let still = UInt32(try #require(file.stillTime).value)
    #expect(written == StillTrackLayout.bytes(id: 2, still: still, date: date, offset: UInt32(offset)))
  }

  @Test("each half second of a track lies together, and samples lie where the tables say")
  func interleaving() throws {
    let movie = SampleMovie.movie(streams, first: 40, count: 60, audio: SampleMovie.aac(streams))
    let bytes = try MovieWriter(movie).rope.contents()
    let file = try MovieReader().read(bytes)
    let payload = try #require(file.outline.first { $0.header.type == "mdat" })
    var covered: [Range<Int>] = []
    for track in file.tracks {
      for sample in try track.samples() { covered.append(Int(sample.offset)..<Int(sample.offset) + sample.size) }
    }
    covered.sort { $0.lowerBound < $1.lowerBound }
    #expect(covered.first?.lowerBound == payload.offset + 8)
    #expect(covered.last?.upperBound == payload.offset + 8 + Int(payload.header.payloadSize))
    #expect(zip(covered, covered.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound }, "no gap, no overlap")
    let video = try #require(file.videoTrack).samples()
    for (index, sample) in video.enumerated() {
      let start = Int(sample.offset)
      #expect(firstDifference(Array(bytes[start..<start + sample.size]), streams.pictures[30 + index].bytes) == nil)
    }
    #expect(file.tracks[0].sampleTable.first(ChunkOffsetBox.self)?.offsets.count == 5)
  }

  @Test("the same movie gives the same bytes, whole or in pieces")
  func deterministic() throws {
    let movie = SampleMovie.movie(streams, audio: SampleMovie.aac(streams))
    let first = try MovieWriter(movie).rope
    var pieces: [UInt8] = []
    try first.write { pieces.append(contentsOf: $0) }
    #expect(firstDifference(try MovieWriter(movie).rope.contents(), pieces) == nil)
    #expect(pieces.count == first.count)
  }

  @Test("an error of the sink comes through, and nothing is written after it")
  func sinkError() throws {
    struct Full: Error {}
    let writer = try MovieWriter(SampleMovie.movie(streams))
    var calls = 0
    #expect(throws: Full.self) {
      try writer.rope.write { _ in
        calls += 1
        if calls == 3 { throw Full() }
      }
    }
    #expect(calls == 3)
  }

  @Test("a picture is turned by the track's matrix", arguments: Orientation.allCases)
  func orientation(orientation: Orientation) throws {
    var movie = SampleMovie.movie(streams)
    movie.video.pictures.orientation = orientation
    let file = try MovieReader().read(try MovieWriter(movie).rope.contents())
    #expect(file.videoTrack?.matrix.clockwiseDegrees == orientation.clockwiseDegrees)
    // The picture's corners stay within the turned frame: the least of both coordinates is 0.
    let elements = try #require(file.videoTrack?.matrix.elements).map { Int($0) >> 16 }
    let corners = [(0, 0), (320, 0), (0, 240), (320, 240)].map { x, y in
      (elements[0] * x + elements[3] * y + elements[6], elements[1] * x + elements[4] * y + elements[7])
    }
    #expect(corners.map(\.0).min() == 0 && corners.map(\.1).min() == 0)
  }

  @Test("from 2040 on dates have 64 bits")
  func lateDates() throws {
    var movie = SampleMovie.movie(streams)
    movie.creationDate = WallTime(secondsSince1970: 2_400_000_000, nanosecond: 0, utcOffsetSeconds: 0)
    let header = try #require(
      try MovieReader().read(try MovieWriter(movie).rope.contents()).box.first(MovieHeaderBox.self))
    #expect(header.header.version == 1 && header.creationTime == 2_400_000_000 + 2_082_844_800)
  }
}

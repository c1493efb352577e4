import ByteCoding
import FileStorage
import Foundation
import ISOBoxes
import MediaCore
import MovieCoding
import TestSupport
import Testing

/// What is read of phones' movies, against the listings that other parsers made of the same files.
@Suite struct PhoneDumpTests {
  private static func dump(_ path: String) throws -> AtomDump {
    let url = URL(fileURLWithPath: path)
    return try AtomDump(
      url.deletingLastPathComponent().path + "/dumps/" + url.lastPathComponent + ".atoms.txt")
  }

  @Test(
    "every box is where the listing has it, and as large",
    .enabled(if: !MovieFixtures.phones.isEmpty, "\(LivePhotoFixtures.phonesAreMissing)"),
    arguments: MovieFixtures.phones)
  func boxes(_ path: String) throws {
    let dump = try Self.dump(path)
    let file = try MovieReader().read(FileBytes(path))
    #expect(dump.places.count > 50)
    var places: Set<AtomDump.Place> = []
    func collect(_ nodes: [StructureNode]) {
      for node in nodes {
        places.insert(AtomDump.Place(type: node.name, offset: node.offset, size: node.size))
        collect(node.children)
      }
    }
    collect(file.structure())
    #expect(dump.places.filter { !places.contains($0) } == [])
    #expect(file.damages.isEmpty)
    let size = try FileBytes(path).count
    #expect(file.layout.damage == nil && file.layout.end == size)
  }

  @Test(
    "tracks, edit lists, keys, dates and the still's place are those of the listing",
    .enabled(if: !MovieFixtures.phones.isEmpty, "\(LivePhotoFixtures.phonesAreMissing)"),
    arguments: MovieFixtures.phones)
  func values(_ path: String) throws {
    let dump = try Self.dump(path)
    let file = try MovieReader().read(FileBytes(path))
    #expect(file.timescale == dump.timescale && file.duration == dump.duration)
    #expect(file.header.creationTime == dump.creationTime)
    #expect(file.metadata.map(\.key) == dump.keys)
    for (key, text) in dump.texts { #expect(file.text(of: key) == text, "\(key)") }
    #expect(file.contentIdentifier == dump.texts[MovieKey.contentIdentifier] && file.contentIdentifier != nil)
    let tick = try #require(dump.stillTick)
    #expect(file.stillTime == MediaTime(value: Int64(tick), timescale: Int32(dump.timescale)))
    #expect(file.tracks.count == dump.tracks.count)
    for (track, listed) in zip(file.tracks, dump.tracks) {
      #expect(track.id == listed.id)
      #expect(track.handler.description == listed.handler)
      #expect(track.codec?.description == listed.codec)
      #expect(track.timescale == listed.timescale && track.mediaDuration == listed.mediaDuration)
      #expect(track.edits == listed.edits)
      #expect(track.sampleCount == listed.sampleCount)
      #expect(Set(track.metadataKeys.values) == Set(listed.timedKeys))
      // The listing shortens long lists of sync samples.
      guard let sync = listed.syncSamples else { continue }
      let samples = try track.samples()
      #expect(samples.indices.filter { samples[$0].isSync }.map { $0 + 1 } == sync)
    }
    #expect(file.videoTrack?.id == 1)
  }

  @Test(
    "samples are where ffprobe finds them, with its times",
    arguments: MovieFixtures.paths)
  func samples(_ path: String) throws {
    try ProbedPacket.compare(try MovieReader().read(FileBytes(path)), with: path)
  }

  @Test(
    "the movies at the end of motion photos read as ffprobe reads them",
    arguments: LivePhotoFixtures.motionPhotos)
  func motionPhotos(_ path: String) throws {
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    let type = try #require(bytes.range(of: Data("ftyp".utf8), options: .backwards, in: 16..<bytes.endIndex))
    let movie = try TemporaryFolder()
    let name = try movie.write(bytes[(type.lowerBound - 4)...], as: "movie.mp4")
    let file = try MovieReader().read(FileBytes(name))
    let video = try #require(file.videoTrack)
    #expect(video.codec == "avc1" || video.codec == "hvc1")
    guard !path.contains("shortened") else {
      // Whoever shortened them for tests emptied the table of sizes, over which ffprobe stumbles likewise.
      let error = try #require(throws: MovieError.self) { try video.samples() }
      #expect(error.description.contains("stsz"))
      return
    }
    #expect(video.sampleCount > 1)
    #expect(try !file.shownFrames().isEmpty)
    try ProbedPacket.compare(file, with: name)
  }
}

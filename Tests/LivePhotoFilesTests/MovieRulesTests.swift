import ByteCoding
import Foundation
import ISOBoxes
import MovieCoding
import TestSupport
import Testing

@testable import LivePhotoFiles

/// Each rule about the movie on a movie that is right but for one thing.
@Suite struct MovieRulesTests {
  private let good: [UInt8]

  init() throws { good = try SamplePair.good.get().movie }

  /// The rules that do not pass, and what one of them found.
  private func broken(
    _ expected: [Rule: RuleResult.Status], says text: String = "", _ edit: (inout ContainerBox) throws -> Void,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let results = try MovieRules.results(of: try Tampering.movie(good, edit)).filter { $0.value.status != .pass }
    #expect(results.mapValues(\.status) == expected, sourceLocation: sourceLocation)
    #expect(
      text.isEmpty || results.values.contains { $0.found.contains(text) }, "\(results.values)",
      sourceLocation: sourceLocation)
  }

  @Test("a movie that is right passes every rule")
  func right() throws {
    let results = try MovieRules.results(of: good)
    #expect(results.values.allSatisfy { $0.status == .pass }, "\(results.values)")
    #expect(results[.movieIdentifier]?.found == SamplePair.Recipe().identifier)
  }

  @Test("what lies behind the last box is told")
  func trailing() throws {
    let result = try MovieRules.results(of: good + [1, 2, 3])[.boxesNest]
    #expect(result?.status == .warning && result?.found.contains("3 bytes") == true)
    // Zeros look like the beginning of a box that goes to the file's end.
    let zeros = try MovieRules.results(of: good + [UInt8](repeating: 0, count: 200_000))[.boxesNest]
    #expect(zeros?.status == .warning && zeros?.found.contains("200000 bytes that begin with zeros") == true)
    #expect(try MovieRules.results(of: good + [UInt8](repeating: 0, count: 8))[.boxesNest]?.status == .pass)
  }

  @Test("another brand than QuickTime's is told, and no ftyp at all is fine")
  func brand() throws {
    var bytes = good
    bytes.replaceSubrange(8..<12, with: Array("mp42".utf8))
    #expect(try MovieRules.results(of: bytes)[.quickTimeContainer]?.status == .failure)
    bytes.replaceSubrange(4..<8, with: Array("free".utf8))
    let result = try MovieRules.results(of: bytes)[.quickTimeContainer]
    #expect(result?.status == .pass && result?.found == "no ftyp")
  }

  @Test("samples outside of mdat and tables that contradict each other are told")
  func tables() throws {
    try broken([.sampleTables: .failure], says: "not inside mdat") { movie in
      try movie.change(ChunkOffsetBox.self, at: ["mdia", "minf", "stbl"], track: 0) { $0.offsets[1] = 4 }
    }
    try broken([.sampleTables: .failure, .stillTime: .failure]) { movie in
      try movie.change(TimeToSampleBox.self, at: ["mdia", "minf", "stbl"], track: 0) { $0.entries[0].count += 1 }
    }
  }

  @Test("samples of a description that is not there are told, in any track", arguments: [0, -1], [0, 9] as [UInt32])
  func descriptions(track: Int, index: UInt32) throws {
    let bytes = try Tampering.movie(good) { movie in
      try movie.change(SampleToChunkBox.self, at: ["mdia", "minf", "stbl"], track: track) {
        $0.entries[0].descriptionIndex = index
      }
    }
    let result = try #require(try MovieRules.results(of: bytes)[.sampleTables])
    #expect(result.status == .failure && result.found.contains("description \(index), and there are 1"), "\(result)")
  }

  @Test("track numbers that are used twice or not below the next are told")
  func numbers() throws {
    try broken([.trackNumbers: .failure], says: "next 2") { movie in
      try movie.change(MovieHeaderBox.self) { $0.nextTrackID = 2 }
    }
    try broken([.trackNumbers: .failure], says: "1, 1") { movie in
      try movie.change(TrackHeaderBox.self, track: -1) { $0.trackID = 1 }
    }
  }

  @Test("no video track, two of them, a disabled one and an unknown codec are told")
  func video() throws {
    try broken([.oneVideoTrack: .failure], says: "avc1, avc1") { movie in
      var copy = try #require(movie.children.containers("trak").first)
      try copy.change(TrackHeaderBox.self) { $0.trackID = 3 }
      movie.children.insert(copy, at: 2)
      try movie.change(MovieHeaderBox.self) { $0.nextTrackID = 4 }
    }
    try broken([.oneVideoTrack: .failure, .stillTime: .failure, .trackReference: .warning], says: "no enabled") {
      movie in
      try movie.change(TrackHeaderBox.self, track: 0) { $0.header.flags = 0x0e }
    }
    try broken([.oneVideoTrack: .failure], says: "hev1") { movie in
      try movie.change(ListBox.self, at: ["mdia", "minf", "stbl"], track: 0) { box in
        let old = try #require(box.children[0] as? VisualSampleEntry)
        box.children[0] = VisualSampleEntry(
          "hev1", width: old.width, height: old.height, compressorName: "HEVC", extensions: old.extensions)
      }
    }
  }

  @Test("boxes that stand twice are told as failures, those of which nothing is known as warnings")
  func shape() throws {
    let tables: [FourCC] = ["mdia", "minf", "stbl"]
    for type in ["stts", "stsz", "stco"] as [FourCC] {
      try broken([.boxesNest: .failure], says: "two \(type) in stbl") { movie in
        try movie.changeTrack(0) { track in
          track.update(tables) { table in table.children += table.children.filter { $0.type == type } }
        }
      }
    }
    try broken([.boxesNest: .failure], says: "two mvhd in moov") { $0.children.append($0.children[0]) }
    try broken([.boxesNest: .warning], says: "moov holds a box 'trxk'") { movie in
      movie.children.append(UnknownBox(type: "trxk", payload: []))
    }
  }

  @Test(
    "H.264 of a studio's profile is refused, by the record or by the sequence in it",
    arguments: [(1, UInt8(244), "High 4:4:4"), (1, 122, "High 4:2:2"), (1, 110, "High 10"), (9, 244, "High 4:4:4")])
  func profiles(place: Int, number: UInt8, name: String) throws {
    // Record and sequence do not agree any more either.
    try broken([.h264Profile: .failure, .tracksPlay: .warning], says: name) { movie in
      try movie.change(ListBox.self, at: ["mdia", "minf", "stbl"], track: 0) { box in
        var entry = try #require(box.children[0] as? VisualSampleEntry)
        entry.extensions = entry.extensions.map { box in
          guard var configuration = box as? CodecConfigurationBox else { return box }
          configuration.record[place] = number
          return configuration
        }
        box.children[0] = entry
      }
    }
  }

  @Test(
    "sound that QuickTime does not have is refused, known or not",
    arguments: [
      ("Opus", RuleResult.Status.failure), ("fLaC", .failure), ("QQQQ", .failure), ("mp4a", .pass),
      ("ms\u{0}\u{11}", .pass),
      ("samr", .pass),
    ])
  func sound(_ name: String, _ status: RuleResult.Status) throws {
    let bytes = try Tampering.movie(good) { movie in
      var copy = try #require(movie.children.containers("trak").first)
      try copy.change(TrackHeaderBox.self) { $0.trackID = 3 }
      try copy.change(HandlerBox.self, at: ["mdia"]) { $0.subtype = "soun" }
      try copy.change(ListBox.self, at: ["mdia", "minf", "stbl"]) {
        $0.children = [UnknownBox(type: FourCC(stringLiteral: name), payload: [])]
      }
      movie.children.insert(copy, at: 2)
      try movie.change(MovieHeaderBox.self) { $0.nextTrackID = 4 }
    }
    #expect(try MovieRules.results(of: bytes)[.formats]?.status == status)
  }

  @Test("an edit list of more entries than any player goes along with is refused", arguments: [64, 65, 1025, 999_999])
  func edits(_ count: Int) throws {
    let bytes = try Tampering.movie(good) { movie in
      try movie.change(EditListBox.self, at: ["edts"], track: -1) { box in
        let pause = try #require(box.entries.first)
        let media = try #require(box.entries.last)
        var part = pause
        part.segmentDuration = 0
        box.entries = [pause] + [EditListBox.Entry](repeating: part, count: count - 2) + [media]
      }
    }
    let result = try #require(try MovieRules.results(of: bytes)[.editLists])
    #expect(result.status == (count <= 64 ? .pass : count <= 1024 ? .warning : .failure), "\(result)")
    #expect(result.found.contains("\(count) entries"))
  }

  @Test("a movie whose edits show no picture is refused without a look at pictures")
  func nothingShown() throws {
    let bytes = try Tampering.movie(good) { movie in
      try movie.change(EditListBox.self, at: ["edts"], track: 0) { box in
        for index in box.entries.indices { box.entries[index].segmentDuration = 0 }
      }
    }
    let result = try #require(try MovieRules.results(of: bytes)[.editLists])
    #expect(result.status == .failure && result.found.hasPrefix("no picture is shown"))
  }

  @Test("an identifier that is missing, no UUID, of another type or in another place is told")
  func identifier() throws {
    try broken([.movieIdentifier: .failure], says: "no identifier") { $0.children.removeAll { $0 is MetadataBox } }
    try broken([.movieIdentifier: .failure], says: "ISO form") { movie in
      try movie.change(MetadataBox.self) { $0.header = VersionAndFlags() }
    }
    for (value, says) in [("no-uuid", "no UUID"), (SamplePair.Recipe().identifier + "\0", "no UUID")] {
      try broken([.movieIdentifier: .failure], says: says) { movie in
        movie.children.removeAll { $0 is MetadataBox }
        movie.children.append(MetadataBox(items: [(MovieKey.contentIdentifier, MetadataValueBox(text: value))]))
      }
    }
    try broken([.movieIdentifier: .failure], says: "type 0") { movie in
      var value = MetadataValueBox(text: SamplePair.Recipe().identifier)
      value.valueType = 0
      movie.children.removeAll { $0 is MetadataBox }
      movie.children.append(MetadataBox(items: [(MovieKey.contentIdentifier, value)]))
    }
    let lower = SamplePair.Recipe().identifier.lowercased()
    try broken([:]) { movie in
      movie.children.removeAll { $0 is MetadataBox }
      movie.children.append(MetadataBox(items: [(MovieKey.contentIdentifier, MetadataValueBox(text: lower))]))
    }
  }

  @Test("a still's track that is missing, doubled, or of another kind is told")
  func stillTrack() throws {
    try broken(
      [.stillTrack: .failure, .stillTime: .failure, .trackReference: .notChecked], says: "no such track"
    ) { $0.removeTrack(-1) }
    try broken([.stillTrack: .failure], says: "2 such tracks") { movie in
      var copy = try #require(movie.children.containers("trak").last)
      try copy.change(TrackHeaderBox.self) { $0.trackID = 3 }
      movie.children.insert(copy, at: 2)
      try movie.change(MovieHeaderBox.self) { $0.nextTrackID = 4 }
    }
    try broken([.stillTrack: .failure], says: "another type") { movie in
      try movie.change(ListBox.self, at: ["mdia", "minf", "stbl"], track: -1) { box in
        box.children = [
          TimedMetadataSampleEntry(keys: [(MovieKey.stillImageTime, MetadataDatatypeBox(wellKnown: 66))])
        ]
      }
    }
    try broken([.stillTrack: .failure], says: "disabled") { movie in
      try movie.change(TrackHeaderBox.self, track: -1) { $0.header.flags = 0 }
    }
  }

  @Test("the value of the still's sample matters; 0 is only unusual")
  func stillValue() throws {
    let file = try MovieReader().read(good)
    let sample = try #require(try file.stillImageTimeTrack?.samples().first)
    for (value, status) in [(UInt8(0), RuleResult.Status.warning), (7, .failure)] {
      var bytes = good
      bytes[Int(sample.offset) + 8] = value
      #expect(try MovieRules.results(of: bytes)[.stillTrack]?.status == status)
    }
    var bytes = good
    bytes[Int(sample.offset) + 7] = 9
    #expect(try MovieRules.results(of: bytes)[.stillTrack]?.found == "no value in the sample")
  }

  @Test("a still at 0, after the end or far from every picture is told")
  func stillTime() throws {
    func moved(to tick: UInt64, says text: String) throws {
      // Its header says when it was.
      try broken([.stillTime: .failure, .times: .warning], says: text) { movie in
        try movie.change(EditListBox.self, at: ["edts"], track: -1) { box in
          let media = try #require(box.entries.last)
          box.entries = (tick > 0 ? [.init(segmentDuration: tick, mediaTime: -1)] : []) + [media]
        }
      }
    }
    try moved(to: 0, says: "stuck")
    try moved(to: 4000, says: "after the end")
    // The last picture stays for half a second, in the middle of which the still is to fall.
    try broken([.stillTime: .failure], says: "ms away") { movie in
      try movie.change(TimeToSampleBox.self, at: ["mdia", "minf", "stbl"], track: 0) { box in
        box.entries = [.init(count: 10, value: 20), .init(count: 1, value: 600), .init(count: 34, value: 8)]
      }
      try movie.change(EditListBox.self, at: ["edts"], track: -1) { box in
        box.entries[0].segmentDuration = 500
      }
    }
  }

  @Test("a reference to another track than the video is unusual")
  func reference() throws {
    try broken([.trackReference: .warning], says: "cdsc 2, which is not the video track") { movie in
      try movie.change(TrackReferenceBox.self, at: ["tref"], track: -1) { $0.trackIDs = [2] }
    }
    // As some phones write it.
    try broken([:]) { movie in
      try movie.change(TrackReferenceBox.self, at: ["tref"], track: -1) { $0.trackIDs = [1581] }
    }
    try broken([:]) { movie in
      try movie.changeTrack(-1) { track in track.children.removeAll { ($0 as? ContainerBox)?.type == "tref" } }
    }
  }

  @Test("movies of phones pass")
  func phones() throws {
    let paths = LivePhotoFixtures.paths(".mov")
    #expect(!paths.isEmpty)
    for path in paths {
      let results = try MovieRules.results(of: [UInt8](try Data(contentsOf: URL(fileURLWithPath: path))))
      for result in results.values { #expect(result.status == .pass, "\(path): \(result)") }
    }
  }
}

extension MovieRules {
  /// What each rule about movies says of a movie's bytes.
  static func results(of bytes: [UInt8]) throws -> [Rule: RuleResult] {
    let source = ArrayBytes(bytes, name: "IMG_0001.MOV")
    let results = MovieRules(file: try MovieReader().read(source), source: source).results
    return Dictionary(uniqueKeysWithValues: results.map { ($0.rule, $0) })
  }
}

import ByteCoding
import FileStorage
import Foundation
import ISOBoxes
import MediaCore
import MovieCoding
import StillCoding
import TestSupport
import Testing

/// Movies of phones with Photographic Styles, whose timed metadata and values are property lists.
@Suite struct MovieStylesTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A movie with the tracks of a style, whose curves are a list of these words of Python's.
  private func make(_ list: String, isXML: Bool = false) throws {
    try PhotographicStyles.write(list, as: "curves", isXML: isXML, in: folder)
    try make(curves: folder.read("curves"))
  }

  private func make(curves: [UInt8], change: (inout ContainerBox) -> Void = { _ in }) throws {
    let streams = try EncodedStreams.shared.get()
    try folder.write(curves, as: "curves")
    let movie = try MovieWriter(SampleMovie.movie(streams, count: 24, audio: SampleMovie.aac(streams))).rope.contents()
    try folder.write(movie, as: "plain.mov")
    try PhotographicStyles.addTracks(list: "curves", to: "plain.mov", as: "whole.mov", in: folder)
    let bytes = try folder.read("whole.mov")
    let file = try MovieReader().read(bytes)
    var box = file.box
    change(&box)
    let start = try #require(file.outline.first { $0.header.type == "moov" }).offset
    try folder.write(Array(bytes[..<start]) + box.encoded(), as: "a.mov")
  }

  /// The notes, and the tracks that are left as handlers.
  @discardableResult
  private func strip() throws -> (notes: [String], handlers: [String]) {
    let source = try FileBytes(folder.path("a.mov"))
    var editor = try MovieEditor(try MovieReader().read(source), source: source)
    editor.removeLocation(judge: PropertyListLocation.tellsPlace)
    try folder.write(try editor.rope().contents(), as: "b.mov")
    let file = try MovieReader().read(FileBytes(folder.path("b.mov")))
    return (editor.notes, file.tracks.map(\.handler.description))
  }

  private static let all = ["vide", "soun", "meta", "auxv", "auxv", "auxv", "auxv", "meta"]

  private func tags(_ name: String) throws -> [String] {
    try ForeignTool.exiftool.run(["-a", "-u", "-G1", "-s", "-ee3", "--System:all", "--File:all", name], in: folder)
      .lines
      .filter { !$0.contains(" MediaData") }
  }

  @Test("auxiliaryTracksKeepTheirLabels: tracks of a style stay with labels and samples, and nothing is noted")
  func auxiliaryTracksKeepTheirLabels() throws {
    try make("{'3': bytes(range(256)) * 4, '0': 1, '4': 0.5, '5': 2.5, 'h': 1.25}")
    let (notes, handlers) = try strip()
    #expect(notes.isEmpty && handlers == Self.all, "\(notes) \(handlers)")
    let bytes = try folder.read("b.mov")
    for map in ["smart-style-linear-thumbnail", "sky", "person", "skin"] {
      let label = Array("com.apple.quicktime.video-map.\(map)".utf8)
      #expect(bytes.ranges(of: Array("tagc".utf8) + label).count == 1, "\(map)")
      #expect(bytes.ranges(of: Array("tnam".utf8) + label).count == 1, "\(map)")
    }
    #expect(bytes.ranges(of: try folder.read("curves")).count == 2)
    let (before, after) = (try tags("a.mov"), try tags("b.mov"))
    let difference = before.difference(from: after)
    #expect(difference.isEmpty && before.count > 100)
    let streams = try ForeignTool.ffprobe.run(
      ["-v", "error", "-show_entries", "stream=codec_type", "-of", "csv=p=0", "b.mov"], in: folder)
    #expect(streams.lines.count == 8)
    // Taken away in the same edit, sound leaves the others as they are.
    let source = try FileBytes(folder.path("a.mov"))
    var editor = try MovieEditor(try MovieReader().read(source), source: source)
    editor.removeTracks { $0.handler == "soun" }
    editor.removeLocation(judge: PropertyListLocation.tellsPlace)
    try editor.setOrientation(.right)
    let mute = try MovieReader().read(try editor.rope().contents())
    #expect(mute.tracks.map(\.handler.description) == Self.all.filter { $0 != "soun" } && editor.notes.isEmpty)
  }

  @Test(
    "placesInTimedMetadataAreFound: a track whose lists tell a place goes, and the note names it",
    arguments: [
      ("{'3': b'xyz', 'GPS': {'Latitude': 48.2}}", false), ("{'a': ['+48.2082+016.3738/']}", false),
      ("{'City': 'Vienna', 'v': 1}", true),
    ])
  func placesInTimedMetadataAreFound(list: String, isXML: Bool) throws {
    try make(list, isXML: isXML)
    let (notes, handlers) = try strip()
    #expect(handlers == Array(Self.all.dropLast()))
    #expect(
      notes.contains { $0.contains("track 8 (com.apple.quicktime.smartstyle-info, which tells a place)") }, "\(notes)")
    #expect(try folder.read("b.mov").firstRange(of: folder.read("curves")) == nil)
  }

  @Test("unreadableTimedMetadataAreNamed: so does one whose lists cannot be read, or that no key declares")
  func unreadableTimedMetadataAreNamed() throws {
    try make("{'3': b'xyz'}")
    let list = try folder.read("curves")
    for (curves, words) in [
      (Array(list.dropLast(1)), "smartstyle-info, which cannot be read: "),
      (Array("bplist00".utf8), "cannot be read: It has no end"),
    ] {
      try make(curves: curves)
      let (notes, handlers) = try strip()
      #expect(handlers == Array(Self.all.dropLast()) && notes.contains { $0.contains(words) }, "\(notes)")
    }
    // Bytes that are no list are known only under known keys.
    try make(curves: [UInt8](repeating: 0x81, count: 16))
    #expect(try strip().notes.isEmpty)
    let foreign = Array("com.example.cameras.smartstyle-infos".utf8)
    func rename(_ box: inout ContainerBox) {
      box.updateAll(ContainerBox.self) { track in
        track.update(["mdia", "minf", "stbl"]) { table in
          table.update(ListBox.self, "stsd") { list in
            list.updateAll(TimedMetadataSampleEntry.self) { entry in
              guard entry.keyNames.values.contains("com.apple.quicktime.smartstyle-info") else { return }
              entry = TimedMetadataSampleEntry(
                keys: [(String(decoding: foreign, as: UTF8.self), MetadataDatatypeBox(wellKnown: 0))])
            }
          }
        }
      }
    }
    try make(curves: [UInt8](repeating: 0x81, count: 16), change: rename)
    let (notes, handlers) = try strip()
    #expect(handlers == Array(Self.all.dropLast()), "\(handlers)")
    #expect(
      notes.contains { $0.contains("com.example.cameras.smartstyle-infos, of no kind that is known") }, "\(notes)")
    try make(curves: Array("cloudy".utf8), change: rename)
    #expect(try strip().notes.isEmpty)
  }

  @Test("valuesOfMetadataAreLookedInto: lists and coordinates under keys that say nothing of a place go")
  func valuesOfMetadataAreLookedInto() throws {
    try PhotographicStyles.write("{'Longitude': 16.37, 'v': 1}", as: "place", in: folder)
    try PhotographicStyles.write("{'tone': 0.5}", as: "tone", in: folder)
    func binary(_ bytes: [UInt8]) -> MetadataValueBox {
      var value = MetadataValueBox(text: "")
      (value.valueType, value.value) = (0, bytes)
      return value
    }
    let (place, tone) = (try folder.read("place"), try folder.read("tone"))
    let values: [(String, MetadataValueBox)] = [
      ("com.apple.quicktime.smartstyle.tone", binary(tone)), ("com.example.note", binary(place)),
      ("com.example.where", MetadataValueBox(text: "+48.2082+016.3738/")),
      ("com.apple.quicktime.make", MetadataValueBox(text: "Linux")), ("com.example.blob", binary([1, 2, 3])),
      ("com.example.torn", binary(Array(place.dropLast(9)))), ("com.example.title", MetadataValueBox(text: "Walk")),
    ]
    try make(curves: tone) { box in
      var metadata = box.children.all(MetadataBox.self)[0]
      for (key, value) in values { metadata.set(key, value) }
      box.replace(with: metadata)
      box.children.append(
        ContainerBox("udta", [UnknownBox(type: "name", payload: place), UnknownBox(type: "titl", payload: tone)]))
    }
    let (notes, _) = try strip()
    let note = notes.joined()
    for words in [
      "com.example.note, which tells a place", "com.example.where, which tells a place",
      "com.example.blob, of no kind that is known", "com.example.torn, which cannot be read",
      "'name', which tells a place",
    ] { #expect(note.contains(words), "\(words): \(note)") }
    let file = try MovieReader().read(FileBytes(folder.path("b.mov")))
    let metadata = try #require(file.box.children.all(MetadataBox.self).first)
    let keys = metadata.items.map(\.key).filter { key in values.contains { $0.0 == key } }
    #expect(
      keys.sorted() == [
        "com.apple.quicktime.make", "com.apple.quicktime.smartstyle.tone", "com.example.title",
      ])
    #expect(metadata.items.first { $0.key == "com.example.title" }?.value.text == "Walk")
    #expect(file.text(of: MovieKey.contentIdentifier) != nil)
    let bytes = try folder.read("b.mov")
    #expect(bytes.firstRange(of: Array("Longitude".utf8)) == nil && bytes.firstRange(of: Array("+48.2".utf8)) == nil)
    #expect(bytes.ranges(of: tone).count == 4)
  }
}

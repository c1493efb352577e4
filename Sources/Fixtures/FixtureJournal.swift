import FileStorage
import MediaCore

/// `manifest.partial.jsonl`: what a recorder notes as it goes, a line for each thing that devices tell.
enum FixtureJournal {
  /// The manifest of a fixture that was cut, as far as its journal and its footage go.
  ///
  /// The last line may lack its end, and the last payloads theirs: then the fixture ends before them.
  static func read(
    _ bytes: [UInt8], file: String, footage: inout FixtureFootage
  ) throws(FixtureError) -> FixtureManifest {
    let lines = self.lines(of: bytes)
    guard let first = lines.first else {
      throw FixtureFields.damaged(file, line: 0, "the journal has not one line: nothing was recorded")
    }
    var (manifest, end) = try FixtureManifest.read(journalHeader: FixtureFields(bytes, in: first, of: file))
    for (index, range) in lines.enumerated().dropFirst() {
      let fields = try FixtureFields(bytes, in: range, line: index + 1, of: file)
      guard try read(fields, into: &manifest, footage: &footage, end: &end) else { break }
    }
    try manifest.checkStarts(file)
    return manifest
  }

  private static func lines(of bytes: [UInt8]) -> [Range<Int>] {
    guard let end = bytes.lastIndex(of: 0x0a) else { return [] }
    return bytes[..<end].split(separator: 0x0a, omittingEmptySubsequences: false).map(\.indices)
  }

  /// Adds what a line says; `false` when its payloads are not all in the footage.
  private static func read(
    _ line: FixtureFields, into manifest: inout FixtureManifest, footage: inout FixtureFootage, end: inout Int
  ) throws(FixtureError) -> Bool {
    let count = footage.bytes.count
    // Streams are taken out of the manifest and put back: a copy for each line would be one too many.
    if line.has("video"), var video = manifest.video.take() {
      let isThere = try read(line.fields("video"), into: &video.track, unitBytes: 1, &footage.video, of: count, &end)
      manifest.video = video
      return isThere
    }
    if line.has("audio"), var audio = manifest.audio.take() {
      let bytes = audio.format.frameBytes
      let isThere = try read(
        line.fields("audio"), into: &audio.track, unitBytes: bytes, &footage.audio, of: count, &end)
      manifest.audio = audio
      return isThere
    }
    guard line.has("devices") else { throw line.damaged("this line speaks of nothing that is recorded") }
    manifest.deviceEvents.append(try FixtureDeviceEvent(line.fields("devices"), behind: manifest.deviceEvents))
    return true
  }

  private static func read<Sample: FixtureSample>(
    _ block: FixtureFields, into track: inout FixtureTrack<Sample>, unitBytes: Int,
    _ extents: inout FixtureFootage.Extents, of count: Int, _ end: inout Int
  ) throws(FixtureError) -> Bool {
    let known = track.events.count
    try track.read(block)
    let sizes = track.events[known...].compactMap { $0.sample.map { $0.unitCount * unitBytes } }
    // They are taken together or not at all.
    guard sizes.isEmpty || sizes.reduce(end, +) <= count else {
      track.events.removeSubrange(known...)
      track.checks.removeLast()
      return false
    }
    for size in sizes {
      extents.append(offset: end, count: size)
      end += size
    }
    return true
  }
}

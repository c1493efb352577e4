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
    // What follows the last end of a line is a line that lacks its own.
    let lines = bytes.split(separator: 0x0a, omittingEmptySubsequences: false).dropLast()
    guard let first = lines.first else {
      throw FixtureFields.damaged(file, line: 0, "the journal has not one line: nothing was recorded")
    }
    var (manifest, end) = try FixtureManifest.read(journalHeader: FixtureFields(first, of: file))
    for (index, line) in lines.enumerated().dropFirst() {
      let fields = try FixtureFields(line, line: index + 1, of: file)
      guard try read(fields, into: &manifest, footage: &footage, end: &end) else { break }
    }
    try manifest.checkStarts(file)
    return manifest
  }

  /// Adds what a line says; `false` when its payloads are not all in the footage.
  private static func read(
    _ line: FixtureFields, into manifest: inout FixtureManifest, footage: inout FixtureFootage, end: inout Int
  ) throws(FixtureError) -> Bool {
    let count = footage.bytes.count
    if line.has("video"),
      let isThere = try manifest.video?.track.add(line.fields("video"), unitBytes: 1, &footage.video, of: count, &end)
    {
      return isThere
    }
    if line.has("audio"), let unitBytes = manifest.audio?.format.frameBytes,
      let isThere = try manifest.audio?.track.add(
        line.fields("audio"), unitBytes: unitBytes, &footage.audio, of: count, &end)
    {
      return isThere
    }
    guard line.has("devices") else { throw line.damaged("this line speaks of nothing that is recorded") }
    manifest.deviceEvents.append(try FixtureDeviceEvent(line.fields("devices"), behind: manifest.deviceEvents))
    return true
  }
}

extension FixtureTrack where Sample: FixtureSample {
  /// Adds what a block tells of, whose payloads begin at `end`; `false` when they are not all in the footage.
  fileprivate mutating func add(
    _ block: FixtureFields, unitBytes: Int, _ extents: inout FixtureFootage.Extents, of count: Int, _ end: inout Int
  ) throws(FixtureError) -> Bool {
    let known = events.count
    try read(block)
    let sizes = events[known...].compactMap { $0.sample.map { $0.unitCount * unitBytes } }
    // They are taken together or not at all.
    guard sizes.isEmpty || sizes.reduce(end, +) <= count else {
      events.removeSubrange(known...)
      checks.removeLast()
      return false
    }
    for size in sizes {
      extents.append(offset: end, count: size)
      end += size
    }
    return true
  }
}

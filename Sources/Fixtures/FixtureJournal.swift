import FileStorage
import MediaCore

/// `manifest.partial.jsonl`: what a recorder notes as it goes, a line for each thing that devices tell.
enum FixtureJournal {
  /// The manifest of a recording that was cut, as far as its journal and its footage go.
  ///
  /// The last line may lack its end, and the last payloads theirs: then the recording ends before them.
  static func read(
    _ bytes: [UInt8], file: String, footage: inout FixtureFootage
  ) throws(FixtureError) -> FixtureManifest {
    let lines = self.lines(of: bytes)
    guard let first = lines.first else {
      throw FixtureFields.damaged(file, line: 0, "the journal has not one line: nothing was recorded")
    }
    let header = try FixtureManifest.header(bytes, in: first, format: FixtureManifest.journalFormat, file: file)
    var manifest = try FixtureManifest(descriptions: header)
    manifest.isCut = true
    var end = try header.int("payloads", in: 0...1 << 20)
    for (index, range) in lines.enumerated().dropFirst() {
      let fields = try self.fields(bytes, range, line: index + 1, file: file)
      guard try read(fields, into: &manifest, footage: &footage, end: &end) else { break }
    }
    try manifest.checkStarts(file)
    return manifest
  }

  /// The lines that have an end.
  private static func lines(of bytes: [UInt8]) -> [Range<Int>] {
    var lines: [Range<Int>] = []
    var start = 0
    while let end = bytes[start...].firstIndex(of: 0x0a) {
      lines.append(start..<end)
      start = end + 1
    }
    return lines
  }

  private static func fields(
    _ bytes: [UInt8], _ range: Range<Int>, line: Int, file: String
  ) throws(FixtureError) -> FixtureFields {
    let json: FixtureJSON
    do throws(FixtureJSONParser.Failure) {
      json = try FixtureJSONParser.parse(bytes, in: range, line: line)
    } catch {
      throw FixtureFields.damaged(file, line: error.line, error.message)
    }
    return try FixtureFields(json, file: file, line: line)
  }

  /// Adds what a line says; `false` when its payloads are not all in the footage.
  private static func read(
    _ line: FixtureFields, into manifest: inout FixtureManifest, footage: inout FixtureFootage, end: inout Int
  ) throws(FixtureError) -> Bool {
    // Streams are taken out of the manifest and put back: a copy for each line would be one too many.
    if line.has("video"), var video = manifest.video.take() {
      let known = video.events.count
      try FixtureBlocks.read(try line.fields("video"), into: &video)
      let frames = video.events[known...].compactMap { if case .frame(let frame) = $0 { frame.byteCount } else { nil } }
      let isThere = claim(frames, &footage.video, of: footage.bytes.count, &end)
      if !isThere { (video.events, video.checks) = (Array(video.events[..<known]), video.checks.dropLast()) }
      manifest.video = video
      return isThere
    }
    if line.has("audio"), var audio = manifest.audio.take() {
      let known = audio.events.count
      try FixtureBlocks.read(try line.fields("audio"), into: &audio)
      let size = audio.format.frameBytes
      let chunks = audio.events[known...].compactMap {
        if case .chunk(let chunk) = $0 { chunk.frameCount * size } else { nil }
      }
      let isThere = claim(chunks, &footage.audio, of: footage.bytes.count, &end)
      if !isThere { (audio.events, audio.checks) = (Array(audio.events[..<known]), audio.checks.dropLast()) }
      manifest.audio = audio
      return isThere
    }
    guard line.has("devices") else { throw line.damaged("this line speaks of nothing that is recorded") }
    try FixtureBlocks.read(try line.fields("devices"), into: &manifest.deviceEvents)
    return true
  }

  /// Takes the next bytes of the footage for payloads; `false`, and none, when they are not all there.
  private static func claim(
    _ sizes: [Int], _ extents: inout FixtureFootage.Extents, of count: Int, _ end: inout Int
  ) -> Bool {
    var total = 0
    for size in sizes {
      guard end <= count, size <= count - end - total else { return false }
      total += size
    }
    for size in sizes {
      extents.append(offset: end, count: size)
      end += size
    }
    return true
  }
}

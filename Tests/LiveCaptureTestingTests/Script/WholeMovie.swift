import Foundation

/// A movie file looked through from the first byte to the last, by nothing of livecam's own: what is half is found.
///
/// Boxes fill the file without a gap; every sample of every track lies in an `mdat`, in no other sample's bytes; counts
/// and durations of all tables agree; pictures are NAL units that fill their sample.
struct WholeMovie {
  struct Half: Error, CustomStringConvertible {
    let description: String
  }

  private struct Box {
    let type: String
    /// The header's first byte.
    let start: Int
    let payload: Range<Int>
  }

  private struct Track {
    var id = 0
    var handler = ""
    var timescale = 0
    var duration = 0
    var shown = 0
    var samples: [Range<Int>] = []
    var durations: [Int] = []
    /// Of samples in fragments that do not say their own.
    var usual: (length: Int, size: Int)?
  }

  private let bytes: [UInt8]
  /// The movie's length in seconds, as its header says.
  private(set) var duration = 0.0
  /// How many pictures it has.
  private(set) var pictureCount = 0

  /// - Throws: ``Half`` for the first thing that is not whole.
  init(_ bytes: [UInt8]) throws {
    self.bytes = bytes
    let top = try boxes(0..<bytes.count)
    try need(top.first?.type == "ftyp", "it begins with \(top.first?.type ?? "nothing")")
    try need(top.count { $0.type == "moov" } == 1, "there is not one moov: \(top.map(\.type))")
    guard let movie = top.first(where: { $0.type == "moov" }) else { return }
    let parts = try boxes(movie.payload)
    let header = try only("mvhd", parts)
    let (timescale, length) = try times(header, at: 4)
    let fragments = top.filter { $0.type == "moof" }
    // A movie in fragments does not know how long it gets when its header is written.
    try need(
      timescale > 0 && (length > 0 || !fragments.isEmpty), "the movie's duration is \(length) of \(timescale)")
    duration = Double(length) / Double(timescale)
    var tracks = try parts.filter { $0.type == "trak" }.map { try track($0, movieTimescale: timescale) }
    for box in parts where box.type == "mvex" {
      for usual in try boxes(box.payload) where usual.type == "trex" {
        let start = usual.payload.lowerBound
        let id = try number(start + 4, 4)
        guard let index = tracks.firstIndex(where: { $0.id == id }) else { throw Half(description: "no track \(id)") }
        tracks[index].usual = (try number(start + 12, 4), try number(start + 16, 4))
      }
    }
    for fragment in fragments { try add(fragment, to: &tracks) }
    let data = top.filter { $0.type == "mdat" }.map(\.payload)
    try check(tracks, in: data, isFragmented: !fragments.isEmpty, movieLength: length)
  }

  private func need(_ holds: Bool, _ message: @autoclosure () -> String) throws {
    if !holds { throw Half(description: message()) }
  }

  // MARK: Numbers and boxes

  private func number(_ place: Int, _ size: Int) throws -> Int {
    try need(place >= 0 && size <= 8 && place + size <= bytes.count, "bytes end at \(place)")
    let value = bytes[place..<place + size].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    try need(value <= UInt64(Int.max), "a number at \(place) is \(value)")
    return Int(value)
  }

  private func text(_ place: Int) throws -> String {
    try need(place + 4 <= bytes.count, "bytes end at \(place)")
    return String(decoding: bytes[place..<place + 4], as: UTF8.self)
  }

  private func boxes(_ range: Range<Int>) throws -> [Box] {
    var boxes: [Box] = []
    var place = range.lowerBound
    while place < range.upperBound {
      let type = try text(place + 4)
      var (size, header) = (try number(place, 4), 8)
      if size == 1 { (size, header) = (try number(place + 8, 8), 16) }
      try need(size >= header && size <= range.upperBound - place, "\(type) at \(place) has \(size) bytes")
      boxes.append(Box(type: type, start: place, payload: place + header..<place + size))
      place += size
    }
    return boxes
  }

  private func only(_ type: String, _ boxes: [Box]) throws -> Box {
    let found = boxes.filter { $0.type == type }
    try need(found.count == 1, "\(found.count) times \(type)")
    return found[0]
  }

  private func children(_ type: String, _ boxes: [Box]) throws -> [Box] {
    try self.boxes(try only(type, boxes).payload)
  }

  /// Timescale and duration of a header with two dates before them.
  private func times(_ box: Box, at place: Int) throws -> (timescale: Int, duration: Int) {
    let isLong = try number(box.payload.lowerBound, 1) == 1
    let start = box.payload.lowerBound + place + (isLong ? 16 : 8)
    return (try number(start, 4), try number(start + 4, isLong ? 8 : 4))
  }

  // MARK: Tracks

  private func track(_ box: Box, movieTimescale: Int) throws -> Track {
    let parts = try boxes(box.payload)
    let media = try children("mdia", parts)
    var track = Track()
    let header = try only("tkhd", parts).payload.lowerBound
    let isLong = try number(header, 1) == 1
    track.id = try number(header + (isLong ? 20 : 12), 4)
    track.shown = try number(header + (isLong ? 28 : 20), isLong ? 8 : 4)
    (track.timescale, track.duration) = try times(try only("mdhd", media), at: 4)
    track.handler = try text(try only("hdlr", media).payload.lowerBound + 8)
    let tables = try children("stbl", try children("minf", media))
    try need(try number(try only("stsd", tables).payload.lowerBound + 4, 4) > 0, "a track without a description")
    track.durations = try runs("stts", tables)
    track.samples = try samples(tables)
    try need(
      track.durations.count == track.samples.count,
      "\(track.durations.count) durations for \(track.samples.count) samples of \(track.handler)")
    for table in tables where table.type == "ctts" {
      try need(try runs("ctts", tables).count == track.samples.count, "ctts is of another length")
    }
    for table in tables where table.type == "stss" {
      let start = table.payload.lowerBound
      let numbers = try (0..<number(start + 4, 4)).map { try number(start + 8 + 4 * $0, 4) }
      try need(
        numbers.first == 1 && numbers == Array(Set(numbers)).sorted() && numbers.last ?? 0 <= track.samples.count,
        "sync samples \(numbers) of \(track.samples.count)")
    }
    for box in parts where box.type == "edts" { try checkEdits(try children("edts", parts), track) }
    return track
  }

  private func checkEdits(_ parts: [Box], _ track: Track) throws {
    let box = try only("elst", parts).payload.lowerBound
    let size = try number(box, 1) == 1 ? 8 : 4
    let entries = try (0..<number(box + 4, 4)).map { try number(box + 8 + $0 * (2 * size + 4), size) }
    try need(
      !entries.isEmpty && entries.reduce(0, +) == track.shown, "edits of \(entries) in a track of \(track.shown)")
  }

  /// A table of counts and values, each value as often as it is counted.
  private func runs(_ type: String, _ tables: [Box]) throws -> [Int] {
    let start = try only(type, tables).payload.lowerBound
    var values: [Int] = []
    for index in 0..<(try number(start + 4, 4)) {
      let (count, value) = (try number(start + 8 + 8 * index, 4), try number(start + 12 + 8 * index, 4))
      try need(count <= 1_000_000, "a run of \(count)")
      values += Array(repeating: value, count: count)
    }
    return values
  }

  private func samples(_ tables: [Box]) throws -> [Range<Int>] {
    let sizes = try only("stsz", tables).payload.lowerBound
    let (common, count) = (try number(sizes + 4, 4), try number(sizes + 8, 4))
    guard count > 0 else { return [] }
    try need(count <= 10_000_000, "\(count) samples")
    let table = tables.first { $0.type == "co64" }
    let chunks = try (table ?? only("stco", tables)).payload.lowerBound
    let wide = table == nil ? 4 : 8
    let chunkCount = try number(chunks + 4, 4)
    let layout = try only("stsc", tables).payload.lowerBound
    let runs = try (0..<number(layout + 4, 4)).map {
      (first: try number(layout + 8 + 12 * $0, 4), samples: try number(layout + 12 + 12 * $0, 4))
    }
    var samples: [Range<Int>] = []
    for chunk in 1...max(1, chunkCount) {
      var place = try number(chunks + 8 + wide * (chunk - 1), wide)
      for _ in 0..<(runs.last { $0.first <= chunk }?.samples ?? 0) {
        try need(samples.count < count, "chunks hold more than \(count) samples")
        let size = common > 0 ? common : try number(sizes + 12 + 4 * samples.count, 4)
        try need(place + size <= bytes.count, "a sample at \(place) of \(size) bytes; the file has \(bytes.count)")
        samples.append(place..<place + size)
        place += size
      }
    }
    try need(samples.count == count, "chunks hold \(samples.count) of \(count) samples")
    return samples
  }

  // MARK: Fragments

  private func add(_ fragment: Box, to tracks: inout [Track]) throws {
    for part in try boxes(fragment.payload) where part.type == "traf" {
      let parts = try boxes(part.payload)
      let header = try only("tfhd", parts).payload.lowerBound
      let (flags, id) = (try number(header + 1, 3), try number(header + 4, 4))
      // Places count from the beginning of the file plus an offset, which is the fragment's own begin.
      try need(flags & 1 == 1, "a fragment of track \(id) does not say what its places count from")
      let base = try number(header + 8, 8)
      try need(base == fragment.start, "places count from \(base) in a fragment at \(fragment.start)")
      guard let index = tracks.firstIndex(where: { $0.id == id }) else { throw Half(description: "no track \(id)") }
      var fields = header + 16
      func field(_ flag: Int) throws -> Int? {
        guard flags & flag != 0 else { return nil }
        defer { fields += 4 }
        return try number(fields, 4)
      }
      _ = try field(2)
      let (length, size) = (try field(8), try field(16))
      let time = try only("tfdt", parts).payload.lowerBound
      let start = try number(time + 4, try number(time, 1) == 1 ? 8 : 4)
      let before = tracks[index].durations.reduce(0, +)
      try need(start == before, "a fragment of track \(id) begins at \(start), those before end at \(before)")
      for run in parts where run.type == "trun" {
        try add(run, from: fragment.start, length, size, to: &tracks[index])
      }
    }
  }

  private func add(_ run: Box, from base: Int, _ length: Int?, _ size: Int?, to track: inout Track) throws {
    let start = run.payload.lowerBound
    let (flags, count) = (try number(start + 1, 3), try number(start + 4, 4))
    try need(flags & 1 != 0 && count <= 1_000_000, "a run of \(count) samples without a place")
    var place = base + (try number(start + 8, 4))
    var field = start + 12 + (flags & 4 != 0 ? 4 : 0)
    func next(_ flag: Int) throws -> Int? {
      guard flags & flag != 0 else { return nil }
      defer { field += 4 }
      return try number(field, 4)
    }
    for _ in 0..<count {
      let own = (length: try next(0x100), size: try next(0x200))
      _ = (try next(0x400), try next(0x800))
      guard let length = own.length ?? length ?? track.usual?.length,
        let size = own.size ?? size ?? track.usual?.size
      else {
        throw Half(description: "a sample without size or duration")
      }
      try need(place + size <= bytes.count, "a sample at \(place) of \(size) bytes; the file has \(bytes.count)")
      track.samples.append(place..<place + size)
      track.durations.append(length)
      place += size
    }
  }

  // MARK: All together

  private mutating func check(_ tracks: [Track], in data: [Range<Int>], isFragmented: Bool, movieLength: Int) throws {
    try need(tracks.contains { $0.handler == "vide" }, "no picture track")
    var all: [Range<Int>] = []
    for track in tracks {
      try need(!track.samples.isEmpty, "a track of \(track.handler) without a sample")
      for sample in track.samples {
        try need(!sample.isEmpty, "an empty sample at \(sample.lowerBound)")
        try need(
          data.contains { $0.lowerBound <= sample.lowerBound && sample.upperBound <= $0.upperBound },
          "the sample at \(sample) lies in no mdat: \(data)")
      }
      all += track.samples
      let sum = track.durations.reduce(0, +)
      if !isFragmented {
        try need(sum == track.duration, "samples of \(sum) in a track of \(track.duration)")
        try need(track.shown <= movieLength, "a track of \(track.shown) in a movie of \(movieLength)")
      }
      if track.handler == "vide" {
        pictureCount = track.samples.count
        if isFragmented { duration = Double(sum) / Double(track.timescale) }
        for sample in track.samples { try checkUnits(sample) }
      }
    }
    if !isFragmented {
      try need(tracks.map(\.shown).max() == movieLength, "no track is as long as the movie, \(movieLength)")
    }
    all.sort { $0.lowerBound < $1.lowerBound }
    for (one, next) in zip(all, all.dropFirst()) {
      try need(one.upperBound <= next.lowerBound, "samples \(one) and \(next) share bytes")
    }
    let (used, there) = (all.reduce(0) { $0 + $1.count }, data.reduce(0) { $0 + $1.count })
    try need(used == there, "samples have \(used) of the \(there) bytes of all mdat")
  }

  private func checkUnits(_ sample: Range<Int>) throws {
    var place = sample.lowerBound
    while place < sample.upperBound {
      let size = try number(place, 4)
      try need(size > 0 && place + 4 + size <= sample.upperBound, "a NAL unit of \(size) bytes at \(place)")
      place += 4 + size
    }
  }
}

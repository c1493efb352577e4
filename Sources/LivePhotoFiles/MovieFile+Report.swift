import ByteCoding
import ISOBoxes
import MediaCore
import MovieCoding

extension MovieFile {
  /// The report of a movie that was read from `source`.
  func report(_ source: any ByteSource) -> MovieReport {
    var report = MovieReport()
    report.brand = majorBrand(source)
    report.duration = TimeReport(length)
    report.identifier = contentIdentifier
    report.isFragmented = isFragmented
    report.metadata = metadata.map { key, value in
      MovieReport.Entry(key: key, type: Int(value.valueType), value: value.readable)
    }
    report.date = report.metadata.first { $0.key == MovieKey.creationDate }?.value
    report.tracks = tracks.map(describe)
    if let size = displaySize { (report.displayWidth, report.displayHeight) = size }
    if let time = stillTime {
      report.stillTime = TimeReport(time)
      report.stillFrame = stillFrame(time)
    }
    report.notes = oddities(brand: report.brand)
    return report
  }

  private func stillFrame(_ time: MediaTime) -> MovieReport.Frame? {
    // A movie whose tables are damaged is described as far as it goes; the rules name the damage.
    guard let frames = try? shownFrames() else { return nil }
    let distances = frames.map { $0.time.seconds - time.seconds }
    guard let index = distances.indices.min(by: { abs(distances[$0]) < abs(distances[$1]) }),
      let report = TimeReport(frames[index].time)
    else { return nil }
    return MovieReport.Frame(index: index, time: report, distance: distances[index])
  }

  private func describe(_ track: MovieTrack) -> TrackReport {
    let kind =
      switch track.handler {
      case "vide": "video"
      case "soun": "sound"
      case "meta": "metadata"
      default: track.handler.description
      }
    let movieScale = Double(timescale)
    var report = TrackReport(
      id: track.id, kind: kind, isEnabled: track.isEnabled, codec: track.codec?.description,
      sampleCount: track.sampleCount, seconds: Double(track.duration) / movieScale)
    report.edits = track.edits.map { edit in
      TrackReport.Edit(
        seconds: Double(edit.segmentDuration) / movieScale,
        mediaSeconds: edit.mediaTime < 0 ? nil : Double(edit.mediaTime) / Double(track.timescale))
    }
    report.keys = track.metadataKeys.sorted { $0.key < $1.key }.map(\.value)
    for reference in track.references { report.references[reference.type.description] = reference.trackIDs }
    if track.handler == "vide" { describePictures(track, in: &report) }
    if let sound = track.sampleEntry as? SoundSampleEntry {
      report.sampleRate = sound.version == 2 ? Int(exactly: sound.linear.sampleRate.rounded()) : Int(track.timescale)
      report.channels = sound.version == 2 ? Int(sound.linear.channelCount) : Int(sound.channelCount)
      // Of AAC the entry's own numbers are often those of a template.
      if let channels = Self.channels(ofAAC: sound) { report.channels = channels }
    }
    return report
  }

  /// The channels of AAC by its AudioSpecificConfig, ISO/IEC 14496-3, 1.6.2.1: 1 to 6 as they are, and 7 for 8.
  private static func channels(ofAAC sound: SoundSampleEntry) -> Int? {
    guard let bytes = sound.audioSpecificConfig, bytes.count >= 2, bytes[0] >> 3 != 31 else { return nil }
    let bits = UInt16(bytes[0]) << 8 | UInt16(bytes[1])
    guard bits >> 7 & 15 != 15 else { return nil }
    let code = Int(bits >> 3 & 15)
    return (1...6).contains(code) ? code : code == 7 ? 8 : nil
  }

  private func describePictures(_ track: MovieTrack, in report: inout TrackReport) {
    report.rotation = track.matrix.clockwiseDegrees
    if let visual = track.sampleEntry as? VisualSampleEntry {
      (report.width, report.height) = (Int(visual.width), Int(visual.height))
    }
    // The last picture's length says nothing about the rate, nor do damaged tables.
    guard let samples = try? track.samples(), samples.count > 1 else { return }
    var counts: [Int64: Int] = [:]
    for sample in samples.dropLast() { counts[sample.duration, default: 0] += 1 }
    let usual = counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? 0
    if usual > 0 { report.frameRate = Double(track.timescale) / Double(usual) }
    report.isVariableRate = counts.keys.contains { abs($0 - usual) > 1 }
  }

  /// The major brand, or `nil` without an `ftyp` that can be read.
  func majorBrand(_ source: any ByteSource) -> String? {
    guard let box = outline.first(where: { $0.header.type == "ftyp" }), box.header.payloadSize >= 4 else { return nil }
    let start = box.offset + box.header.headerSize
    // The rule about boxes tells what cannot be read.
    return (try? source.bytes(start..<start + 4)).map { String(decoding: $0, as: UTF8.self) }
  }
}

extension SoundSampleEntry {
  /// The configuration of an AAC decoder, wherever it lies; `nil` for other sound.
  var audioSpecificConfig: [UInt8]? {
    let stream =
      extensions.first(ElementaryStreamBox.self)
      ?? extensions.containers("wave").first?.first(ElementaryStreamBox.self)
    return stream?.audioSpecificConfig
  }
}

extension MovieTrack {
  /// The size with square pixels, before turning, of pictures whose pixels are not square; `nil` for those that are.
  func squareSize(storedWidth: Int, storedHeight: Int) -> (width: Int, height: Int)? {
    guard storedWidth > 0, storedHeight > 0, (1..<16_384).contains(size.width), (1..<16_384).contains(size.height),
      abs(Double(storedWidth) / Double(storedHeight) / (size.width / size.height) - 1) > 0.01
    else { return nil }
    return (Int(size.width.rounded()) & ~1, Int(size.height.rounded()) & ~1)
  }
}

extension MetadataValueBox {
  /// The value for people: text as it is, numbers as numbers, anything else in hexadecimal.
  var readable: String {
    let number = value.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    switch (valueType, value.count) {
    case (1, _): return String(decoding: value, as: UTF8.self)
    case (21, 1...8):
      let unused = UInt64(64 - 8 * value.count)
      return "\(Int64(bitPattern: number << unused) >> Int64(unused))"
    case (22, 1...8): return "\(number)"
    case (23, 4): return "\(Float(bitPattern: UInt32(number)))"
    case (24, 8): return "\(Double(bitPattern: number))"
    default:
      let digits = value.prefix(32).hexadecimal
      return value.count > 32 ? "\(digits)… (\(value.count) bytes)" : digits
    }
  }
}

extension Sequence<UInt8> {
  var hexadecimal: String { map { $0.digits(2, radix: 16) }.joined() }
}

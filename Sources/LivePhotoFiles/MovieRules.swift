import ByteCoding
import ISOBoxes
import MediaCore
import MovieCoding

/// Checks what a movie alone must show: rules 1 to 7 but for decoding, and formats.
struct MovieRules {
  let file: MovieFile
  let source: any ByteSource

  var results: [RuleResult] {
    RuleResult.list([
      .boxesNest: boxesNest, .quickTimeContainer: container, .sampleTables: sampleTables, .trackNumbers: trackNumbers,
      .oneVideoTrack: oneVideoTrack, .movieIdentifier: identifier, .stillTrack: stillTrack, .stillTime: stillTime,
      .trackReference: reference,
    ]) + formatResults + TrackRules(file: file, source: source).results
  }

  private var boxesNest: RuleResult.Outcome {
    let names = file.outline.map { $0.header.type.description }
    let text = names.prefix(8).joined(separator: " ") + (names.count > 8 ? " …" : "")
    if file.layout.end < source.count {
      return (
        .warning,
        "\(text), then \(source.count - file.layout.end) bytes that are no box: something else was put behind "
          + "the movie. Cut them off, or get another copy"
      )
    }
    if let last = file.outline.last?.header, last.type == FourCC(rawValue: 0), last.payloadSize >= Self.mostUnused {
      return (.warning, "\(text), then \(last.payloadSize + 8) bytes that begin with zeros: cut them off")
    }
    for type in ["moov", "ftyp"] where names.filter({ $0 == type }).count > 1 {
      // Each program takes another one for the movie's.
      return (type == "moov" ? .failure : .warning, "\(text): there are two \(type)")
    }
    let shape = BoxInventory.problem(in: file.box)
    if let shape, shape.status == .failure { return shape }
    if let damage = file.damages.first { return (.warning, "\(text); damaged: \(damage)") }
    return shape ?? (.pass, text)
  }

  private var container: RuleResult.Outcome {
    guard let brand = file.majorBrand(source) else { return (.pass, "no ftyp") }
    guard brand == "qt  " else { return (.failure, "brand \(brand)") }
    return (file.isFragmented ? .warning : .pass, file.isFragmented ? "fragments" : brand)
  }

  private var sampleTables: RuleResult.Outcome {
    let media = file.outline.filter { $0.header.type == "mdat" }.map { box in
      let start = UInt64(box.offset + box.header.headerSize)
      return start..<start + box.header.payloadSize
    }
    var places: [(range: Range<UInt64>, track: UInt32)] = []
    // Tracks of one kind may be about the very same samples: two views of one.
    var known: [FourCC?: Set<[MovieChunk]>] = [:]
    var disorder: String?
    for track in file.tracks {
      if let problem = track.tableProblem { return (.failure, "track \(track.id): \(problem)") }
      do throws(MovieError) {
        let chunks = try track.chunks()
        if zip(chunks, chunks.dropFirst()).contains(where: { $0.offset > $1.offset }) {
          disorder = "track \(track.id): its chunks do not lie in the order in which they are played"
        }
        let isView = !known[track.codec, default: []].insert(chunks).inserted
        for chunk in chunks {
          guard media.contains(where: { $0.lowerBound <= chunk.offset && chunk.range.upperBound <= $0.upperBound })
          else {
            return (.failure, "track \(track.id): \(chunk.byteCount) bytes at \(chunk.offset) are not inside mdat")
          }
          if let count = track.descriptionCount, !(1...max(1, count)).contains(Int(chunk.descriptionIndex)) {
            return (
              .failure, "track \(track.id): samples of description \(chunk.descriptionIndex), and there are \(count)"
            )
          }
          if chunk.byteCount > 0, !isView { places.append((chunk.range, track.id)) }
        }
      } catch {
        return (.failure, "\(error)")
      }
    }
    places.sort { ($0.range.lowerBound, $0.track) < ($1.range.lowerBound, $1.track) }
    for (one, next) in zip(places, places.dropFirst()) where next.range.lowerBound < one.range.upperBound {
      let who = one.track == next.track ? "two chunks of track \(one.track)" : "tracks \(one.track) and \(next.track)"
      return (.failure, "\(who) have the bytes at \(next.range.lowerBound) in common")
    }
    if let disorder { return (.warning, disorder) }
    let all = media.reduce(0) { $0 + $1.count }
    let unused = all - places.reduce(0) { $0 + $1.range.count }
    guard unused < Self.mostUnused, unused < Self.fewUnused || unused < all / 20 else {
      return (.warning, "\(unused) bytes of mdat belong to no track: one may have been lost")
    }
    return (.pass, file.tracks.count.named("track"))
  }

  /// The largest number of unused bytes that are filling, or left by an editor; a second of sound has more.
  private static let mostUnused = 100_000
  /// The number of unused bytes that matter in no movie; of a small one, more may be its sound.
  private static let fewUnused = 8192

  private var trackNumbers: RuleResult.Outcome {
    let ids = file.tracks.map(\.id)
    let text = "\(ids.map(String.init).joined(separator: ", ")), next \(file.header.nextTrackID)"
    let isGood = Set(ids).count == ids.count && !ids.contains(0) && ids.allSatisfy { $0 < file.header.nextTrackID }
    return (isGood ? .pass : .failure, text)
  }

  private var oneVideoTrack: RuleResult.Outcome {
    let tracks = file.pictureTracks
    let codecs = tracks.map { $0.codec?.description ?? "?" }
    let isGood = tracks.count == 1 && ["avc1", "hvc1"].contains(codecs[0])
    let text = codecs.isEmpty ? "no enabled video track" : codecs.joined(separator: ", ")
    return (isGood ? .pass : .failure, text)
  }

  private var identifier: RuleResult.Outcome {
    let key = MovieKey.contentIdentifier
    guard let box = file.box.first(MetadataBox.self), box.items.contains(where: { $0.key == key }) else {
      guard let text = file.contentIdentifier else { return (.failure, "no identifier") }
      return (.failure, "\(text), but not in moov/meta")
    }
    let handler = box.children.first(HandlerBox.self)?.subtype
    let values = box.items.filter { $0.key == key }.map(\.value)
    guard box.header == nil else { return (.failure, "moov/meta in the ISO form") }
    guard handler == "mdta" else { return (.failure, "handler \(handler?.description ?? "missing") in moov/meta") }
    guard values.count == 1 else { return (.failure, "\(values.count) identifiers") }
    let all = Set(box.allValues(of: key).map(\.value))
    guard all.count == 1 else { return (.failure, "\(all.count) identifiers in one item") }
    guard let text = values[0].text else { return (.failure, "a value of type \(values[0].valueType)") }
    guard values[0].value.count == 36, PairIdentifier(uuidString: text) != nil else {
      return (.failure, "\(Self.printable(values[0].value)) is no UUID of 36 characters")
    }
    return (.pass, text)
  }

  private var stillTrack: RuleResult.Outcome {
    let tracks = file.tracks.filter { $0.metadataKeys.values.contains(MovieKey.stillImageTime) }
    guard tracks.count == 1 else { return (.failure, tracks.isEmpty ? "no such track" : "\(tracks.count) such tracks") }
    let track = tracks[0]
    guard track.handler == "meta" else { return (.failure, "handler \(track.handler)") }
    guard track.isEnabled else { return (.failure, "track \(track.id) is disabled") }
    guard let (local, kind) = StillTrackKey.of(track) else { return (.failure, "key without a type") }
    guard kind.wellKnownNumber == 65 else { return (.failure, "a value of another type than 65") }
    do {
      let samples = try track.samples()
      guard samples.count == 1, let sample = samples.first else { return (.failure, "\(samples.count) samples") }
      guard (9...65_536).contains(sample.size), let start = Int(exactly: sample.offset),
        start <= source.count - sample.size
      else { return (.failure, "a sample of \(sample.size) bytes at \(sample.offset)") }
      let bytes = try source.bytes(start..<start + sample.size)
      guard let value = StillTrackKey.value(of: local, in: bytes) else { return (.failure, "no value in the sample") }
      guard value == [0xff] else {
        // Some writers put 0 there, and readers don't mind.
        return (value == [0] ? .warning : .failure, "value \(value.prefix(64).hexadecimal)")
      }
      return (.pass, "track \(track.id), value -1")
    } catch {
      return (.failure, "\(error)")
    }
  }

  private var stillTime: RuleResult.Outcome {
    guard let time = file.stillTime, time.isNumeric else { return (.failure, "nothing says where the still falls") }
    let text = "\(FileReport.seconds(time.seconds)) of \(FileReport.seconds(file.length.seconds))"
    guard time.value > 0 else { return (.failure, "\(text): the key photo is stuck there") }
    guard time < file.length else { return (.failure, "\(text): after the end") }
    do {
      guard let distance = try file.shownFrames().map({ abs($0.time.seconds - time.seconds) }).min() else {
        return (.failure, "\(text), and no picture is shown")
      }
      let milliseconds = FileReport.decimal(distance * 1000, places: 1)
      return (distance <= 0.05 ? .pass : .failure, "\(text), the nearest picture \(milliseconds) ms away")
    } catch {
      return (.failure, "\(text), and \(error)")
    }
  }

  private var reference: RuleResult.Outcome {
    let ids = Set(file.tracks.map(\.id))
    // Some phones write a number that no track has, and the same one for all that is timed metadata.
    let metadata = file.tracks.filter { $0.handler == "meta" }
    let described = Set(metadata.flatMap(\.references).filter { $0.type == "cdsc" }.map(\.trackIDs))
    for track in file.tracks {
      let references = track.references.filter { reference in
        !(track.handler == "meta" && reference.type == "cdsc" && described.count == 1)
      }
      if let lost = references.flatMap(\.trackIDs).first(where: { $0 != 0 && !ids.contains($0) }) {
        return (.warning, "track \(track.id) refers to track \(lost), and there is none")
      }
    }
    guard let track = file.stillImageTimeTrack else { return (.notChecked, "no such track") }
    guard let named = track.references.first(where: { $0.type == "cdsc" })?.trackIDs else { return (.pass, "no cdsc") }
    let text = "cdsc \(named.prefix(8).map(String.init).joined(separator: ", "))"
    guard named != [file.videoTrack?.id ?? 0] else { return (.pass, text) }
    guard !ids.isDisjoint(with: named) else { return (.pass, "\(text), which is no track, as some phones have it") }
    return (.warning, "\(text), which is not the video track")
  }

  private static func printable(_ bytes: [UInt8]) -> String {
    let start = bytes.prefix(64)
    let isText = start.allSatisfy { (0x20...0x7e).contains($0) }
    return isText ? "'\(String(decoding: start, as: UTF8.self))'" : start.hexadecimal
  }
}

extension MovieTrack {
  /// The number of kinds of samples that are described; `nil` where that cannot be read.
  fileprivate var descriptionCount: Int? { sampleTable.first(ListBox.self, "stsd")?.children.count }

  /// The contradiction in the tables that is one for any samples; `nil` if there is none.
  fileprivate var tableProblem: String? {
    if let (times, sizes) = counts, times != sizes { return "\(times) times, \(sizes) sizes" }
    guard sampleCount > 0 else { return nil }
    // One that cannot be read is told of as a damaged box.
    let descriptions = sampleTable.children.first { $0.type == "stsd" }
    guard let descriptions, (descriptions as? ListBox)?.children.isEmpty != true else {
      return "nothing says how its samples are coded (stsd)"
    }
    if let numbers = sampleTable.first(SyncSampleBox.self)?.sampleNumbers {
      if let number = numbers.first(where: { $0 < 1 || $0 > sampleCount }) {
        return "stss names sample \(number) of \(sampleCount)"
      }
      if zip(numbers, numbers.dropFirst()).contains(where: { $0 >= $1 }) { return "stss is not in order" }
    }
    let references = dataReferences
    for entry in (descriptions as? ListBox)?.children ?? [] {
      guard let number = entry.dataReferenceNumber else { continue }
      guard number > 0, number <= references.count else {
        return "its samples are said to lie at place \(number) of \(references.count) (dref)"
      }
      if let place = references[number - 1] as? DataReferenceBox, place.header.flags & 1 == 0 {
        return "its samples are said to lie in another file (dref)"
      }
    }
    return nil
  }

  /// The numbers of samples that the tables of times and of sizes cover; `nil` where one is missing or in fragments.
  fileprivate var counts: (times: Int, sizes: Int)? {
    guard let times = sampleTable.first(TimeToSampleBox.self), let sizes = sampleTable.first(SampleSizeBox.self),
      sizes.sampleCount > 0
    else { return nil }
    return (times.entries.reduce(0) { $0 + Int($1.count) }, Int(sizes.sampleCount))
  }
}

/// The still-image-time key of a track of timed metadata.
enum StillTrackKey {
  /// Its local number and the type of its values, or `nil`.
  static func of(_ track: MovieTrack) -> (local: UInt32, kind: MetadataDatatypeBox)? {
    guard let local = track.metadataKeys.first(where: { $0.value == MovieKey.stillImageTime })?.key,
      let entry = track.sampleTable.first(ListBox.self, "stsd")?.children.first as? TimedMetadataSampleEntry,
      let table = entry.children.containers("keys").first,
      let key = table.children.containers(FourCC(rawValue: local)).first,
      let kind = key.first(MetadataDatatypeBox.self)
    else { return nil }
    return (local, kind)
  }

  /// The value of a local key in a sample: items of a size, a key and bytes; `nil` without one.
  static func value(of local: UInt32, in sample: [UInt8]) -> [UInt8]? {
    var reader = ByteReader(sample)
    while reader.remaining >= 8 {
      let size = Int(reader.u32())
      let key = reader.u32()
      guard size >= 8, size - 8 <= reader.remaining else { return nil }
      let value = reader.bytes(size - 8)
      if key == local { return Array(value) }
    }
    return nil
  }
}

extension MetadataBox {
  /// All values of a key: of each language, and any that are there besides.
  fileprivate func allValues(of key: String) -> [MetadataValueBox] {
    guard let place = first(MetadataKeysBox.self)?.entries.firstIndex(where: { $0.name == key }) else { return [] }
    let items = container("ilst")?.children.containers(FourCC(rawValue: UInt32(place + 1))) ?? []
    return items.flatMap { $0.children.all(MetadataValueBox.self) }
  }
}

extension Box {
  /// The number of the data reference that the samples of a description are in, from 1; `nil` if it is unknown.
  fileprivate var dataReferenceNumber: Int? {
    switch self {
    case let entry as VisualSampleEntry: Int(entry.dataReferenceIndex)
    case let entry as SoundSampleEntry: Int(entry.dataReferenceIndex)
    case let entry as TimedMetadataSampleEntry: Int(entry.dataReferenceIndex)
    default: nil
    }
  }
}

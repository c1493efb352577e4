package import ByteCoding
import ISOBoxes
import MediaCore

/// The keys of a track of timed metadata, and the values that its samples have for them.
struct TimedMetadataSearch {
  /// A key of one of the descriptions.
  struct Key {
    let number: UInt32
    let name: String
    /// The settings that the description has for the key besides name and type, such as a property list about the
    /// phone.
    let settings: [[UInt8]]
    /// The number of the well-known type of its values, if it has one.
    let valueType: UInt32?
  }

  /// Far above any real sample: faces and curves of one picture have some KB.
  private static let longestSample = 1 << 20

  let keys: [Key]
  private let track: MovieTrack

  /// Creates the keys of all descriptions of a track, of any namespace; none for a track that is no timed metadata.
  init(_ track: MovieTrack) {
    self.track = track
    let entries = track.sampleTable.first(ListBox.self, "stsd")?.children.all(TimedMetadataSampleEntry.self) ?? []
    let tables = entries.flatMap { $0.children.containers("keys") }
    keys = tables.flatMap { $0.children.all(ContainerBox.self) }.map { key in
      let settings = key.children.all(UnknownBox.self).map(\.payload)
      return Key(
        number: key.type.rawValue, name: key.first(MetadataKeyDeclarationBox.self)?.key.name ?? "", settings: settings,
        valueType: key.first(MetadataDatatypeBox.self)?.wellKnownNumber)
    }
  }

  /// The number of bytes of a value, by the number of its key, for types that leave no choice: whole numbers, and two
  /// floating-point numbers.
  var lengths: [UInt32: Int] {
    let bytes: [UInt32: Int] = [65: 1, 66: 2, 67: 4, 70: 8, 71: 8, 72: 16, 74: 8, 75: 1, 76: 2, 77: 4, 78: 8]
    // A number that several descriptions give to keys of several types leaves a choice.
    return Dictionary(grouping: keys, by: \.number).compactMapValues { keys in
      let lengths = Set(keys.map { $0.valueType.flatMap { bytes[$0] } })
      return lengths.count == 1 ? lengths.first ?? nil : nil
    }
  }

  /// Calls `body` with each value of a sample and the name of its key, until it says `false`.
  /// - Throws: ``MovieError`` for samples that cannot be read.
  func forEachValue(
    in source: any ByteSource, _ body: (_ value: [UInt8], _ key: String) -> Bool
  ) throws(MovieError) {
    // Several descriptions may give a number to different keys: then the value is taken for each of them.
    let names = Dictionary(grouping: keys, by: \.number).mapValues { Set($0.map(\.name)).sorted() }
    try forEachItem(in: source) { number, value, _ in
      (names[number] ?? ["a key that is not declared"]).allSatisfy { body(Array(value), $0) }
    }
  }

  /// Calls `body` with the number of the key and the value of each item of each sample, until it says `false`.
  /// - Throws: ``MovieError`` for samples that cannot be read.
  func forEachItem(
    in source: any ByteSource, _ body: (_ key: UInt32, _ value: ArraySlice<UInt8>, _ sample: MovieSample) -> Bool
  ) throws(MovieError) {
    // Samples may share their bytes; of those of real files each has its own.
    var budget = source.count
    for sample in try track.samples() {
      budget -= sample.size
      guard budget >= 0 else { throw track.malformed("Its samples have more bytes than the file.") }
      var reader = ByteReader(try bytes(of: sample, in: source), base: Int(clamping: sample.offset))
      while reader.remaining > 0 {
        let size = Int(reader.u32())
        let key = reader.u32()
        let value = reader.bytes(size - 8)
        guard reader.error == nil else {
          throw track.malformed("The values of its sample at byte \(sample.offset) do not fill it.")
        }
        guard body(key, value, sample) else { return }
      }
    }
  }

  private func bytes(of sample: MovieSample, in source: any ByteSource) throws(MovieError) -> [UInt8] {
    guard sample.size <= Self.longestSample, let start = Int(exactly: sample.offset), start <= source.count,
      sample.size <= source.count - start
    else {
      throw track.malformed(
        "Its sample at byte \(sample.offset) has \(sample.size) bytes, which are not there or too many.")
    }
    do { return try source.bytes(start..<start + sample.size) } catch {
      throw MovieError(
        .malformed, context: "\(source.name): trak \(track.id)", message: "A sample of it cannot be read.",
        underlying: error)
    }
  }
}

extension MovieTrack {
  /// Returns what cannot be right in a track of timed metadata: values that do not fill their samples, are of no key
  /// that the description declares, or are of another length than their type has. `nil` if all may be right, and for
  /// other tracks.
  package func timedMetadataProblem(in source: any ByteSource) -> String? {
    guard codec == "mebx" else { return nil }
    let search = TimedMetadataSearch(self)
    let known = Set(search.keys.map(\.number))
    var problem: String?
    do throws(MovieError) {
      try search.forEachItem(in: source) { number, value, sample in
        // Empty values of no key say that there is nothing at that time.
        if !known.contains(number), number != 0 || !value.isEmpty {
          problem = "a value of key \(number), which is not declared, in its sample at byte \(sample.offset)"
        } else if let length = search.lengths[number], length != value.count {
          problem =
            "a value of \(value.count) bytes, where its type has \(length), in its sample at byte \(sample.offset)"
        }
        return problem == nil
      }
    } catch {
      // What lies outside of the file is told by the rule about tables, too.
      return "track \(id): \(error.message)"
    }
    return problem.map { "track \(id): \($0)" }
  }
}

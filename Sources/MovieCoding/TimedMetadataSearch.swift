import ByteCoding
import ISOBoxes
import MediaCore

/// The keys of a track of timed metadata, and the values that its samples have for them.
struct TimedMetadataSearch {
  /// A key of one of the descriptions.
  struct Key {
    let number: UInt32
    let name: String
    /// What the description says of it besides name and type, such as a property list about the phone.
    let settings: [[UInt8]]
  }

  /// Far above any real sample: faces and curves of one picture have some KB.
  private static let longestSample = 1 << 20

  let keys: [Key]
  private let track: MovieTrack

  /// The keys of all descriptions of a track, of any namespace; none for a track that is no timed metadata.
  init(_ track: MovieTrack) {
    self.track = track
    let entries = track.sampleTable.first(ListBox.self, "stsd")?.children.all(TimedMetadataSampleEntry.self) ?? []
    let tables = entries.flatMap { $0.children.containers("keys") }
    keys = tables.flatMap { $0.children.all(ContainerBox.self) }.map { key in
      let settings = key.children.all(UnknownBox.self).map(\.payload)
      return Key(
        number: key.type.rawValue, name: key.first(MetadataKeyDeclarationBox.self)?.key.name ?? "", settings: settings)
    }
  }

  /// Calls `body` with each value of a sample and the name of its key, until it says `false`.
  /// - Throws: ``MovieError`` for samples that cannot be read.
  func forEachValue(
    in source: any ByteSource, _ body: (_ value: [UInt8], _ key: String) -> Bool
  ) throws(MovieError) {
    // Several descriptions may give a number to different keys: then the value is taken for each of them.
    let names = Dictionary(grouping: keys, by: \.number).mapValues { Set($0.map(\.name)).sorted() }
    // Samples may share their bytes; of those of real files each has its own.
    var budget = source.count
    for sample in try track.samples() {
      budget -= sample.size
      guard budget >= 0 else { throw track.malformed("Its samples have more bytes than the file.") }
      var reader = ByteReader(try bytes(of: sample, in: source), base: Int(clamping: sample.offset))
      while reader.remaining > 0 {
        let size = Int(reader.u32())
        let key = reader.u32()
        let value = Array(reader.bytes(size - 8))
        guard reader.error == nil else {
          throw track.malformed("The values of its sample at byte \(sample.offset) do not fill it.")
        }
        for name in names[key] ?? ["a key that is not declared"] where !body(value, name) { return }
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

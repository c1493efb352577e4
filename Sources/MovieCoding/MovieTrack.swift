package import ISOBoxes
package import MediaCore

/// One track of a movie that was read.
package struct MovieTrack: Sendable {
  /// The kind of media: `vide`, `soun`, `meta` …
  package let handler: FourCC
  package let box: ContainerBox
  let fragments: [FragmentIndex.Run]
  let fileSize: UInt64
  private let header: TrackHeaderBox
  private let clock: MediaHeaderBox
  private let name: String
  private let damages: [BoxError]

  package var id: UInt32 { header.trackID }
  /// Indicates whether players show or sound the track.
  package var isEnabled: Bool { header.isEnabled }
  /// The track's length in units of the movie's timescale.
  package var duration: UInt64 { header.duration }
  /// The transform of the picture for display.
  package var matrix: TransformMatrix { header.matrix }
  /// The rotation of the picture, where that is by quarters alone.
  package var orientation: Orientation? { matrix.clockwiseDegrees.flatMap(Orientation.init(clockwiseDegrees:)) }
  /// The orientation of the picture with the mirroring that comes before the rotation, where that is by quarters.
  package var exifOrientation: ExifOrientation? {
    if let orientation { return ExifOrientation(rawValue: UInt16(orientation.rawValue)) }
    switch matrix.mirrored.clockwiseDegrees {
    case 0: return .upMirrored
    case 90: return .rightMirrored
    case 180: return .downMirrored
    case 270: return .leftMirrored
    default: return nil
    }
  }
  /// The tracks that this one names, by kinds of reference.
  package var references: [TrackReferenceBox] { box.container("tref")?.children.all(TrackReferenceBox.self) ?? [] }
  /// Width and height in pixels before turning; 0 for what is not seen.
  package var size: (width: Double, height: Double) { (header.width.unsignedValue, header.height.unsignedValue) }
  /// The volume of the track, with 8 bits after the point; 0 for a track that makes no sound.
  package var volume: UInt16 { header.volume }
  /// Units in a second, of the media's times.
  package var timescale: UInt32 { clock.timescale }
  /// The media's length in those units.
  package var mediaDuration: UInt64 { clock.duration }
  /// The edit list, empty if there is none.
  package var edits: [EditListBox.Entry] { box.container("edts")?.first(EditListBox.self)?.entries ?? [] }
  /// The number of samples, those in fragments included.
  package let sampleCount: Int

  /// The first sample description, or `nil` if there is none.
  package var sampleEntry: (any Box)? { sampleTable.first(ListBox.self, "stsd")?.children.first }

  /// The codec of that description, or `nil`.
  package var codec: FourCC? { sampleEntry?.type }

  /// The first sample description's keys of timed metadata by their local numbers; empty for other tracks.
  package var metadataKeys: [UInt32: String] { (sampleEntry as? TimedMetadataSampleEntry)?.keyNames ?? [:] }

  /// Indicates whether this is the track that tells the time of the still.
  package var isStillImageTime: Bool {
    handler == "meta" && metadataKeys.values.contains(MovieKey.stillImageTime)
  }

  package var sampleTable: ContainerBox { Self.sampleTable(of: box) ?? ContainerBox("stbl") }

  /// Indicates whether all samples lie in this very file.
  package var isSelfContained: Bool {
    dataReferences.allSatisfy { (($0 as? DataReferenceBox)?.header.flags ?? 1) & 1 != 0 }
  }

  /// The places in which samples may lie; descriptions count these places from 1.
  package var dataReferences: [any Box] {
    box.container("mdia")?.container("minf")?.container("dinf")?.first(ListBox.self, "dref")?.children ?? []
  }

  init(
    _ box: ContainerBox, fragments: FragmentIndex, damages: [BoxError], name: String, fileSize: UInt64
  ) throws(MovieError) {
    func missing(_ type: String) -> MovieError {
      MovieError(
        .malformed, context: "\(name): trak", message: "The track has no \(type), or one that cannot be read.",
        underlying: damages.first { $0.box.hasSuffix(type) })
    }
    guard let header = box.first(TrackHeaderBox.self) else { throw missing("tkhd") }
    guard let media = box.container("mdia"), let clock = media.first(MediaHeaderBox.self) else {
      throw missing("mdhd")
    }
    guard let handler = media.first(HandlerBox.self) else { throw missing("hdlr") }
    guard clock.timescale > 0 else {
      throw MovieError(.malformed, context: "\(name): trak \(header.trackID)", message: "Its timescale is 0.")
    }
    guard let table = Self.sampleTable(of: box) else { throw missing("stbl") }
    self.header = header
    self.clock = clock
    self.handler = handler.subtype
    self.fragments = fragments.runs[header.trackID] ?? []
    let listed = table.first(SampleSizeBox.self)?.sampleCount ?? table.first(CompactSampleSizeBox.self)?.sampleCount
    sampleCount = Int(listed ?? 0) + self.fragments.reduce(0) { $0 + $1.samples.count }
    self.box = box
    self.name = name
    self.fileSize = fileSize
    self.damages = damages
  }

  func malformed(_ message: String, about type: String? = nil) -> MovieError {
    MovieError(
      .malformed, context: "\(name): trak \(id)", message: message,
      underlying: type.flatMap { type in damages.first { $0.box.hasSuffix(type) } })
  }

  func tooLarge(_ message: String) -> MovieError {
    MovieError(.tooLarge, context: "\(name): trak \(id)", message: message)
  }

  private static func sampleTable(of box: ContainerBox) -> ContainerBox? {
    box.container("mdia")?.container("minf")?.container("stbl")
  }
}

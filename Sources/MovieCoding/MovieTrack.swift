public import ISOBoxes
import MediaCore

/// One track of a movie that was read.
public struct MovieTrack: Sendable {
  /// The track's number.
  public let id: UInt32
  /// Whether players show or sound it.
  public let isEnabled: Bool
  /// The kind of media: `vide`, `soun`, `meta` …
  public let handler: FourCC
  /// The codec of the first sample description, or `nil` if there is none.
  public let codec: FourCC?
  /// Units in a second, of the media's times.
  public let timescale: UInt32
  /// The media's length in those units.
  public let mediaDuration: UInt64
  /// The track's length in units of the movie's timescale.
  public let duration: UInt64
  /// How the picture is turned.
  public let matrix: TransformMatrix
  /// Width and height in pixels before turning; 0 for what is not seen.
  public let size: (width: Double, height: Double)
  /// The edit list, empty if there is none.
  public let edits: [EditListBox.Entry]
  /// The number of samples.
  public let sampleCount: Int
  /// The whole of the track.
  public let box: ContainerBox

  /// The first sample description's keys of timed metadata by their local numbers; empty for other tracks.
  public var metadataKeys: [UInt32: String] {
    (sampleTable.first(SampleDescriptionBox.self)?.entries.first as? TimedMetadataSampleEntry)?.keyNames ?? [:]
  }

  /// The table of samples.
  public var sampleTable: ContainerBox { Self.sampleTable(of: box) ?? ContainerBox("stbl") }

  /// The length of the empty edits before the media begins, in units of the movie's timescale.
  ///
  /// Lists that would add up to more than fits give the greatest number.
  public var leadingEmptyDuration: UInt64 {
    edits.prefix { $0.mediaTime == -1 }.reduce(0) { sum, edit in
      let (total, overflow) = sum.addingReportingOverflow(edit.segmentDuration)
      return overflow ? .max : total
    }
  }

  init(_ box: ContainerBox) throws(MovieError) {
    func missing(_ name: String) -> MovieError {
      MovieError(.malformed, context: "trak", message: "The track has no \(name).")
    }
    guard let header = box.first(TrackHeaderBox.self) else { throw missing("tkhd") }
    guard let media = box.container("mdia"), let clock = media.first(MediaHeaderBox.self) else {
      throw missing("mdhd")
    }
    guard let handler = media.first(HandlerBox.self) else { throw missing("hdlr") }
    guard clock.timescale > 0 else {
      throw MovieError(.malformed, context: "trak \(header.trackID)", message: "Its timescale is 0.")
    }
    guard let table = Self.sampleTable(of: box) else { throw missing("stbl") }
    id = header.trackID
    isEnabled = header.isEnabled
    self.handler = handler.subtype
    codec = table.first(SampleDescriptionBox.self)?.entries.first?.type
    timescale = clock.timescale
    mediaDuration = clock.duration
    duration = header.duration
    matrix = header.matrix
    size = (header.width.unsignedValue, header.height.unsignedValue)
    edits = box.container("edts")?.first(EditListBox.self)?.entries ?? []
    sampleCount = Int(table.first(SampleSizeBox.self)?.sampleCount ?? 0)
    self.box = box
  }

  private static func sampleTable(of box: ContainerBox) -> ContainerBox? {
    box.container("mdia")?.container("minf")?.container("stbl")
  }
}

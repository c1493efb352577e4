/// Which tracks a track refers to, in one way. Stands for the children of `tref`, ISO/IEC 14496-12, 8.3.3.
public struct TrackReferenceBox: Box {
  /// The way: `cdsc` says that this track describes the others.
  public let type: FourCC
  /// The other tracks' numbers.
  public var trackIDs: [UInt32]

  /// References to the given tracks.
  public init(_ type: FourCC, trackIDs: [UInt32]) {
    self.type = type
    self.trackIDs = trackIDs
  }

  /// A box to be decoded into.
  public init(blank type: FourCC) { self.init(type, trackIDs: []) }

  /// Hands over the fields.
  public mutating func code(_ coder: inout some FieldCoder) {
    coder.list("tracks", &trackIDs, count: coder.remaining / 4, elementBytes: 4, blank: 0) { coder, id in
      coder.u32("", &id)
    }
  }
}

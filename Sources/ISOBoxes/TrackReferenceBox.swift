/// The references of one kind from a track to others. Stands for the children of `tref`, ISO/IEC 14496-12, 8.3.3.
package struct TrackReferenceBox: Box {
  /// The way: `cdsc` says that this track describes the others.
  package let type: FourCC
  package var trackIDs: [UInt32]

  package init(_ type: FourCC, trackIDs: [UInt32]) {
    self.type = type
    self.trackIDs = trackIDs
  }

  package mutating func code(_ coder: inout some FieldCoder) {
    coder.numbers("tracks", &trackIDs, count: coder.remaining / 4)
  }
}

import ByteCoding
import ISOBoxes
import MediaCore

extension TrackEdit {
  /// Writes Exif's number over the 16 bits of each sample that hold one.
  mutating func patchOrientation(
    _ orientation: Orientation, key: UInt32, of track: MovieTrack, in source: any ByteSource
  ) throws(MovieError) {
    for sample in try track.samples() where sample.size == 10 {
      let start = Int(clamping: sample.offset)
      let bytes: [UInt8]
      do { bytes = try source.bytes(start..<start + sample.size) } catch {
        throw MovieError(
          .malformed, context: "\(source.name): trak \(track.id)", message: "A sample of it cannot be read.",
          underlying: error)
      }
      var reader = ByteReader(bytes)
      guard reader.u32() == 10, reader.u32() == key else { continue }
      patches.append((sample.offset + 8, [0, UInt8(orientation.rawValue)]))
    }
  }
}

import ByteCoding
import ISOBoxes
package import MediaCore

extension MovieEditor {
  /// Turns the picture: the matrix of every track of pictures, and the orientation that phones note in a track.
  /// - Throws: ``MovieError`` when the noted orientation cannot be read.
  package mutating func setOrientation(_ orientation: Orientation) throws(MovieError) {
    let source = source
    try updateTracks { (track) throws(MovieError) in
      guard let original = track.original else { return }
      if original.handler == "vide" {
        track.box.update(TrackHeaderBox.self) { header in
          header.matrix = orientation.matrix(
            width: Int(header.width.unsignedValue), height: Int(header.height.unsignedValue))
        }
      } else if let key = original.metadataKeys.first(where: { $0.value == MovieKey.videoOrientation })?.key {
        try track.patchOrientation(orientation, key: key, of: original, in: source)
      }
    }
  }
}

extension TrackEdit {
  /// Writes Exif's number over the 16 bits of each sample that hold one.
  fileprivate mutating func patchOrientation(
    _ orientation: Orientation, key: UInt32, of track: MovieTrack, in source: any ByteSource
  ) throws(MovieError) {
    for sample in try track.samples() where sample.size == 10 {
      let start = Int(clamping: sample.offset)
      let bytes: [UInt8]
      do { bytes = try source.bytes(start..<start + sample.size) } catch {
        throw MovieError(.malformed, context: "\(source.name): trak \(track.id)", message: error.message)
      }
      var reader = ByteReader(bytes)
      guard reader.u32() == 10, reader.u32() == key else { continue }
      patches.append((sample.offset + 8, [0, UInt8(orientation.rawValue)]))
    }
  }
}

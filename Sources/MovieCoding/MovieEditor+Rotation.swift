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

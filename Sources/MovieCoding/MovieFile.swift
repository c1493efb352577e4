package import ByteCoding
package import ISOBoxes
package import MediaCore

/// A movie that was read: what its boxes say, resolved as far as a Live Photo needs.
package struct MovieFile: Sendable {
  /// The name of the file in messages.
  package let name: String
  /// The outermost boxes.
  package let layout: MovieOutline
  /// The header, which holds for the whole movie.
  package let header: MovieHeaderBox
  package let tracks: [MovieTrack]
  /// The whole of the movie's description.
  package let box: ContainerBox
  /// Boxes of the description that contradict themselves and were kept as bytes.
  package let damages: [BoxError]
  /// Indicates whether samples lie in fragments.
  package let isFragmented: Bool
  /// The movie's metadata: keys of the namespace `mdta` with their values, in order.
  package var metadata: [(key: String, value: MetadataValueBox)] {
    box.children.all(MetadataBox.self).first(where: \.hasKeys)?.items ?? []
  }

  /// The boxes of the file in order, with where each begins.
  package var outline: [(header: BoxHeader, offset: Int)] { layout.boxes }
  /// Units in a second, of durations and edit lists.
  package var timescale: UInt32 { header.timescale }
  /// The movie's length in those units, as its header says; 0 in fragmented files.
  package var duration: UInt64 { header.duration }

  /// The movie's length; invalid when its timescale cannot be told.
  package var length: MediaTime { time(duration) }

  /// The text that ties the movie to its still, as written, or `nil`.
  package var contentIdentifier: String? { text(of: MovieKey.contentIdentifier) }

  /// The text of a metadata key, or `nil`.
  package func text(of key: String) -> String? { metadata.first { $0.key == key }?.value.text }

  /// The track of timed metadata that says where the still falls, or `nil`.
  package var stillImageTimeTrack: MovieTrack? { tracks.first(where: \.isStillImageTime) }

  /// The time of the still in the movie, or `nil` when nothing tells it: the place of the still image time track's
  /// first sample on the movie's timeline, which is what the track's empty edits come to.
  package var stillTime: MediaTime? {
    guard let track = stillImageTimeTrack else { return nil }
    // With tables that cannot be read, the edits still say when it begins.
    if let shown = try? shownSamples(of: track).first { return shown.time }
    return track.edits.prefix { $0.mediaTime == -1 }.reduce(time(0)) { $0 + time($1.segmentDuration) }
  }

  /// The pictures: the first enabled track with the handler `vide` that has more than one, whatever other tracks are
  /// coded like it; where all have just one, the first of those.
  package var videoTrack: MovieTrack? {
    pictureTracks.first { $0.sampleCount > 1 } ?? pictureTracks.first
  }

  /// The enabled tracks with the handler `vide`.
  package var pictureTracks: [MovieTrack] { tracks.filter { $0.handler == "vide" && $0.isEnabled } }

  /// The sound: the first enabled track with the handler `soun`.
  package var audioTrack: MovieTrack? { tracks.first { $0.handler == "soun" && $0.isEnabled } }

  /// The picture's size as seen: turned, before any cropping; `nil` without a picture.
  package var displaySize: (width: Int, height: Int)? {
    guard let track = videoTrack, (1..<1e6).contains(track.size.width), (1..<1e6).contains(track.size.height) else {
      return nil
    }
    let size = (width: Int(track.size.width), height: Int(track.size.height))
    return (track.matrix.clockwiseDegrees ?? 0) % 180 == 90 ? (size.height, size.width) : size
  }

  /// The whole file as a tree of boxes.
  package func structure() -> [StructureNode] {
    var nodes = outline.map { entry in
      entry.header.type == "moov"
        ? box.structure(at: entry.offset)
        : StructureNode(
          entry.header.type.description, offset: entry.offset,
          size: entry.header.headerSize + Int(clamping: entry.header.payloadSize))
    }
    if let damage = layout.damage {
      nodes.append(StructureNode("?", offset: layout.end, size: 0, detail: damage.message))
    }
    return nodes
  }

  func time(_ units: UInt64) -> MediaTime {
    guard let scale = Int32(exactly: timescale), let value = Int64(exactly: units) else { return .invalid }
    return MediaTime(value: value, timescale: scale)
  }
}

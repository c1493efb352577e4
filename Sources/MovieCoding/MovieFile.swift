public import ISOBoxes
public import MediaCore

/// A movie that was read: what its boxes say, resolved as far as a Live Photo needs.
public struct MovieFile: Sendable {
  /// The boxes of the file in order, with where each begins.
  public let outline: [(header: BoxHeader, offset: Int)]
  /// Units in a second, of durations and edit lists.
  public let timescale: UInt32
  /// The movie's length in those units.
  public let duration: UInt64
  /// A number greater than every track's.
  public let nextTrackID: UInt32
  /// The tracks, in order.
  public let tracks: [MovieTrack]
  /// What is said about the movie: keys of the namespace `mdta` with their values, in order.
  public let metadata: [(key: String, value: MetadataValueBox)]
  /// The whole of the movie's description.
  public let box: ContainerBox

  /// The movie's length; invalid when its timescale cannot be told.
  public var length: MediaTime { time(duration) }

  /// The text that ties the movie to its still, as written, or `nil`.
  public var contentIdentifier: String? {
    metadata.first { $0.key == "com.apple.quicktime.content.identifier" }?.value.text
  }

  /// The track of timed metadata that says where the still falls, or `nil`.
  public var stillImageTimeTrack: MovieTrack? {
    tracks.first { track in
      track.handler == "meta" && track.metadataKeys.values.contains("com.apple.quicktime.still-image-time")
    }
  }

  /// Where in the movie the still falls, or `nil` when nothing says so.
  public var stillTime: MediaTime? { stillImageTimeTrack.map { time($0.leadingEmptyDuration) } }

  /// The pictures: the first enabled track with the handler `vide`, whatever other tracks are coded like it.
  public var videoTrack: MovieTrack? { tracks.first { $0.handler == "vide" && $0.isEnabled } }

  /// The sound: the first enabled track with the handler `soun`.
  public var audioTrack: MovieTrack? { tracks.first { $0.handler == "soun" && $0.isEnabled } }

  private func time(_ units: UInt64) -> MediaTime {
    guard let scale = Int32(exactly: timescale), let value = Int64(exactly: units) else { return .invalid }
    return MediaTime(value: value, timescale: scale)
  }
}

package import MediaCore

/// The pictures of a movie: H.264 or HEVC, in the order of time, without B-frames.
package struct MovieVideoTrack: Sendable {
  /// The pictures. Those outside the movie's window may be here too: what a visible picture needs to be decoded is
  /// written and left out of the timeline, the rest is not written.
  package var samples: [EncodedVideoSample]
  /// The description that holds for all pictures.
  package var pictures: PictureDescription
  /// The nominal time between pictures: how long the last one is shown.
  package var nominalInterval: MediaTime

  package init(samples: [EncodedVideoSample], pictures: PictureDescription, nominalInterval: MediaTime) {
    self.samples = samples
    self.pictures = pictures
    self.nominalInterval = nominalInterval
  }
}

import ISOBoxes
package import MediaCore

extension MovieEditor {
  /// Says where in the movie the still falls: in the track there is, or in a new one, the last.
  ///
  /// A track that says more than the time, for the picture that it names, is replaced by one that does not: at another
  /// time, and where the still `isNew`. The time is rounded to the movie's timescale; it should be that of a shown
  /// picture.
  /// - Throws: ``MovieError`` with `.stillOutsideWindow` for a time outside of the movie.
  package mutating func setStillTime(_ time: MediaTime, isNew: Bool = false) throws(MovieError) {
    guard let scale = Int32(exactly: header.timescale) else {
      throw MovieError(
        .malformed, context: "\(file.name): mvhd", message: "Its timescale is beyond what times can have.")
    }
    let tick = time.isNumeric ? time.converted(toTimescale: scale).value : -1
    guard tick >= 0, UInt64(tick) < max(1, header.duration) else {
      throw MovieError(
        .stillOutsideWindow, context: file.name,
        message: "The still's time of \(time.seconds) s lies outside of the movie, which has "
          + "\(file.time(header.duration).seconds) s.")
    }
    // Beside the time, phones tell how the still lies over its picture, which is not so of another still or picture.
    let old = file.stillTime?.converted(toTimescale: scale).value
    if old != tick || isNew { removeTracks { $0.isStillImageTime && $0.metadataKeys.count > 1 } }
    let hasTrack = tracks.contains { $0.original?.isStillImageTime ?? true }
    if hasTrack { moveStill(to: UInt64(tick)) } else { addStillTrack(at: UInt64(tick)) }
  }

  private mutating func moveStill(to tick: UInt64) {
    updateTracks { track in
      guard track.original?.isStillImageTime ?? true else { return }
      let shown = track.edits.filter { $0.mediaTime != -1 }
      let sample = shown.first ?? .init(segmentDuration: 1, mediaTime: 0)
      let empty = EditListBox.Entry(segmentDuration: tick, mediaTime: -1)
      let edits = tick > 0 ? [empty, sample] : [sample]
      if edits != track.edits { track.setEdits(edits) }
    }
  }

  private mutating func addStillTrack(at tick: UInt64) {
    let id = takeTrackID()
    let box = TrackBuilder.stillTime(
      id: id, describing: file.videoTrack?.id, date: QuickTimeDate(seconds: header.creationTime),
      timescale: header.timescale, tick: tick, offsets: ChunkOffsetBox(offsets: []))
    let last = movie.children.lastIndex { $0 is TrackEdit }
    movie.children.insert(
      TrackEdit(new: box, chunks: [[TrackBuilder.stillSample]]), at: last.map { $0 + 1 } ?? 0)
  }
}

import ISOBoxes
import MediaCore

extension MovieEditor {
  /// Adds a track of samples that were compressed elsewhere, behind the tracks of pictures and sound. They are written
  /// behind all others, not between them.
  /// - Throws: ``MovieError`` as `PacketMovie.rope()` does.
  package mutating func addTrack(_ track: PacketTrack) throws(MovieError) {
    let id = takeTrackID()
    let layout = try PacketLayout(track, id: id)
    let date = QuickTimeDate(seconds: header.creationTime)
    var edit = TrackEdit(
      new: layout.box(date: date, offsets: ChunkOffsetBox(offsets: layout.chunks.map { _ in 0 })),
      chunks: layout.chunks.map { chunk in track.packets[chunk.samples].map(\.data) })
    let scale = header.timescale
    edit.setEdits(
      edit.edits.map { entry in
        var entry = entry
        // Lists count in the movie's units, whatever these are.
        let length = MediaTime(value: Int64(clamping: entry.segmentDuration), timescale: PacketMovie.timescale)
        entry.segmentDuration = UInt64(clamping: length.converted(toTimescale: Int32(clamping: scale)).value)
        return entry
      })
    let place = movie.children.lastIndex { ["vide", "soun"].contains(($0 as? TrackEdit)?.original?.handler) }
    movie.children.insert(edit, at: place.map { $0 + 1 } ?? 0)
    updateDuration()
  }

  /// Shows and sounds tracks no more. They stay in the file.
  package mutating func disableTracks(where isDisabled: (MovieTrack) -> Bool) {
    updateTracks { track in
      guard let original = track.original, isDisabled(original) else { return }
      track.box.update(TrackHeaderBox.self) { $0.header.flags &= ~1 }
    }
  }

  /// Gives tracks numbers of their own where two have one or one has none, and the header the next one. References
  /// go on to name the first track of a number.
  package mutating func renumberTracks() {
    var taken: Set<UInt32> = []
    var next = (tracks.map(\.id).filter { $0 < .max }.max() ?? 0) + 1
    updateTracks { track in
      guard track.id == 0 || !taken.insert(track.id).inserted else { return }
      let id = next
      next += 1
      taken.insert(id)
      track.box.update(TrackHeaderBox.self) { $0.trackID = id }
    }
    header.nextTrackID = (taken.max() ?? 0) == .max ? .max : (taken.max() ?? 0) + 1
  }

  mutating func takeTrackID() -> UInt32 {
    let known = tracks.map(\.id).max() ?? 0
    // A header may promise a number that is taken; the highest there is can not be followed by another.
    let id = max(header.nextTrackID == .max ? 0 : header.nextTrackID, known == .max ? 1 : known + 1)
    header.nextTrackID = id == .max ? id : id + 1
    return id
  }
}

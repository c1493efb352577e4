import ISOBoxes

extension MovieEditor {
  /// Removes what tells where the movie was recorded: metadata keys about places, of the movie and of its tracks, the
  /// boxes `©xyz` and `loci` of user data, XMP with such properties, and tracks that follow the way. Their samples are
  /// not copied either. `judge` looks into values whose keys say nothing of a place, such as property lists.
  ///
  /// Boxes of some maker's own, values that cannot be read, and tracks of timed data or text that nobody knows to be
  /// harmless, go as well: dashcams, drones and cameras put places there, each in ways of their own. ``notes`` then
  /// says so.
  package mutating func removeLocation(judge: @escaping PlaceJudge) {
    var search = LocationSearch(judge: judge)
    let source = source
    removeTracks { search.isWay($0, in: source) }
    movie.children = movie.children.compactMap { box in
      guard !(box is TrackEdit) else { return box }
      guard ["udta", "meta", "XMP_", "uuid", "iods", "ctab", "clip", "prfl"].contains(box.type) else {
        search.drop(box)
        return nil
      }
      return search.without(box)
    }
    updateTracks { track in
      track.box.children = track.box.children.compactMap {
        ["udta", "meta", "uuid", "XMP_"].contains($0.type) ? search.without($0) : $0
      }
    }
    if !search.gone.isEmpty {
      let names = search.gone.prefix(8).joined(separator: ", ")
      notes.append("movie: what may say where it was recorded is gone: \(names).")
    }
  }
}

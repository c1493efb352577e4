import ISOBoxes
import MovieCoding

extension MovieFile {
  /// Returns the unusual traits of a movie of a major brand, in a sentence each.
  func oddities(brand: String?) -> [String] {
    var notes: [String] = []
    let order = outline.map { $0.header.type }
    if brand == nil { notes.append("There is no ftyp; some phones leave it out.") }
    if let movie = order.firstIndex(of: "moov"), let media = order.firstIndex(of: "mdat"), movie < media,
      contentIdentifier != nil
    {
      notes.append("moov lies before mdat; phones write Live Photos with it after.")
    }
    if isFragmented { notes.append("The samples are described by fragments.") }
    let pictures = pictureTracks.count
    if pictures > 1 { notes.append("There are \(pictures) enabled video tracks.") }
    let wide = tracks.filter { $0.sampleTable.first(ChunkOffsetBox.self)?.type == "co64" }.map { "\($0.id)" }
    if !wide.isEmpty { notes.append("Chunk offsets have 64 bits (co64) in track \(wide.joined(separator: ", ")).") }
    if audioTrack == nil { notes.append("There is no sound.") }
    for track in tracks {
      notes += oddities(of: track)
      do throws(MovieError) { _ = try track.samples() } catch { notes.append("Track \(track.id): \(error)") }
    }
    if let text = contentIdentifier, text != text.uppercased() {
      notes.append("The identifier has lower-case letters; phones write upper case.")
    }
    if metadata.contains(where: { $0.key == "com.apple.quicktime.still-image-time" }) {
      notes.append("still-image-time is a key of the movie, where nobody reads it.")
    }
    return notes
  }

  private func oddities(of track: MovieTrack) -> [String] {
    var notes: [String] = []
    let ids = Set(tracks.map(\.id))
    for reference in track.references {
      let missing = reference.trackIDs.filter { !ids.contains($0) }
      if !missing.isEmpty {
        let names = missing.map(String.init).joined(separator: ", ")
        notes.append("Track \(track.id): \(reference.type) names a track that does not exist (\(names)).")
      }
    }
    if track.handler == "vide", track.isEnabled, track.matrix.clockwiseDegrees == nil {
      notes.append("Track \(track.id): its matrix is no turn by a quarter; it is mirrored or scaled.")
    }
    if track.h264Profile?.isProfessional == true {
      notes.append(
        "Track \(track.id): H.264 of more than 8 bits or other than 4:2:0; Apple's players do not decode it.")
    }
    if track.codec == "hev1" {
      notes.append("Track \(track.id): HEVC tagged hev1; Apple's players want hvc1.")
    }
    return notes
  }
}

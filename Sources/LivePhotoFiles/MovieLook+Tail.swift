import ByteCoding
import MediaCore
import MovieCoding

extension MovieLook {
  /// The look, and whether the movie shows nothing towards its end. Only where its pictures become so small that they
  /// may show nothing is one of them decoded.
  func watchingTail(of movie: MovieFile, _ source: any ByteSource) -> MovieLook {
    guard !isWhole, let time = movie.middleOfSmallTail,
      // Damage is told by those who look for it.
      let picture = try? MovieLook(of: movie, source: source, near: time).frames.first, picture.grid.isBlank
    else { return self }
    var result = self
    result.blankTail = picture.time
    return result
  }
}

extension MovieFile {
  /// The middle of the last two fifths of the pictures if these take next to no bytes; otherwise `nil`. Of what a camera
  /// sees, each picture takes some percent of the largest one's bytes.
  fileprivate var middleOfSmallTail: MediaTime? {
    // What cannot be read is found out, and told, by others.
    guard let samples = try? videoTrack?.samples(), let shown = try? shownFrames(), shown.count >= 10 else {
      return nil
    }
    let tail = shown.suffix(2 * shown.count / 5 + 1)
    let bytes = tail.reduce(0) { $0 + (samples.indices.contains($1.sampleIndex) ? samples[$1.sampleIndex].size : 0) }
    guard bytes < tail.count * (samples.map(\.size).max() ?? 0) / 50 else { return nil }
    return tail[tail.startIndex + tail.count / 2].time
  }
}

import ISOBoxes
import MovieCoding

/// A check that the edits of pictures and sound play each part once, in order, and both in step.
struct EditRules {
  /// A part of a track's media that an edit shows at a place of the movie, in seconds.
  private struct Part {
    let track: UInt32
    let start: Double
    let length: Double
    /// The beginning in the media; `nil` where nothing is shown.
    let media: Double?
    let rate: Double

    var end: Double { start + length }
  }

  /// The longest time for which an edit may hold a picture without being meant to be seen, in seconds.
  private static let longestHold = 0.3
  /// Two parts of one media may meet in units of the movie, which are coarse.
  private static let slack = 0.05
  /// The delay from which on anybody sees that sound is late or early, in seconds.
  private static let mostSkew = 0.25
  /// Recordings of pictures and sound that are as long as each other, to so much, began together.
  private static let sameLength = 0.15

  /// The tracks that players play.
  let tracks: [MovieTrack]
  /// Units of the movie in a second.
  let movieScale: UInt32

  /// The parts of the tracks that are played otherwise than they were filmed, as warnings.
  var problems: [RuleResult.Outcome] {
    // Of more edits than people make another rule tells.
    let lists = tracks.filter { (1...MovieRules.usualEdits).contains($0.edits.count) }.map(parts)
    return lists.compactMap(orderProblem).map { (.warning, $0) } + (skewProblem.map { [(.warning, $0)] } ?? [])
  }

  private func parts(of track: MovieTrack) -> [Part] {
    var parts: [Part] = []
    for edit in track.edits {
      let length = Double(edit.segmentDuration) / Double(movieScale)
      parts.append(
        Part(
          track: track.id, start: parts.last?.end ?? 0, length: length,
          media: edit.mediaTime < 0 ? nil : Double(edit.mediaTime) / Double(track.timescale), rate: edit.rate.value))
    }
    return parts
  }

  private func orderProblem(_ parts: [Part]) -> String? {
    var end: Double?
    for (index, part) in parts.enumerated() {
      guard let media = part.media else {
        guard index > 0, index < parts.count - 1, part.length > Self.slack else { continue }
        return "track \(part.track): its edits play nothing for \(FileReport.seconds(part.length)) in the middle"
      }
      if part.rate == 0, part.length > Self.longestHold {
        return "track \(part.track): its edits hold one place for \(FileReport.seconds(part.length))"
      }
      if let end, media < end - Self.slack {
        return "track \(part.track): its edits go back to \(FileReport.seconds(media)) behind "
          + "\(FileReport.seconds(end)), so that parts are played twice or in another order"
      }
      end = max(end ?? 0, media + part.length * max(0, part.rate))
    }
    return nil
  }

  /// The problem if sound is not played beside the pictures with which it was recorded; otherwise `nil`.
  private var skewProblem: String? {
    guard let video = tracks.first(where: { $0.handler == "vide" && $0.sampleCount > 1 }),
      let sound = tracks.first(where: { $0.handler == "soun" }), [video, sound].allSatisfy({ $0.edits.count <= 64 }),
      case let lengths = [video, sound].map({ Double($0.mediaDuration) / Double($0.timescale) }),
      // Else nothing tells where each began.
      abs(lengths[0] - lengths[1]) < Self.sameLength
    else { return nil }
    let (pictures, sounds) = (shown(video, lengths[0]), shown(sound, lengths[1]))
    for picture in pictures {
      for sound in sounds where min(picture.end, sound.end) - max(picture.start, sound.start) > Self.slack {
        guard picture.rate == 1, sound.rate == 1, let here = picture.media, let there = sound.media else { continue }
        let skew = (there - sound.start) - (here - picture.start)
        guard abs(skew) > Self.mostSkew else { continue }
        return "by the edits its sound is played \(FileReport.seconds(abs(skew))) "
          + "\(skew > 0 ? "before" : "behind") the pictures with which it was recorded"
      }
    }
    return nil
  }

  private func shown(_ track: MovieTrack, _ length: Double) -> [Part] {
    track.edits.isEmpty
      ? [Part(track: track.id, start: 0, length: length, media: 0, rate: 1)]
      : parts(of: track).filter { $0.media != nil }
  }
}

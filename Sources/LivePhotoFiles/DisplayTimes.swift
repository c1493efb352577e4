import ISOBoxes
import MovieCoding

/// A check of the times at which the pictures of a track are shown, by its tables.
struct DisplayTimes {
  /// A recording of hours is not looked at picture by picture.
  private static let mostPictures = 200_000
  /// The time before the first picture and behind the last one by which real tables shift pictures, in seconds.
  private static let usualShift = 1.0

  let track: MovieTrack

  /// The problem that makes players show pictures at the wrong time, or never, or else a mere contradiction; `nil` if
  /// there is none.
  var problem: RuleResult.Outcome? {
    // What is wrong with the tables themselves is told by their own rule.
    guard (2...Self.mostPictures).contains(track.sampleCount), let samples = try? track.samples() else { return nil }
    let offsets = samples.map { $0.presentationTime - $0.decodeTime }
    guard let least = offsets.min(), let greatest = offsets.max() else { return nil }
    func told(_ status: RuleResult.Status, _ text: String) -> RuleResult.Outcome {
      (status, "track \(track.id): \(text)")
    }
    let shift = Int64(Self.usualShift * Double(track.timescale))
    let end = samples.map { $0.decodeTime + $0.duration }.max() ?? 0
    if let number = samples.firstIndex(where: { $0.presentationTime < -shift || $0.presentationTime - end > shift }) {
      return told(.failure, "picture \(number + 1) is never shown: its time (ctts) lies outside of the track")
    }
    if let range = announcedOffsets {
      if least == greatest, range.lowerBound < range.upperBound {
        return told(
          .failure,
          "its pictures are shown in another order than they are decoded in (cslg), and ctts does not say which")
      }
      if least < range.lowerBound || greatest > range.upperBound {
        return told(.warning, "times of its pictures (ctts) are shifted by more than cslg says")
      }
    }
    let times = Set(samples.map(\.presentationTime))
    let doubles = samples.count - times.count
    if doubles > 0 {
      // Recorders that lose their clock for a moment give two pictures one time; then one is not seen.
      return told(
        doubles * 25 > samples.count ? .failure : .warning,
        "\(doubles.named("picture")) of \(samples.count) would be shown at the time of another")
    }
    return nil
  }

  /// The least and the greatest shift of a picture, if the track says so.
  private var announcedOffsets: ClosedRange<Int64>? {
    guard let values = track.sampleTable.first(CompositionShiftBox.self)?.values, values.count == 5,
      values[1] <= values[2]
    else { return nil }
    return values[1]...values[2]
  }
}

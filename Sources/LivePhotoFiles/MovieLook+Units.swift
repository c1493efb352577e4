import ByteCoding
import ISOBoxes
import MovieCoding
import VideoCoding

extension MovieLook {
  /// The look, and whether the bytes of all coded pictures of H.264 and HEVC make sense: most of what was overwritten
  /// shows without being decoded.
  /// - Throws: `CancellationError`.
  func readingUnits(of movie: MovieFile, _ source: any ByteSource) throws -> MovieLook {
    var result = self
    result.unitProblem = try movie.unitProblem(in: source)
    return result
  }
}

extension MovieFile {
  /// What of more bytes is no picture of a Live Photo is not read at once.
  private static let largestSample = 64 << 20

  /// What of the coded pictures makes no sense, without being decoded; `nil` if all may be right.
  /// - Throws: `CancellationError`.
  func unitProblem(in source: any ByteSource) throws -> String? {
    for track in pictureTracks {
      guard let entry = track.sampleEntry as? VisualSampleEntry,
        ["avc1", "avc3", "hvc1", "hev1"].contains(entry.type.description),
        let lengthBytes = entry.extensions.lazy.compactMap({ $0 as? CodecConfigurationBox }).first?.lengthBytes,
        // What is wrong with the tables is told by their own rule.
        let samples = try? track.samples()
      else { continue }
      for (number, sample) in samples.enumerated() {
        try Task.checkCancellation()
        // What cannot be read does not decode either, which is told as such.
        guard let start = Int(exactly: sample.offset), sample.size <= Self.largestSample,
          let bytes = try? source.bytes(start..<start + sample.size)
        else { continue }
        if let place = bytes.withUnsafeBytes({ CodedUnits.damage(in: $0, lengthBytes: lengthBytes) }) {
          return
            "sample \(number + 1) of track \(track.id) makes no sense from byte \(start + place) of the file on: get another copy"
        }
      }
    }
    return nil
  }
}

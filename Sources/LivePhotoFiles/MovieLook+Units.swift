import ByteCoding
import ISOBoxes
import MediaCore
import MovieCoding
import VideoCoding

extension MovieLook {
  /// The look, and whether the bytes of all coded pictures of H.264 and HEVC and of the timed metadata make sense: most of
  /// what was overwritten shows without being decoded.
  /// - Throws: `CancellationError`.
  func readingUnits(of movie: MovieFile, _ source: any ByteSource) throws -> MovieLook {
    var result = self
    result.unitProblem = try movie.unitProblem(in: source)
    for track in movie.tracks where result.metadataProblem == nil {
      try Task.checkCancellation()
      result.metadataProblem = track.timedMetadataProblem(in: source)
    }
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
      let codec: VideoCodec = entry.type.description.hasPrefix("avc") ? .h264 : .hevc
      var hasLeading = false
      if samples.count > 1, let number = samples.firstIndex(where: { $0.size == 0 }) {
        return "sample \(number + 1) of track \(track.id) has no bytes: get another copy"
      }
      for (number, sample) in samples.enumerated() {
        try Task.checkCancellation()
        // What cannot be read does not decode either, which is told as such.
        guard let start = Int(exactly: sample.offset), sample.size <= Self.largestSample,
          let bytes = try? source.bytes(start..<start + sample.size)
        else { continue }
        let (damage, picture) = bytes.withUnsafeBytes { bytes in
          let damage = CodedUnits.damage(in: bytes, lengthBytes: lengthBytes)
          return (damage, damage == nil ? CodedPicture(bytes, lengthBytes: lengthBytes, codec: codec) : nil)
        }
        if let damage {
          return
            "sample \(number + 1) of track \(track.id) makes no sense from byte \(start + damage) of the file on: get another copy"
        }
        guard let picture else {
          return "sample \(number + 1) of track \(track.id) holds no picture: get another copy"
        }
        if sample.isSync, picture != .sync {
          return
            "sample \(number + 1) of track \(track.id) is built on others, and stss says that decoding can begin there"
        }
        hasLeading = hasLeading || picture == .leading
      }
      if hasLeading, samples.allSatisfy({ $0.presentationTime == $0.decodeTime }) {
        return
          "the pictures of track \(track.id) are shown in another order than they are decoded in, and there is no ctts"
      }
    }
    return nil
  }
}

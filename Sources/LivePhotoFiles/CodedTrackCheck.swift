import ByteCoding
import ISOBoxes
import MediaCore
import MovieCoding
import VideoCoding

/// A check that the bytes of a track's coded pictures make sense, and fit what its tables say, without decoding them.
struct CodedTrackCheck {
  /// The largest sample that is read, in bytes: no picture of a Live Photo is larger.
  static let largestSample = 64 << 20
  /// A recording of hours is not looked at picture by picture for its order.
  private static let mostPictures = 200_000

  let track: MovieTrack
  let samples: [MovieSample]
  let codec: VideoCodec
  let lengthBytes: Int
  private let parameters: StreamParameters
  private let record: [UInt8]

  /// A check of a track of H.264 or HEVC, `nil` for others.
  init?(_ track: MovieTrack) {
    guard let entry = track.sampleEntry as? VisualSampleEntry,
      ["avc1", "avc3", "hvc1", "hev1"].contains(entry.type.description),
      let box = entry.extensions.lazy.compactMap({ $0 as? CodecConfigurationBox }).first,
      let lengthBytes = box.lengthBytes,
      // What is wrong with the tables is told by their own rule.
      let samples = try? track.samples()
    else { return nil }
    codec = entry.type.description.hasPrefix("avc") ? .h264 : .hevc
    (self.track, self.samples, self.lengthBytes) = (track, samples, lengthBytes)
    parameters = StreamParameters(record: box.record, codec: codec)
    record = box.record
  }

  /// Returns which picture's coding does not end where its bytes do; `nil` if that of all does. All pictures are
  /// decoded once more: only libde265 looks at it.
  /// - Throws: `CodingError` when the library is not installed; `CancellationError`.
  func endProblem(in source: any ByteSource) throws -> String? {
    guard codec == .hevc, let ends = try SliceEnds(configuration: record) else { return nil }
    var rest = samples.makeIterator()
    let missed = try ends.firstMissed {
      try Task.checkCancellation()
      guard let sample = rest.next(), let start = Int(exactly: sample.offset), sample.size <= Self.largestSample else {
        return nil
      }
      // What cannot be read is told elsewhere.
      return try? source.bytes(start..<start + sample.size)
    }
    return missed.map {
      "sample \($0 + 1) of track \(track.id): its coded picture does not end where its bytes do: some of them were "
        + "changed, get another copy"
    }
  }

  /// Returns what makes no sense; `nil` if no problem is found.
  /// - Throws: `CancellationError`.
  func problem(in source: any ByteSource) throws -> String? {
    if samples.count > 1, let number = samples.firstIndex(where: { $0.size == 0 }) {
      return "sample \(number + 1) of track \(track.id) has no bytes: get another copy"
    }
    var order = PictureOrder(parameters, lengthBytes: lengthBytes)
    var places: [PictureOrder.Place] = []
    var hasLeading = false
    for (number, sample) in samples.enumerated() {
      try Task.checkCancellation()
      // What cannot be read does not decode either, which is told as such.
      guard let start = Int(exactly: sample.offset), sample.size <= Self.largestSample,
        let bytes = try? source.bytes(start..<start + sample.size)
      else { continue }
      let (problem, picture) = bytes.withUnsafeBytes { bytes in
        // From the first that cannot be told on, none can.
        if places.count == number, let place = order.place(of: bytes) { places.append(place) }
        return self.problem(of: number, bytes, at: start)
      }
      if let problem { return problem }
      hasLeading = hasLeading || picture == .leading
    }
    if hasLeading, samples.allSatisfy({ $0.presentationTime == $0.decodeTime }) {
      return
        "the pictures of track \(track.id) are shown in another order than they are decoded in, and there is no ctts"
    }
    return orderProblem(places)
  }

  private func problem(
    of number: Int, _ bytes: UnsafeRawBufferPointer, at start: Int
  ) -> (String?, CodedPicture?) {
    let name = "sample \(number + 1) of track \(track.id)"
    if let damage = CodedUnits.damage(in: bytes, lengthBytes: lengthBytes, codec: codec) {
      return ("\(name) makes no sense from byte \(start + damage) of the file on: get another copy", nil)
    }
    let stray = CodedUnits.strayBytes(
      in: bytes, lengthBytes: lengthBytes, codec: codec, isArithmetic: parameters.isArithmetic)
    if let stray {
      return (
        "\(name) \(stray.text) from byte \(start + stray.place) of the file on, unlike any coded picture: something "
          + "was written over it, get another copy", nil
      )
    }
    guard let picture = CodedPicture(bytes, lengthBytes: lengthBytes, codec: codec) else {
      return ("\(name) holds no picture: get another copy", nil)
    }
    if samples[number].isSync, picture != .sync {
      return ("\(name) is built on others, and stss says that decoding can begin there", picture)
    }
    return (nil, picture)
  }

  /// Returns the problem if the times of pictures put them in another order than their slices do; otherwise `nil`.
  private func orderProblem(_ places: [PictureOrder.Place]) -> String? {
    guard (2...Self.mostPictures).contains(samples.count), places.count == samples.count else { return nil }
    let order = places.indices.sorted { places[$0] < places[$1] }
    // Two of one time, or of one place, are told of elsewhere.
    let early = zip(order, order.dropFirst()).filter {
      places[$0] < places[$1] && samples[$0].presentationTime > samples[$1].presentationTime
    }
    guard let (one, next) = early.first else { return nil }
    return "\(early.count.named("picture")) of track \(track.id) would be shown too early: sample \(next + 1) belongs "
      + "behind sample \(one + 1), and its time (ctts) is before it"
  }
}

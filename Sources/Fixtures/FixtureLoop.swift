import CaptureDevices
import MediaCore

/// A plan for looping a fixture seamlessly: what each round adds, and the sound of exactly one round.
struct FixtureLoop: Sendable {
  let periodNanoseconds: Int64
  /// The count of sequence numbers that a round takes.
  let sequences: UInt64
  /// The number of frames of sound that a round takes.
  let audioFrames: Int64
  /// The sound of one round: cut, or filled up, to that many frames.
  let audioEvents: [FixtureEvent<FixtureChunk>]

  /// Rounds are no shorter than ten milliseconds and no longer than a day.
  private static let periodsNanoseconds: ClosedRange<Int64> = 10_000_000...86_400_000_000_000

  /// Creates the loop of a fixture.
  /// - Throws: ``FixtureError`` with `.unsupported` when there is too little of it, or too much.
  init(_ manifest: FixtureManifest, path: String) throws(FixtureError) {
    guard manifest.video?.track.streams.count ?? 1 < 2, manifest.audio?.track.streams.count ?? 1 < 2 else {
      throw FixtureError(
        .unsupported, context: path,
        message: "A device was unplugged in this fixture and came back, which has no place in a round. "
          + "Do not repeat it.")
    }
    let frames = manifest.frames
    let rate = manifest.audio.map { Self.rate(manifest.chunks, nominal: $0.format.sampleRate) } ?? 1
    var periodNanoseconds: Int64 = 0
    if let video = manifest.video, let first = frames.first, let last = frames.last {
      let interval = video.mode.frameInterval
      periodNanoseconds = last.timeNanoseconds - first.timeNanoseconds + (interval.isNumeric ? interval.nanoseconds : 0)
      sequences = last.sequence >= first.sequence ? last.sequence - first.sequence + 1 : UInt64(frames.count)
    } else {
      sequences = 0
      let total = manifest.chunks.reduce(0) { $0 + Double($1.frameCount) }
      periodNanoseconds = Int64(exactly: (total / rate * 1e9).rounded()) ?? 0
    }
    guard Self.periodsNanoseconds.contains(periodNanoseconds) else {
      throw FixtureError(
        .unsupported, context: path,
        message: "A round of this fixture would last \(periodNanoseconds) ns; rounds last 10 ms to a day. "
          + "Do not repeat it.")
    }
    self.periodNanoseconds = periodNanoseconds
    audioFrames = max(1, Int64(Double(periodNanoseconds) / 1e9 * rate))
    audioEvents = manifest.audio.map { [audioFrames] in Self.round(of: $0, frames: audioFrames) } ?? []
  }

  /// Frames a second by the readings of both clocks; the nominal rate when they tell nothing that can be.
  private static func rate(_ chunks: [FixtureChunk], nominal: Int) -> Double {
    let readings = chunks.compactMap(\.clock)
    guard let first = readings.first, let last = readings.last, last.time > first.time else { return Double(nominal) }
    let rate = Double(last.position - first.position) / (last.time - first.time).seconds
    return (0.9...1.1).contains(rate / Double(nominal)) ? rate : Double(nominal)
  }

  private static func round(of audio: FixtureManifest.Audio, frames: Int64) -> [FixtureEvent<FixtureChunk>] {
    var events: [FixtureEvent<FixtureChunk>] = []
    var (left, position, arrival) = (frames, Int64(0), Int64(0))
    for event in audio.track.events {
      switch event {
      case .sample(let chunk):
        guard left > 0 else { continue }
        let count = min(left, Int64(chunk.frameCount))
        // The reading belongs to the end of the chunk, which a cut one does not have.
        let isWhole = count == chunk.frameCount
        events.append(
          .sample(
            FixtureChunk(
              position: chunk.position, frameCount: Int(count), arrivalNanoseconds: chunk.arrivalNanoseconds,
              clock: isWhole ? chunk.clock : nil, isFiller: chunk.isFiller)))
        left -= count
        (position, arrival) = (chunk.position + count, chunk.arrivalNanoseconds)
      case .loss: if left > 0 { events.append(event) }
      case .start, .end: break
      }
    }
    guard position > 0 else { return [] }
    guard left > 0 else { return events }
    events.append(.loss(count: Int(left), reason: nil, arrivalNanoseconds: arrival))
    // A second at a time: the memory that is lent has room for that.
    while left > 0 {
      let count = min(left, Int64(audio.format.sampleRate))
      arrival += count * 1_000_000_000 / Int64(audio.format.sampleRate)
      events.append(
        .sample(
          FixtureChunk(
            position: position, frameCount: Int(count), arrivalNanoseconds: arrival, clock: nil, isFiller: true)))
      (left, position) = (left - count, position + count)
    }
    return events
  }
}

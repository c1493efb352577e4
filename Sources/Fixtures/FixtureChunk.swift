public import MediaCore

/// A stretch of sound of a fixture. Times count from the fixture's begin.
public struct FixtureChunk: Sendable, Hashable {
  /// The number of frames between the start of the stream and the chunk's first frame.
  public let position: Int64
  /// The number of frames.
  public let frameCount: Int
  /// The instant at which it was delivered, in nanoseconds.
  public let arrivalNanoseconds: Int64
  /// The reading of the device's clock that came with it; its time counts from the fixture's begin.
  public let clock: AudioClockReading?
  /// A Boolean value that indicates whether the chunk stands for sound that was lost.
  public let isFiller: Bool
}

extension FixtureChunk: FixtureSample {
  static let kind = FixtureDeviceEvent.Kind.microphone
  static let names = (samples: "chunks", loss: "lost")
  private static let framesLimit: Int64 = 1 << 24

  var unitCount: Int { frameCount }

  func follows(_ last: FixtureChunk) -> Bool {
    last.position + Int64(last.frameCount) == position && last.isFiller == isFiller
      && (last.clock == nil) == (clock == nil)
  }

  /// Silence in place of what was lost before the stream began is nobody's.
  func isComplete(atNanoseconds time: Int64) -> Bool {
    !isFiller && clock?.time.nanoseconds ?? arrivalNanoseconds >= time
  }

  static func columns(_ chunks: [FixtureChunk]) -> [(String, FixtureJSON?)] {
    let ahead = chunks.compactMap { chunk in
      chunk.clock.map { $0.position - chunk.position - Int64(chunk.frameCount) }
    }
    let lag = chunks.compactMap { chunk in chunk.clock.map { chunk.arrivalNanoseconds - $0.time.nanoseconds } }
    let hasClock = lag.count == chunks.count
    return [
      ("position", .integer(chunks[0].position)), ("lengths", .column(chunks.map { Int64($0.frameCount) })),
      ("arrival", .integer(chunks[0].arrivalNanoseconds)), ("steps", .steps(chunks.map(\.arrivalNanoseconds))),
      ("ahead", hasClock ? .column(ahead) : nil), ("lag", hasClock ? .column(lag) : nil),
      ("filler", chunks[0].isFiller ? .boolean(true) : nil),
    ]
  }

  static func read(
    _ block: FixtureFields, count: Int, behind track: FixtureTrack<FixtureChunk>
  ) throws(FixtureError) -> [FixtureChunk] {
    var position = try block.integer("position", in: 0...FixtureFields.timeLimit)
    // Behind a start, positions begin anew.
    if let last = track.lastOfStream, position < last.position + Int64(last.frameCount) {
      throw block.damaged("'position' is \(position), inside the sound above it: positions only rise")
    }
    let lengths = try block.column("lengths", count: count, in: 1...framesLimit)
    let arrivals = try block.sums(from: block.arrival(after: track.lastArrival), count: count)
    let hasClock = block.has("ahead") || block.has("lag")
    let aheads = hasClock ? try block.column("ahead", count: count, in: FixtureFields.times) : []
    let lags = hasClock ? try block.column("lag", count: count, in: FixtureFields.times) : []
    let isFiller = try block.flag("filler")
    return try (0..<count).map { (index) throws(FixtureError) in
      let end = try block.bounded(position + lengths[index])
      defer { position = end }
      let clock =
        hasClock
        ? AudioClockReading(
          position: try block.bounded(end + aheads[index]),
          time: MediaTime(nanoseconds: try block.bounded(arrivals[index] - lags[index]))) : nil
      return FixtureChunk(
        position: position, frameCount: Int(lengths[index]), arrivalNanoseconds: arrivals[index], clock: clock,
        isFiller: isFiller)
    }
  }
}

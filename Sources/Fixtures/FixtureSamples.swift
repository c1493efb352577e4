public import MediaCore

/// A frame of a fixture. Times count from the fixture's begin.
public struct FixtureFrame: Sendable, Hashable {
  /// The instant at which the frame was taken, in nanoseconds; the fixture says which instant that is.
  public let timeNanoseconds: Int64
  /// The instant at which it was delivered, in nanoseconds.
  public let arrivalNanoseconds: Int64
  /// The camera's frame counter.
  public let sequence: UInt64
  /// The bytes of its payload.
  public let byteCount: Int
}

/// A stretch of sound of a fixture. Times count from the fixture's begin.
public struct FixtureChunk: Sendable, Hashable {
  /// Frames between the start of the stream and the chunk's first.
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

/// A frame or a stretch of sound, as far as the recorder treats them alike.
protocol FixtureSample: Sendable {
  static var kind: FixtureDeviceEvent.Kind { get }
  /// The names of a block of samples and of a loss in a manifest.
  static var names: (samples: String, loss: String) { get }
  /// The instant at which the sample was delivered, in nanoseconds from the fixture's begin.
  var arrivalNanoseconds: Int64 { get }
  /// The position of the sample in the stream's sound; 0 for pictures.
  var position: Int64 { get }
  /// The number of units by which a replay counts the sample: the bytes of a picture, the frames of sound.
  var unitCount: Int { get }
  /// Tells whether the sample may stand in one block with the sample before it.
  func follows(_ last: Self) -> Bool
  /// Tells whether a stream that begins at a time, in nanoseconds from the fixture's begin, may begin with the sample.
  func isComplete(atNanoseconds time: Int64) -> Bool
  /// The members of a block between the number of samples and the checksum; there is at least one sample.
  static func columns(_ samples: [Self]) -> [(String, FixtureJSON?)]
  /// The samples of a block that comes behind those of `track`.
  static func read(
    _ block: FixtureFields, count: Int, behind track: FixtureTrack<Self>
  ) throws(FixtureError) -> [Self]
}

extension FixtureFrame: FixtureSample {
  static let kind = FixtureDeviceEvent.Kind.camera
  static let names = (samples: "frames", loss: "skipped")
  private static let bytesLimit: Int64 = 1 << 40

  var position: Int64 { 0 }
  var unitCount: Int { byteCount }

  func follows(_ last: FixtureFrame) -> Bool { last.sequence &+ 1 == sequence }

  func isComplete(atNanoseconds time: Int64) -> Bool { timeNanoseconds >= time }

  static func columns(_ frames: [FixtureFrame]) -> [(String, FixtureJSON?)] {
    [
      ("sequence", .integer(Int64(clamping: frames[0].sequence))), ("time", .integer(frames[0].timeNanoseconds)),
      ("steps", .steps(frames.map(\.timeNanoseconds))),
      ("latency", .column(frames.map { $0.arrivalNanoseconds - $0.timeNanoseconds })),
      ("bytes", .column(frames.map { Int64($0.byteCount) })),
    ]
  }

  static func read(
    _ block: FixtureFields, count: Int, behind track: FixtureTrack<FixtureFrame>
  ) throws(FixtureError) -> [FixtureFrame] {
    let sequence = try block.integer("sequence", in: 0...FixtureFields.timeLimit)
    let last = track.events.lazy.reversed().compactMap(\.sample).first
    // Behind a start, numbers begin anew; time does not.
    if let last, track.lastOfStream != nil, UInt64(sequence) <= last.sequence {
      throw block.damaged("'sequence' is \(sequence), behind frame \(last.sequence): numbers only rise")
    }
    let times = try block.sums(from: block.integer("time", in: FixtureFields.times), count: count)
    if let last, times[0] < last.timeNanoseconds {
      throw block.damaged("'time' is \(times[0]), before the frame above it: time does not run backwards")
    }
    let latencies = try block.column("latency", count: count, in: 0...FixtureFields.timeLimit)
    let sizes = try block.column("bytes", count: count, in: 0...bytesLimit)
    guard sizes.allSatisfy({ $0 >= track.leastUnits }) else {
      throw block.damaged("'bytes' has a number below \(track.leastUnits), which a frame of the mode takes")
    }
    var arrival = max(0, track.lastArrival ?? 0)
    return try (0..<count).map { (index) throws(FixtureError) in
      let next = try block.bounded(times[index] + latencies[index])
      guard next >= arrival else {
        throw block.damaged("frame \(index + 1) of this block arrives before the one before it, or before the begin")
      }
      arrival = next
      return FixtureFrame(
        timeNanoseconds: times[index], arrivalNanoseconds: arrival, sequence: UInt64(sequence) + UInt64(index),
        byteCount: Int(sizes[index]))
    }
  }
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

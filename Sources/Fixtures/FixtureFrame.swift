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

public import CaptureDevices
import MediaCore

/// An event of a camera or a microphone in a fixture, as the recorder received it.
public enum FixtureEvent<Sample: Sendable>: Sendable {
  /// A frame, or a stretch of sound.
  case sample(Sample)
  /// Lost frames, of pictures or of sound. Only cameras state a reason.
  case loss(count: Int, reason: SkipReason?, arrivalNanoseconds: Int64)
  /// The device is back; only behind an end.
  case start(FixtureStart)
  /// The end of a stream. It is the last, unless the device came back or the fixture went on without it: behind the
  /// last stream's end stands the fixture's own then.
  indirect case end(FixtureEnd)
}

extension FixtureEvent {
  var sample: Sample? { if case .sample(let sample) = self { sample } else { nil } }
  /// The device as which a stream begins here; `nil` for all else.
  var startedInstance: Int? { if case .start(let start) = self { start.instance } else { nil } }
  /// The end of a stream or of the fixture, if it is one.
  var end: FixtureEnd? { if case .end(let end) = self { end } else { nil } }
}

extension FixtureEvent where Sample: FixtureSample {
  /// The instant at which the event was told, in nanoseconds from the fixture's begin.
  var arrivalNanoseconds: Int64 {
    switch self {
    case .sample(let sample): sample.arrivalNanoseconds
    case .loss(_, _, let arrival): arrival
    case .start(let start): start.arrivalNanoseconds
    case .end(let end): end.arrivalNanoseconds
    }
  }

  /// Returns the event as a block of its own; `hash` is the checksum of a sample's payload.
  func block(hash: UInt64 = 0) -> FixtureJSON {
    switch self {
    case .sample(let sample): return Self.block([sample], hash: hash)
    case .loss(let count, let reason, let arrival):
      return .members([
        (Sample.names.loss, .integer(Int64(count))), ("reason", reason.map { .text($0.rawValue) }),
        ("arrival", .integer(arrival)),
      ])
    case .start(let start):
      return .members([("start", .integer(Int64(start.instance))), ("arrival", .integer(start.arrivalNanoseconds))])
    case .end(let end):
      let failure = end.failure
      return .members([
        ("end", .text(failure == nil ? "stopped" : "failed")), ("arrival", .integer(end.arrivalNanoseconds)),
        ("code", failure.map { .text($0.code.description) }), ("device", failure.map { .text($0.context) }),
        ("operation", (failure?.operation).map { .text($0) }), ("errno", (failure?.status).map { .integer(Int64($0)) }),
        ("message", failure.map { .text($0.message) }),
      ])
    }
  }

  /// Samples that follow one another, at least one, as a block.
  static func block(_ samples: [Sample], hash: UInt64) -> FixtureJSON {
    var members: [(String, FixtureJSON?)] = [(Sample.names.samples, .integer(Int64(samples.count)))]
    members += Sample.columns(samples)
    members.append(("hash", .hash(hash)))
    return .members(members)
  }
}

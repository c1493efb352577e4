import CaptureDevices

/// The record of what a camera or a microphone told the recorder, and the checksums of what it delivered.
public struct FixtureTrack<Sample: Sendable>: Sendable {
  /// The events that it told, in order.
  public var events: [FixtureEvent<Sample>] = []
  /// The checksums of the payloads: all of them, in order.
  public var checks: [FixtureCheck] = []
  /// The least number of units that a sample must have: the bytes of a frame of raw pixels.
  var leastUnits = 0

  /// The frames, or the stretches of sound, in order.
  public var samples: [Sample] { events.compactMap(\.sample) }
}

/// The checksum of payloads that follow one another.
public struct FixtureCheck: Sendable, Hashable {
  /// The number of the first, among the stream's payloads, from 0.
  public let first: Int
  /// The number of events.
  public let count: Int
  /// Their checksum, by XXH3.
  public let hash: UInt64
}

/// A stream: the events and payloads of a device from being started to its end. One that was unplugged and came back
/// has several streams.
struct FixtureStream<Sample: FixtureSample>: Sendable {
  /// The number of times that the device had been plugged in since the fixture's begin.
  let instance: Int
  /// The events from the first that was told, without the start, to the end, if it has one.
  fileprivate(set) var events: [FixtureEvent<Sample>] = []
  /// The numbers of its payloads among the device's.
  fileprivate(set) var payloads: Range<Int>
  /// Indicates whether further events of the device follow the stream's end.
  fileprivate(set) var isFollowed = false
}

extension FixtureTrack where Sample: FixtureSample {
  var lastArrival: Int64? { events.last?.arrivalNanoseconds }

  /// The last sample behind the last start.
  var lastOfStream: Sample? {
    events.lazy.reversed().prefix { $0.startedInstance == nil }.compactMap(\.sample).first
  }

  /// The streams of all that was told: at least one, if it is an empty one.
  var streams: [FixtureStream<Sample>] {
    var streams = [FixtureStream<Sample>(instance: 0, payloads: 0..<0)]
    for event in events {
      let last = streams.count - 1
      let (hasEnded, payloads) = (streams[last].events.last?.end != nil, streams[last].payloads)
      if hasEnded { streams[last].isFollowed = true }
      if let instance = event.startedInstance {
        streams.append(FixtureStream(instance: instance, payloads: payloads.upperBound..<payloads.upperBound))
      } else if !hasEnded {
        streams[last].events.append(event)
        if event.sample != nil { streams[last].payloads = payloads.lowerBound..<payloads.upperBound + 1 }
      }
    }
    return streams
  }
}

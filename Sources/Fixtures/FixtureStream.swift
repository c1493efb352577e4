/// What a camera or a microphone told, as far as its streams are concerned.
protocol FixtureStreamEvent: Sendable {
  /// When it was told, in nanoseconds from the recording's begin.
  var arrivalNanoseconds: Int64 { get }
  /// The device as which a stream begins here; `nil` for all else.
  var startedInstance: Int? { get }
  /// Whether a stream, or the recording, ends here.
  var isEnd: Bool { get }
  /// Whether the recording was stopped here.
  var isStop: Bool { get }
  /// Whether bytes of the footage belong to it.
  var hasPayload: Bool { get }
}

extension FixtureVideoEvent: FixtureStreamEvent {
  var startedInstance: Int? { if case .start(let start) = self { start.instance } else { nil } }
  var isEnd: Bool { if case .end = self { true } else { false } }
  var isStop: Bool { if case .end(let end) = self { end.failure == nil } else { false } }
  var hasPayload: Bool { if case .frame = self { true } else { false } }
}

extension FixtureAudioEvent: FixtureStreamEvent {
  var startedInstance: Int? { if case .start(let start) = self { start.instance } else { nil } }
  var isEnd: Bool { if case .end = self { true } else { false } }
  var isStop: Bool { if case .end(let end) = self { end.failure == nil } else { false } }
  var hasPayload: Bool { if case .chunk = self { true } else { false } }
}

/// What a device delivered from being started to its end. One that was unplugged and came back has several streams.
struct FixtureStream<Event: FixtureStreamEvent>: Sendable {
  /// How often the device had been plugged in since the recording's begin.
  let instance: Int
  /// From the first that was told, without the start, to the end, if it has one.
  private(set) var events: [Event] = []
  /// The number of its first payload among the device's.
  let firstPayload: Int
  /// How many payloads it has.
  private(set) var payloadCount = 0
  /// The numbers of its payloads among the device's.
  var payloads: Range<Int> { firstPayload..<firstPayload + payloadCount }
  /// Whether something of the device is told behind its end.
  private(set) var isFollowed = false

  /// The streams of all that was told: at least one, if it is an empty one.
  static func streams(of events: [Event]) -> [FixtureStream] {
    var streams = [FixtureStream(instance: 0, firstPayload: 0)]
    var payloads = 0
    for event in events {
      let last = streams.count - 1
      let hasEnded = streams[last].events.last?.isEnd == true
      if hasEnded { streams[last].isFollowed = true }
      if let instance = event.startedInstance {
        streams.append(FixtureStream(instance: instance, firstPayload: payloads))
      } else if !hasEnded {
        streams[last].events.append(event)
        if event.hasPayload {
          payloads += 1
          streams[last].payloadCount += 1
        }
      }
    }
    return streams
  }

  private init(instance: Int, firstPayload: Int) {
    self.instance = instance
    self.firstPayload = firstPayload
  }
}

extension FixtureManifest.Video {
  /// The camera's streams, in order.
  var streams: [FixtureStream<FixtureVideoEvent>] { FixtureStream.streams(of: events) }
}

extension FixtureManifest.Audio {
  /// The microphone's streams, in order.
  var streams: [FixtureStream<FixtureAudioEvent>] { FixtureStream.streams(of: events) }
}

extension [FixtureDeviceEvent] {
  /// Whether a device is plugged in at a time, in nanoseconds from the recording's begin, and how often it has been
  /// plugged in by then.
  func presence(of kind: FixtureDeviceEvent.Kind, at time: Int64) -> (isPresent: Bool, instance: Int) {
    var (isPresent, instance) = (true, 0)
    for event in self where event.kind == kind && event.arrivalNanoseconds <= time {
      isPresent = event.isConnected
      if event.isConnected { instance += 1 }
    }
    return (isPresent, instance)
  }
}

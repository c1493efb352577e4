import MediaCore

/// What the suite needs to know of a log of either kind.
protocol ConformanceSink: AnyObject {
  associatedtype Event: Sendable
  var log: EventLog<Event> { get }
  /// The time of the first sample.
  var firstTime: MediaTime? { get }
  /// The time of the last sample.
  var lastTime: MediaTime? { get }
  static func sampleCount(of events: [Event]) -> Int
  static func hasFailed(_ events: [Event]) -> Bool
}

extension VideoSinkLog: ConformanceSink {
  var firstTime: MediaTime? { frames.first?.time }
  var lastTime: MediaTime? { frames.last?.time }

  static func sampleCount(of events: [Event]) -> Int {
    events.count { if case .frame = $0 { true } else { false } }
  }

  static func hasFailed(_ events: [Event]) -> Bool {
    events.contains { if case .failure = $0 { true } else { false } }
  }
}

extension AudioSinkLog: ConformanceSink {
  var firstTime: MediaTime? { chunks.lazy.compactMap(\.clock).first?.time }
  var lastTime: MediaTime? { chunks.lazy.reversed().compactMap(\.clock).first?.time }

  static func sampleCount(of events: [Event]) -> Int {
    events.count { if case .chunk = $0 { true } else { false } }
  }

  static func hasFailed(_ events: [Event]) -> Bool {
    events.contains { if case .failure = $0 { true } else { false } }
  }
}

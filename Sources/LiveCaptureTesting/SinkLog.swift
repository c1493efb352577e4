public import CaptureDevices
public import MediaCore

/// A sink that keeps everything a camera or a microphone tells it, in order.
public final class SinkLog<Event: SinkEvent>: Sendable {
  let log = EventLog<Event>()
  let watch = CallWatch<Event.Source>()
  private let clock: (any MediaClock)?

  /// A sink that notes when samples arrive by `clock`, if it is given one.
  public init(clock: (any MediaClock)? = nil) { self.clock = clock }

  /// Every call so far.
  public var events: [Event] { log.events }

  /// Why the stream ended by itself, if it did.
  public var failure: DeviceError? { events.lazy.compactMap(\.failure).first }

  /// Whether a call ever began before the one before it had ended.
  public var hadOverlappingCalls: Bool { watch.hadOverlap }

  /// Keeps a call, which comes at an instant if the sink has a clock.
  func note(_ source: Event.Source, _ event: (MediaTime?) -> Event) {
    watch.during(source) { log.append(event(clock?.now)) }
  }

  /// Blocks until `count` samples have come, or `seconds` of real time are over; tells whether they came.
  func waitForSamples(_ count: Int, seconds: Double) -> Bool {
    log.wait(seconds: seconds) { $0.count >= count && $0.count(where: \.isSample) >= count }
  }

  /// What a sink of either kind can tell of its source.
  func violations(of source: AnyObject) -> [ConformanceViolation] {
    var found: [ConformanceViolation] = []
    if hadOverlappingCalls {
      found.append(.init(.oneCallAtATime, "a call began before the one before it had ended"))
    }
    if watch.callers.contains(where: { $0 != ObjectIdentifier(source) }) {
      found.append(.init(.sourceIdentity, "a call named another source than the one that was started"))
    }
    if let failure { found.append(.init(.noFailure, "the stream ended by itself: \(failure)")) }
    return found
  }
}

/// One call to a sink.
public protocol SinkEvent: Sendable {
  /// Who calls.
  associatedtype Source
  /// Whether it brings a sample.
  var isSample: Bool { get }
  /// The sample's time; `nil` for what has none.
  var time: MediaTime? { get }
  /// The error of the stream's end.
  var failure: DeviceError? { get }
}

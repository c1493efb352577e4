public import CaptureDevices
public import MediaCore

/// A sink that records all calls of a camera or a microphone, in order.
public final class SinkLog<Event: SinkEvent>: Sendable {
  let log = EventLog<Event>()
  private let clock: (any MediaClock)?

  /// Creates a sink that notes when samples arrive by `clock`, if it is given one.
  public init(clock: (any MediaClock)? = nil) { self.clock = clock }

  /// The calls so far.
  public var events: [Event] { log.events }

  /// The error that ended the stream, if one did.
  public var failure: DeviceError? { events.lazy.compactMap(\.failure).first }

  /// A Boolean value that indicates whether a call ever began before the one before it had ended.
  public var hadOverlappingCalls: Bool { log.hadOverlap }

  /// Keeps a call, which comes at an instant if the sink has a clock.
  func note(_ source: AnyObject, _ event: (MediaTime?) -> Event) { log.note(source) { event(clock?.now) } }

  /// Returns the violations that a sink of either kind can detect.
  func violations(of source: AnyObject) -> [ConformanceViolation] {
    var found: [ConformanceViolation] = []
    if hadOverlappingCalls {
      found.append(.init(.oneCallAtATime, "a call began before the one before it had ended"))
    }
    if log.callers.contains(where: { $0 != ObjectIdentifier(source) }) {
      found.append(.init(.sourceIdentity, "a call named another source than the one that was started"))
    }
    if let failure { found.append(.init(.noFailure, "the stream ended by itself: \(failure)")) }
    return found
  }
}

/// A call to a sink.
public protocol SinkEvent: Sendable {
  /// A Boolean value that indicates whether the call brings a sample.
  var isSample: Bool { get }
  /// The sample's time; `nil` for what has none.
  var time: MediaTime? { get }
  /// The error of the stream's end.
  var failure: DeviceError? { get }
}

public import CaptureScripts
public import LiveCapture
public import MediaCore

/// A delegate that records all calls, in order.
public final class DelegateLog: DelegateCallReceiver, PhotoProcessingDelegate, LivePhotoCaptureDelegate,
  DeferredPhotoDelegate
{
  /// A recorded call: the method, its arguments, and the instant.
  public typealias Call = DelegateCall

  private let log = EventLog<Call>()
  private let clock: (any MediaClock)?

  /// Creates a delegate that notes when calls come by `clock`, if it is given one.
  public init(clock: (any MediaClock)? = nil) { self.clock = clock }

  /// The calls so far.
  public var calls: [Call] { log.events }

  /// A Boolean value that indicates whether a call ever began before the one before it had ended.
  public var hadOverlappingCalls: Bool { log.hadOverlap }

  /// The calls so far, in the notation of ``/CaptureScripts/CaptureStep``.
  public var timeline: String { CaptureStep.timeline(calls) }

  /// Keeps the call.
  public func receive(_ call: DelegateCall, from output: PhotoOutput) {
    log.note(self) {
      var call = call
      call.time = clock?.now
      call.output = ObjectIdentifier(output)
      return call
    }
  }
}

extension DelegateLog: CustomStringConvertible {
  /// A text for people: the calls in the notation of ``/CaptureScripts/CaptureStep``, and a line for each error.
  public var description: String {
    let calls = calls
    let errors = calls.filter { $0.error != nil }.map { "  - \($0)" }
    return ([calls.isEmpty ? "no calls" : timeline] + errors).joined(separator: "\n")
  }
}

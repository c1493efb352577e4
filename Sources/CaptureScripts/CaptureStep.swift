public import LiveCapture
import MediaCore

/// A step of a capture. Each has a letter, so that the steps of many captures fit into one line.
///
/// `B1 W1 C1 P1 R1 M1 F1` is the course of one Live Photo: the letter of each step with the capture's number. A `!`
/// behind it stands for an error. Captures are numbered in the order of their first events.
public enum CaptureStep: Character, Sendable, Hashable, CaseIterable {
  /// `willBeginCapture`
  case willBegin = "B"
  /// `willCapturePhoto`
  case willCapture = "W"
  /// `didCapturePhoto`
  case didCapture = "C"
  /// `didFinishProcessingPhoto`
  case didProcessPhoto = "P"
  /// `didFinishCapturingDeferredPhotoProxy`
  case didCaptureProxy = "D"
  /// `didFinishRecordingMovie`
  case didRecordMovie = "R"
  /// `didFinishProcessingMovie`
  case didProcessMovie = "M"
  /// `didFinishCapture`
  case didFinish = "F"

  /// Creates the step of an event.
  public init(_ event: CaptureEvent) {
    switch event {
    case .willBeginCapture: self = .willBegin
    case .willCapturePhoto: self = .willCapture
    case .didCapturePhoto: self = .didCapture
    case .didFinishProcessingPhoto: self = .didProcessPhoto
    case .didFinishCapturingProxy: self = .didCaptureProxy
    case .didFinishRecordingMovie: self = .didRecordMovie
    case .didFinishProcessingMovie: self = .didProcessMovie
    case .didFinishCapture: self = .didFinish
    }
  }

  /// Events in order, in the notation of this type.
  public static func timeline(_ events: [CaptureEvent]) -> String { timeline(events.map { DelegateCall($0) }) }

  @_disfavoredOverload
  package static func timeline(_ calls: [DelegateCall]) -> String {
    var numbers: [CaptureID: Int] = [:]
    return calls.map { call in
      let number = numbers[call.settings.uniqueID] ?? numbers.count + 1
      numbers[call.settings.uniqueID] = number
      return call.mark(number)
    }
    .joined(separator: " ")
  }

  /// Returns the part of a timeline that is about one capture, without its number: `B W C P R M F`.
  public static func course(of number: Int, in timeline: String) -> String {
    timeline.split(separator: " ").filter { $0.dropFirst().prefix { $0 != "!" } == "\(number)" }
      .map { $0.prefix(1) + ($0.hasSuffix("!") ? "!" : "") }.joined(separator: " ")
  }
}

extension CaptureStep {
  /// The name of the event that the step is about.
  package var eventName: String {
    switch self {
    case .willBegin: "willBeginCapture"
    case .willCapture: "willCapturePhoto"
    case .didCapture: "didCapturePhoto"
    case .didProcessPhoto: "didFinishProcessingPhoto"
    case .didCaptureProxy: "didFinishCapturingProxy"
    case .didRecordMovie: "didFinishRecordingMovie"
    case .didProcessMovie: "didFinishProcessingMovie"
    case .didFinish: "didFinishCapture"
    }
  }
}

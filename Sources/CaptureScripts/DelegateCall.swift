public import LiveCapture
public import MediaCore

/// A call of a delegate, or the event of an output in its place.
public struct DelegateCall: Sendable {
  /// The delegate method that was called, as a step of the capture.
  public let step: CaptureStep
  /// The settings that the method was called with.
  public let settings: ResolvedPhotoSettings
  /// The error that the method was called with; `nil` for none.
  public let error: CaptureError?
  /// The still or its proxy, for the methods that bring one.
  public let photo: CapturePhoto?
  /// The movie's length and the still's place in it, for the method that brings them.
  public let movieTimes: (duration: MediaTime, photoDisplayTime: MediaTime)?
  /// The instant of the call, on the clock that the delegate was given; or of the event.
  public package(set) var time: MediaTime?
  /// The output that called, where that is known: captures of different outputs come in no order.
  package var output: ObjectIdentifier?
  /// The movie that an event brings; a delegate is told of its times alone.
  package let movie: CapturedMovie?

  init(
    _ step: CaptureStep, _ settings: ResolvedPhotoSettings, error: CaptureError? = nil, photo: CapturePhoto? = nil,
    movieTimes: (duration: MediaTime, photoDisplayTime: MediaTime)? = nil
  ) {
    (self.step, self.settings, self.error, self.photo) = (step, settings, error, photo)
    (self.movieTimes, time, movie) = (movieTimes, nil, nil)
  }

  /// Creates the call that tells a delegate of an event.
  package init(_ event: CaptureEvent) {
    (photo, movie) =
      switch event {
      case .didFinishProcessingPhoto(let photo, _, _): (photo, nil)
      case .didFinishCapturingProxy(let proxy, _, _, _): (proxy?.photo, nil)
      case .didFinishProcessingMovie(let movie, _, _, _): (nil, movie)
      default: (nil, nil)
      }
    (step, settings, error, time) = (CaptureStep(event), event.resolvedSettings, event.error, event.time)
    movieTimes = movie.map { ($0.duration, $0.photoDisplayTime) }
  }
}

extension DelegateCall: CustomStringConvertible {
  /// A text for people: the method, the capture, and the error if it brought one.
  public var description: String { "\(step) of \(settings.uniqueID)" + (error.map { ": \($0)" } ?? "") }
}

extension DelegateCall {
  /// The capture's number where captures are numbered, as those of scripts are.
  var number: Int { Int(settings.uniqueID.rawValue) }

  /// Indicates whether the call brings a still, a proxy, or the error in place of one.
  var isPhoto: Bool { step == .didProcessPhoto || step == .didCaptureProxy }

  /// The change of a badge's counter that the call causes; `nil` if there is none.
  var badgeChange: Int? {
    switch step {
    case .willBegin: settings.isLive ? 1 : nil
    case .didRecordMovie: -1
    default: nil
    }
  }

  /// The letter, the capture's number if it is given, and `!` for an error: `P1!`.
  func mark(_ number: Int? = nil) -> String {
    "\(step.rawValue)" + (number.map(String.init) ?? "") + (error == nil ? "" : "!")
  }

  /// The name of the call in the logs of scripts.
  var name: String { "\(step.rawValue) \(step)" }
}

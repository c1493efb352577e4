/// One event of one capture, as a place in an order.
package struct EventPlace: Sendable, Hashable {
  /// The kinds of events, in the order in which they usually happen.
  package enum Step: Sendable, Hashable {
    case begin
    case exposureBegin
    case exposureEnd
    case photo
    case gatheringEnd
    case movie
    case finish
  }

  /// The capture: those of an output are numbered from 0, in the order in which they begin.
  package let capture: Int
  package let step: Step
  /// The number of the photo within the capture, from 0; 0 for other events.
  package let index: Int

  package init(_ capture: Int, _ step: Step, _ index: Int = 0) {
    (self.capture, self.step, self.index) = (capture, step, index)
  }

  /// All events of a capture, in the order in which they usually happen.
  package static func all(of capture: Int, photos: Int, isLive: Bool) -> [EventPlace] {
    let photos = (0..<photos).map { EventPlace(capture, .photo, $0) }
    let movie = isLive ? [EventPlace(capture, .gatheringEnd), EventPlace(capture, .movie)] : []
    return [.begin, .exposureBegin, .exposureEnd].map { EventPlace(capture, $0) } + photos + movie
      + [EventPlace(capture, .finish)]
  }

  /// Tells whether this event is told before `later` in every order: causes before their effects within a capture,
  /// photos in the order of their captures, and all of a capture behind the photos of those before it if
  /// `waitsForPhotos`.
  package func precedes(_ later: EventPlace, waitsForPhotos: Bool) -> Bool {
    guard capture == later.capture else {
      return capture < later.capture && step == .photo && (later.step == .photo || waitsForPhotos)
    }
    return step == .photo && later.step == .photo ? index < later.index : step.precedes(later.step)
  }
}

extension EventPlace.Step {
  /// Tells whether this event of a capture is always told before another one of the same capture.
  func precedes(_ later: Self) -> Bool {
    switch (self, later) {
    case (.begin, _), (_, .finish): self != later
    case (.exposureBegin, .exposureEnd), (.exposureBegin, .photo), (.exposureEnd, .photo), (.gatheringEnd, .movie):
      true
    default: false
    }
  }
}

package import MediaCore

/// Decides in which order and when the events of captures are told.
package protocol EventOrdering: Sendable {
  /// The least time between two events of an output, `willBeginCapture` excepted.
  var spacing: MediaTime { get }

  /// A session's own instance for one of its outputs.
  func makeLines() -> any EventLines
}

/// The events of one output that are yet to be told, in the order in which they are to be.
package protocol EventLines {
  /// Indicates whether one line holds all captures. Then that line alone says which of them waits for which.
  var isOneLine: Bool { get }

  /// Returns the longest time that the next event is kept back after it happens.
  mutating func delay() -> MediaTime

  /// A capture begins, whose events are `begun`. Returns all events that have not been told, `untold` and the
  /// capture's, in lines: each is told when all before it in its line have been. A line may name events of captures to
  /// come.
  mutating func lines(
    of untold: [[EventPlace]], beginning begun: [EventPlace], waitsForPhotos: Bool
  ) -> [[EventPlace]]
}

public import LiveCapture
public import MediaCore

extension CaptureProfile {
  /// The order in which a delegate receives a capture's events.
  ///
  /// AVFoundation promises only that `willBeginCapture` is first and `didFinishCapture` last. The exposure begins
  /// before it ends, and ends before the photo, and the end of gathering comes before the movie. All other events may
  /// come in any order: a Live Photo has ten. App code that passes its tests in each of them depends on no particular
  /// order.
  ///
  /// ```
  /// @Test(arguments: CaptureProfile.Order.all)
  /// func savesPairs(order: CaptureProfile.Order) async throws { … }
  /// ```
  /// In every order but ``nominal``, events come at least 10 ms apart, so that each has an instant of its own.
  public struct Order: Sendable, Hashable {
    enum Kind: Sendable, Hashable {
      case nominal
      case shuffled(seed: UInt64, longestDelay: MediaTime)
      /// The events of each capture alone, or of all together.
      case given([EventPlace], isJoint: Bool)
    }

    let kind: Kind

    /// The order in which each event is reported as soon as it happens: `B W C P R M F` for a Live Photo, the last
    /// three at one instant.
    public static let nominal = Order(kind: .nominal)

    /// The nominal order, each event at an instant of its own.
    public static let apart = Order(kind: .given(EventPlace.all(of: 0, photos: 1, isLive: true), isJoint: false))

    /// Returns a random order: all that are allowed are equally likely, also those of two captures that overlap.
    ///
    /// Each event is delayed by a random time up to `longestDelay`. The same seed gives the same course.
    public static func shuffled(seed: UInt64, longestDelay: MediaTime = MediaTime(value: 2, timescale: 1)) -> Order {
      Order(kind: .shuffled(seed: seed, longestDelay: longestDelay))
    }

    /// Returns the order that a text gives in the letters of ``CaptureStep``.
    ///
    /// `B R M W C P F` is the order of every capture by itself; events that a capture does not have are left out. With
    /// numbers, as in `B1 B2 W2 …`, it is the order of several captures together, numbered as they begin.
    /// - Throws: ``TimelineError`` for a text that is not an order, or an order that is not allowed.
    public static func given(_ text: String) throws(TimelineError) -> Order {
      let (moments, isJoint) = try OrderText(text).moments()
      return Order(kind: .given(moments, isJoint: isJoint))
    }

    /// The ten orders of a Live Photo.
    public static var all: CaptureOrders { CaptureOrders(of: EventPlace.all(of: 0, photos: 1, isLive: true)) }

    /// Returns the orders of a capture, or of several that overlap, that has these events: `B W C P F`, or `B1 … F1 B2
    /// … F2`.
    ///
    /// If there are more than `limit`, `seed` selects that many of them; see ``CaptureOrders/isSample``. `isResponsive`
    /// says that responsive capture is on, so that a capture may begin before the photo of the one before it.
    /// - Throws: ``TimelineError`` for a text that is no order.
    public static func all(
      of text: String, isResponsive: Bool = false, limit: Int = 100, seed: UInt64 = 1
    ) throws(TimelineError) -> CaptureOrders {
      let (moments, isJoint) = try OrderText(text).moments()
      return CaptureOrders(
        of: moments, isJoint: isJoint, waitsForPhotos: !isResponsive, limit: limit, seed: seed)
    }

    /// The ordering by which sessions tell events; `nil` for the nominal order.
    package var ordering: (any EventOrdering)? {
      switch kind {
      case .nominal: nil
      case .shuffled(let seed, let longestDelay): ShuffledOrdering(seed: seed, longestDelay: longestDelay)
      case .given(let moments, let isJoint): GivenOrdering(moments: moments, isJoint: isJoint)
      }
    }

    /// The longest time by which the order alone delays an event.
    package var longestDelay: MediaTime {
      switch kind {
      case .nominal: .zero
      case .shuffled(_, let longestDelay): longestDelay
      case .given: MediaTime(value: 1, timescale: 1)
      }
    }

    /// The same order, drawn by another seed if it is drawn.
    package func seeded(_ seed: UInt64) -> Order {
      if case .shuffled(_, let longestDelay) = kind {
        Self.shuffled(seed: seed, longestDelay: longestDelay)
      } else {
        self
      }
    }
  }
}

extension CaptureProfile.Order: CustomStringConvertible {
  /// The letters of the events, or how they are drawn.
  public var description: String {
    switch kind {
    case .nominal: "nominal"
    case .shuffled(let seed, _): "shuffled by \(seed)"
    case .given(let moments, let isJoint): OrderText.text(of: moments, isJoint: isJoint)
    }
  }
}

import MediaCore

extension LivePhotoView {
  /// The states of a view. Pure; time is told. What a state does not list does nothing in it.
  ///
  /// ```
  /// empty   ─ a photo is shown ────────────► still
  /// still   ─ started, and it is complete ─► playing
  /// playing ─ stopped, or its end comes ───► still
  ///         ─ started in another style ────► playing, with a new number
  /// any     ─ another photo, or none ──────► still, empty
  /// ```
  struct StateMachine {
    /// An action that a change of state asks for.
    enum Action: Equatable {
      /// Playing has begun, and will end by itself at an instant; the number says which playing that is.
      case begin(LivePhotoPlaybackStyle, end: MediaTime, number: Int)
      /// Playing has ended.
      case end(LivePhotoPlaybackStyle)
    }

    struct Playing: Equatable {
      let style: LivePhotoPlaybackStyle
      let start: MediaTime
      let duration: MediaTime
      /// The time in the movie at which playing begins.
      let offset: MediaTime
      let number: Int

      func position(at now: MediaTime) -> MediaTime { offset + min(max(now - start, .zero), duration) }
    }

    enum State: Equatable {
      case empty, still(LivePhoto), playing(LivePhoto, Playing)
    }

    private(set) var state = State.empty
    private var count = 0

    var photo: LivePhoto? {
      switch state {
      case .empty: nil
      case .still(let photo), .playing(let photo, _): photo
      }
    }

    var playing: Playing? { if case .playing(_, let playing) = state { playing } else { nil } }

    mutating func show(_ photo: LivePhoto?) -> [Action] {
      guard photo != self.photo else { return [] }
      let ended = stop()
      state = photo.map { .still($0) } ?? .empty
      return ended
    }

    /// Plays from the beginning. Another style ends what is playing first; the same one goes on.
    mutating func start(_ style: LivePhotoPlaybackStyle, at now: MediaTime) -> [Action] {
      guard let photo, photo.isComplete, photo.duration > .zero, style != .undefined, playing?.style != style else {
        return []
      }
      let ended = stop()
      count += 1
      let isHint = style == .hint
      let duration = isHint ? min(photo.duration, LivePhotoView.hintDuration) : photo.duration
      // A hint leads up to the still.
      let offset = isHint ? max(.zero, min(photo.stillTime ?? .zero, photo.duration) - duration) : .zero
      state = .playing(
        photo, Playing(style: style, start: now, duration: duration, offset: offset, number: count))
      return ended + [.begin(style, end: now + duration, number: count)]
    }

    mutating func stop() -> [Action] {
      guard case .playing(let photo, let playing) = state else { return [] }
      state = .still(photo)
      return [.end(playing.style)]
    }

    /// Time has come to the end of a playing, which may long have been ended otherwise.
    mutating func reachEnd(_ number: Int) -> [Action] { playing?.number == number ? stop() : [] }
  }
}

import MediaCore

extension BoothShot {
  /// The course of one shot: countdown, exposure, storage.
  ///
  /// ```
  ///            countdownBegan             timerFired, at 1                 frameNamed, timerFired
  /// capturing ────────────────► counting ──────────────────► awaitingFrame ───────────────────────► capturing
  ///                              │ │ ▲                        │       ▲                              │    │
  ///                              │ └─┘ timerFired             │       └──────── frameWasGone ────────┘    │ filmed
  ///                              └─────── cancelled ─────┬────┘       filmed, or restCancelled in any    ▼
  ///                                                      └─────────────► ended ◄──────────────────── storing
  /// ```
  /// The machine is a plain value: it holds no timer and reads no clock. ``BoothShutter`` carries out the actions that
  /// it returns. The article Booth has the table of all states, events and requests.
  struct StateMachine: Hashable {
    enum State: Hashable {
      /// The shutter is pressed, or about to be. `zero` is the end of the countdown before; `nil` without one.
      case capturing(zero: MediaTime?)
      /// Counting down; `step` is shown.
      case counting(step: Int)
      /// The countdown was over at `zero`: the guest's screen is about to name its frame.
      case awaitingFrame(zero: MediaTime)
      /// No more frames are taken; the pictures are being stored.
      case storing
      /// The shot is over.
      case ended
    }

    enum Event: Hashable {
      /// A countdown of so many seconds begins: the shot's first, or that of a strip's next part.
      case countdownBegan(seconds: Int)
      /// The timer that the last action started has fired.
      case timerFired(at: MediaTime)
      /// The frame that a screen named is no longer held.
      case frameWasGone
      /// The last frame of the shot has been filmed.
      case filmed
      /// A part cannot be stored: the shot takes no further parts.
      case partFailed
      /// All parts are stored, or one has failed.
      case ended
    }

    /// Something that a page asks for, and that a state may forbid.
    enum Request: Hashable, CaseIterable {
      /// A screen names the frame that it showed.
      case frameNamed
      /// The countdown is to end without a picture.
      case cancelled
      /// The parts that have not been taken are to be left out.
      case restCancelled
    }

    enum Action: Hashable {
      /// Show the number of seconds that are left.
      case show(step: Int)
      /// Send ``Event/timerFired(at:)`` after a second.
      case countSecond
      /// Send ``Event/timerFired(at:)`` after the longest time that a screen may take to name its frame.
      case awaitScreen
      case cancelTimer
      /// Press the shutter for the frame of a time, because no screen has named another.
      case press(at: MediaTime)
    }

    /// The reason why a state forbids a request.
    enum Refusal: Error {
      /// The countdown is not over.
      case isCounting
      /// The picture is being taken, or is taken.
      case isTaken
      /// The shot is over.
      case hasEnded
    }

    private(set) var state = State.capturing(zero: nil)
    /// The length of the last countdown.
    private(set) var countdownSeconds = 0

    /// Applies an event; returns what is to be done, in order.
    ///
    /// An event that comes too late, such as the timer of a countdown that has just been cancelled, changes nothing.
    mutating func handle(_ event: Event) -> [Action] {
      switch (event, state) {
      case (.countdownBegan(let seconds), .capturing) where seconds > 0:
        countdownSeconds = seconds
        return count(seconds)
      case (.timerFired(let time), .counting(let step)): return step > 1 ? count(step - 1) : awaitFrame(from: time)
      case (.timerFired, .awaitingFrame(let zero)):
        state = .capturing(zero: zero)
        return [.press(at: zero)]
      case (.frameWasGone, .capturing(let zero?)):
        state = .awaitingFrame(zero: zero)
        return [.awaitScreen]
      case (.filmed, .capturing): state = .storing
      case (.partFailed, .counting), (.partFailed, .awaitingFrame): return stopTimer(.storing)
      case (.ended, .counting), (.ended, .awaitingFrame): return stopTimer(.ended)
      case (.ended, _): state = .ended
      case (.countdownBegan, _), (.timerFired, _), (.frameWasGone, _), (.filmed, _), (.partFailed, _): break
      }
      return []
    }

    /// Grants a request; returns what is to be done, in order.
    /// - Throws: ``Refusal`` where the state forbids it; the state stays as it was.
    mutating func handle(_ request: Request) throws(Refusal) -> [Action] {
      switch (request, state) {
      case (.frameNamed, .awaitingFrame(let zero)): return stopTimer(.capturing(zero: zero))
      case (.frameNamed, .counting): throw .isCounting
      case (.cancelled, .counting), (.cancelled, .awaitingFrame): return stopTimer(.ended)
      case (.restCancelled, .counting), (.restCancelled, .awaitingFrame): return stopTimer(.storing)
      case (.restCancelled, .capturing):
        state = .storing
        return []
      case (_, .ended): throw .hasEnded
      case (_, .capturing), (_, .storing): throw .isTaken
      }
    }

    private mutating func count(_ step: Int) -> [Action] {
      state = .counting(step: step)
      return [.show(step: step), .countSecond]
    }

    private mutating func awaitFrame(from zero: MediaTime) -> [Action] {
      state = .awaitingFrame(zero: zero)
      return [.show(step: 0), .awaitScreen]
    }

    private mutating func stopTimer(_ next: State) -> [Action] {
      state = next
      return [.cancelTimer]
    }
  }
}

extension PictureCourier {
  /// The course of a courier: one round of work at a time, until it ends.
  ///
  /// ```
  ///         hurried
  /// resting ───────► working      ended, in either state
  ///    ▲               │          ──────────────────────► ended
  ///    └───────────────┘
  ///     succeeded, failed
  /// ```
  /// The machine is a plain value; the courier performs the action that it returns.
  struct StateMachine: Hashable {
    enum State: Hashable, CaseIterable { case resting, working, ended }

    enum Event: Hashable, CaseIterable {
      /// Something may wait to be moved.
      case hurried
      /// All that waited was moved.
      case succeeded
      /// A server is away.
      case failed
      /// The library has stopped reporting changes.
      case wentDeaf
      /// The booth ends.
      case ended
    }

    enum Action: Hashable {
      /// Begin a round; listen to the library's changes again first, where it has stopped reporting them.
      case work(listeningFirst: Bool)
      /// Tell people that the servers are there again.
      case tellRecovery
      /// Tell people that pictures wait.
      case tellTrouble
    }

    private(set) var state = State.resting
    /// A Boolean value that indicates whether the library's changes are missed until somebody listens again.
    private(set) var isDeaf = false
    /// A Boolean value that indicates whether people know that pictures wait.
    private(set) var isTroubled = false

    /// Applies an event; returns what is to be done.
    mutating func handle(_ event: Event) -> Action? {
      switch (event, state) {
      case (.hurried, .resting):
        state = .working
        defer { isDeaf = false }
        return .work(listeningFirst: isDeaf)
      case (.hurried, .working), (.hurried, .ended): return nil
      case (.succeeded, _):
        if state == .working { state = .resting }
        defer { isTroubled = false }
        return isTroubled ? .tellRecovery : nil
      case (.failed, _):
        if state == .working { state = .resting }
        defer { isTroubled = true }
        return isTroubled ? nil : .tellTrouble
      case (.wentDeaf, _): isDeaf = true
      case (.ended, _): state = .ended
      }
      return nil
    }
  }
}

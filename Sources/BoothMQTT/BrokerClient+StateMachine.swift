extension BrokerClient {
  /// The course of a client, from its start to its end.
  ///
  /// ```
  ///          started            connected             stopped            farewellSent
  /// created ────────► seeking ────────────► connected ────────► leaving ──────────────► parting
  ///    │              │     ▲                   │                  │                       │
  ///    │              │     └─── disconnected ──┘                  │                       │
  ///    │ stopped      │ stopped                                    │ disconnected, expired │
  ///    └──────────────┴──────────────────► ended ◄─────────────────┴───────────────────────┘
  /// ```
  /// The machine is a plain value. The client's thread and the callers of its methods hand it events, under one lock.
  struct StateMachine: Hashable {
    enum State: Hashable {
      /// The client has not been started.
      case created
      /// The client has no connection: it is trying to connect, or waiting to try again.
      case seeking
      /// The broker takes messages.
      case connected
      /// Connected, with a last message that is still to be sent.
      case leaving(farewell: BrokerMessage)
      /// Connected; the last message is sent, and not all messages are confirmed.
      case parting
      /// The client takes no more messages, and its thread ends as soon as it can.
      case ended
    }

    enum Event: Hashable {
      case started
      case connected
      /// The connection has ended.
      case disconnected
      /// The client is to end with a last message.
      case stopped(farewell: BrokerMessage)
      case farewellSent
      /// The time for the last message is over.
      case expired
    }

    private(set) var state = State.created

    /// Applies an event; one that comes too late changes nothing.
    mutating func handle(_ event: Event) {
      switch (event, state) {
      case (.started, .created), (.disconnected, .connected): state = .seeking
      case (.connected, .seeking): state = .connected
      case (.stopped(let farewell), .connected): state = .leaving(farewell: farewell)
      case (.farewellSent, .leaving): state = .parting
      case (.stopped, .created), (.stopped, .seeking): state = .ended
      case (.disconnected, .leaving), (.disconnected, .parting): state = .ended
      case (.expired, .leaving), (.expired, .parting): state = .ended
      case (.started, _), (.connected, _), (.disconnected, _), (.stopped, _), (.farewellSent, _), (.expired, _): break
      }
    }

    /// A Boolean value that indicates whether the client takes messages from its callers.
    var takesMessages: Bool { state == .connected }

    /// A Boolean value that indicates whether no further connection is made.
    var isEnding: Bool {
      switch state {
      case .leaving, .parting, .ended: true
      case .created, .seeking, .connected: false
      }
    }
  }
}

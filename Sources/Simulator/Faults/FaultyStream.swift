import Synchronization

/// Stands between the other device and one sink.
final class FaultyStream<Faults: SourceFaults>: Sendable {
  // Not held: a source that is let go without having been stopped goes, and its stream with it.
  private weak let owner: FaultySource<Faults>?
  private let sink: Mutex<Faults.Sink?>

  init(_ owner: FaultySource<Faults>, _ sink: Faults.Sink) {
    self.owner = owner
    self.sink = Mutex(sink)
  }

  var isOpen: Bool { sink.withLock { $0 != nil } }

  func tell(_ body: (FaultySource<Faults>, Faults.Sink) -> Void) {
    guard let owner, let sink = sink.withLock({ $0 }) else { return }
    body(owner, sink)
  }

  /// Ends the stream: it is over before its sink hears of it.
  func end(_ body: (FaultySource<Faults>, Faults.Sink) -> Void) {
    guard let owner, let sink = sink.withLock({ $0.take() }) else { return }
    body(owner, sink)
  }
}

/// Changes to a library, one after another, as they are made by any process.
public struct LibraryChanges: AsyncSequence, Sendable {
  /// The changes that one change block has made.
  public typealias Element = LibraryHistory.Change
  let library: PhotoLibrary
  let token: PersistentChangeToken?

  /// Begins to listen.
  public func makeAsyncIterator() -> Iterator { Iterator(library, token) }

  /// The changes to come.
  public struct Iterator: AsyncIteratorProtocol {
    private let library: PhotoLibrary
    private let observer: Signal
    private var signals: AsyncStream<Void>.Iterator
    private var token: PersistentChangeToken?
    private var waiting: ArraySlice<LibraryHistory.Change> = []
    private var isFirst = true

    fileprivate init(_ library: PhotoLibrary, _ token: PersistentChangeToken?) {
      let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
      (self.library, self.token) = (library, token)
      signals = stream.makeAsyncIterator()
      observer = Signal(continuation)
      library.register(observer)
      // From here on nothing is missed. Where it cannot be read, the first call says so.
      if token == nil { self.token = try? library.currentChangeToken() }
    }

    /// Returns the next change; `nil` when the task was cancelled.
    /// - Throws: ``PhotosError``, 3105 for a token that is too old.
    public mutating func next() async throws -> LibraryHistory.Change? {
      while !Task.isCancelled {
        if let change = waiting.popFirst() {
          token = change.token
          return change
        }
        if !isFirst, await signals.next() == nil { return nil }
        isFirst = false
        let since = try token ?? library.currentChangeToken()
        token = since
        waiting = try library.fetchPersistentChanges(since: since).changes[...]
      }
      return nil
    }
  }

  /// Tells of changes as long as an iterator holds it.
  private final class Signal: PhotoLibraryChangeObserver {
    private let continuation: AsyncStream<Void>.Continuation
    init(_ continuation: AsyncStream<Void>.Continuation) { self.continuation = continuation }
    func photoLibraryDidChange(_ change: LibraryChange) { continuation.yield() }
  }
}

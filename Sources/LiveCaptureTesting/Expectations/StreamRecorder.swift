/// Keeps everything that a stream tells from now on: an output's events, a session's events, a badge's counts.
///
/// ```
/// let events = StreamRecorder(output.events)
/// …
/// let log = EventLogText(await events.finish(), since: start)
/// ```
/// The stream itself keeps the elements, so that none is missed and nothing runs beside the test.
public struct StreamRecorder<Element: Sendable>: Sendable {
  private let stream: AsyncStream<Element>

  /// A recorder of a stream that nobody else reads.
  public init(_ stream: AsyncStream<Element>) { self.stream = stream }

  /// Everything until now, in order. Ends the recording: a second call returns what was left over by the first, nothing.
  public func finish() async -> [Element] {
    let stream = stream
    let reader = Task {
      var elements: [Element] = []
      for await element in stream { elements.append(element) }
      return elements
    }
    // A cancelled reader gets what the stream has kept, and then its end.
    reader.cancel()
    return await reader.value
  }
}

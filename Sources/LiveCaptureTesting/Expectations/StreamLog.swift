import CaptureScripts

/// Records the elements of a stream from now on: an output's events, a session's events, a badge's counts.
///
/// ```
/// let events = StreamLog(output.events)
/// …
/// let log = EventLogText(await events.finish(), since: start)
/// ```
/// The stream itself keeps the elements, so that none is missed and nothing runs beside the test.
public struct StreamLog<Element: Sendable>: Sendable {
  private let stream: AsyncStream<Element>

  /// Creates a log of a stream that has no other reader.
  public init(_ stream: AsyncStream<Element>) { self.stream = stream }

  /// Returns everything until now, in order, and ends the log: a second call returns nothing.
  public func finish() async -> [Element] { await stream.all() }
}

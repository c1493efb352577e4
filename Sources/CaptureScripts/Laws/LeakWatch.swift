import Dispatch
import Synchronization

/// Holds objects weakly, and reports those that are still in memory.
///
/// ```
/// let leaks = LeakWatch()
/// do {
///   let controller = leaks.watch(CaptureController(…), "controller")
///   …
/// }
/// let report = await leaks.settled()
/// #expect(report.passes)
/// ```
public final class LeakWatch: Sendable {
  private struct Entry: Sendable {
    let name: String
    weak let object: (any AnyObject & Sendable)?
  }

  private let entries = Mutex<[Entry]>([])

  /// Creates a watch over nothing yet.
  public init() {}

  /// Watches an object, and returns it.
  @discardableResult
  public func watch<Object: AnyObject & Sendable>(_ object: Object, _ name: String? = nil) -> Object {
    entries.withLock { $0.append(Entry(name: name ?? "\(Object.self)", object: object)) }
    return object
  }

  /// The names of those that somebody still holds.
  public var survivors: [String] { entries.withLock { $0.filter { $0.object != nil }.map(\.name) } }

  /// Returns the objects that are still in memory after queues have had time to release what they have just used.
  public func settled() async -> Report {
    await Self.wait { survivors.isEmpty }
    return report
  }

  /// Gives queues time to let go of what they have just used, until `isOver` or for 100,000 turns.
  package static func wait(until isOver: () -> Bool) async {
    var patience = 100_000
    while !isOver(), patience > 0 {
      patience -= 1
      // By way of a queue: who only yields has its turn again before threads that wait for a processor have had theirs.
      await withCheckedContinuation { turn in DispatchQueue.global(qos: .utility).async { turn.resume() } }
    }
  }

  /// A report of what is to be gone by now, and is not.
  public var report: Report { Report(count: entries.withLock { $0.count }, survivors: survivors) }

  /// A report of what was left of the objects.
  public struct Report: ExpectationReport {
    /// The number of objects that were watched.
    public let count: Int
    /// The names of those that somebody still holds.
    public let survivors: [String]
    /// A text with the number of objects that were watched.
    public var subject: String { "\(count) watched objects" }
    /// A sentence for each survivor.
    public var problems: [String] { survivors.map { "\($0) is still held by somebody" } }
  }
}

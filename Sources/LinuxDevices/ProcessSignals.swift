public import Dispatch
import Glibc
import Synchronization

/// Signals sent to this process, reported one by one. None is lost, however soon it comes after this object is made.
///
/// A signal source of Dispatch's would do but for its beginning: it is installed a moment after it is resumed, and what
/// comes in that moment is ignored or ends the process. Here a handler writes each signal's number into a pipe. A
/// process has one of these at a time; programs that it starts get the signals' usual meaning.
public final class ProcessSignals: Sendable {
  private let numbers: [Int32]
  private let source: Mutex<(any DispatchSourceRead)?>

  /// Calls `handler` on `queue` with each signal of `numbers` that comes from now on. In a process that has no
  /// descriptor left signals keep their meaning.
  public init(_ numbers: [Int32], queue: DispatchQueue, handler: @escaping @Sendable (Int32) -> Void) {
    self.numbers = numbers
    let pipe = Self.pipe
    guard pipe.reader >= 0 else {
      source = Mutex(nil)
      return
    }
    _ = Self.received(from: pipe.reader)
    let source = DispatchSource.makeReadSource(fileDescriptor: pipe.reader, queue: queue)
    source.setEventHandler {
      for number in Self.received(from: pipe.reader) { handler(number) }
    }
    source.activate()
    self.source = Mutex(source)
    for number in numbers { Self.act(on: number, with: Self.note) }
  }

  /// Gives the signals their usual meaning back. A signal that has come and was not told yet is dropped.
  public func end() {
    for number in numbers { Self.act(on: number, with: SIG_DFL) }
    source.withLock { $0?.cancel() }
  }

  /// Ignores signals from now on, in this process and in those that it starts.
  public static func ignore(_ numbers: [Int32]) {
    for number in numbers { act(on: number, with: SIG_IGN) }
  }

  /// Made once and never closed: a handler may be on its way into it at any time.
  private static let pipe: (reader: Int32, writer: Int32) = {
    var ends: [Int32] = [-1, -1]
    guard Glibc.pipe(&ends) == 0 else { return (-1, -1) }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    writer.store(ends[1], ordering: .releasing)
    return (ends[0], ends[1])
  }()

  private static let writer = Atomic<Int32>(-1)

  /// The function that runs inside the signal: nothing but a write, which is allowed there. A full pipe holds thousands
  /// already.
  private static let note: @convention(c) (Int32) -> Void = { number in
    let error = errno
    var byte = UInt8(truncatingIfNeeded: number)
    _ = write(ProcessSignals.writer.load(ordering: .acquiring), &byte, 1)
    errno = error
  }

  private static func act(on number: Int32, with handler: (@convention(c) (Int32) -> Void)?) {
    var action = sigaction()
    action.__sigaction_handler.sa_handler = handler
    action.sa_flags = SA_RESTART
    sigaction(number, &action, nil)
  }

  private static func received(from descriptor: Int32) -> [Int32] {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 64) { buffer in
      let count = read(descriptor, buffer.baseAddress, buffer.count)
      return count > 0 ? buffer.prefix(count).map { Int32($0) } : []
    }
  }
}

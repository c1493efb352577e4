import Glibc
import SystemCalls

/// Whatever tells that devices may have come or gone: the kernel's uevents, and changes of `/dev`.
///
/// Uevents say what happened, and come in order; they do not come in every container. Changes of the folder say when
/// a file is there, and when it may be opened, which only udev knows.
// Unchecked: `socket` and `folders` are given up by the one thread that waits.
final class DeviceSignals: @unchecked Sendable {
  private var socket: UEventSocket?
  private var folders: FolderWatch?
  private var loss: SystemError?  // why the last one was given up

  /// Signals from now on. Containers often lack one of both; each tells what it can without the other.
  /// - Throws: `SystemError` about the folders when there is neither.
  init(
    socket: @autoclosure () throws(SystemError) -> UEventSocket,
    folders: @autoclosure () throws(SystemError) -> FolderWatch
  ) throws(SystemError) {
    self.socket = try? socket()  // the folders tell enough
    self.folders = if self.socket == nil { try folders() } else { try? folders() }  // the socket tells enough
  }

  enum Signal: Equatable {
    case event(UEvent)
    case change(DevicePlace)
  }

  /// Waits for signals; `nil` once `stop` is raised.
  /// - Throws: `SystemError` when none will come any more.
  func next(stop: StopSignal) throws(SystemError) -> [Signal]? {
    while socket != nil || folders != nil {
      // Negative descriptors are passed over.
      var descriptors = [stop.descriptor, socket?.descriptor ?? -1, folders?.descriptor ?? -1].map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      if poll(&descriptors, nfds_t(descriptors.count), -1) < 0, errno != EINTR { throw SystemError("poll") }
      if stop.isRaised { return nil }
      // In this order: the kernel changes the folder before it says so, and so none of the changes is left over for
      // the next time that what is read here has overtaken.
      var signals: [Signal] = []
      if descriptors[1].revents != 0 { signals += Self.signals(&socket, &loss) { $0.arrivals() } }
      signals += Self.signals(&folders, &loss) { $0.changes().map { $0.map(Signal.change) } }
      if !signals.isEmpty { return signals }
    }
    if let loss { throw loss }
    return nil
  }

  // What a source tells, if there is one; one of no more use is given up.
  private static func signals<Source>(
    _ source: inout Source?, _ loss: inout SystemError?, _ read: (Source) -> Result<[Signal], SystemError>
  ) -> [Signal] {
    guard let open = source else { return [] }
    do throws(SystemError) { return try read(open).get() } catch { (source, loss) = (nil, error) }
    return [.change(.everywhere)]
  }
}

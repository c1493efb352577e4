import FlyingSocks
import Glibc

/// Sockets that programs which are started from here, such as a browser, do not get.
enum CloseOnExec {
  static func set(_ socket: Socket) { _ = fcntl(socket.file.rawValue, F_SETFD, FD_CLOEXEC) }
}

import FlyingSocks
import Glibc

/// The reason why a server does not listen.
public struct WebServerError: Error, Sendable, CustomStringConvertible {
  /// The address that the server was to listen at.
  public let address: ListenAddress
  /// The number of the system's error; `nil` for another one.
  public let number: Int32?
  /// The system's description of the error.
  public let cause: String
  /// The error behind this one.
  public let underlying: any Error

  init(address: ListenAddress, underlying: any Error) {
    (self.address, self.underlying) = (address, underlying)
    if case SocketError.failed(_, let number, let message) = underlying {
      (self.number, cause) = (number, message)
    } else {
      (number, cause) = (nil, "\(underlying)")
    }
  }

  /// A sentence that says what is wrong and what to do about it.
  public var description: String {
    switch number {
    case EADDRINUSE:
      "--listen \(address): another program has port \(address.port). End it, or choose another port; 0 is any that is free."
    case EADDRNOTAVAIL:
      "--listen \(address): \(address.host) is no address of this machine. Name one that 'ip address' lists, or 0.0.0.0 for all."
    case EACCES:
      "--listen \(address): ports below 1024 are the system's. Choose another one, such as 8080."
    default: "--listen \(address): nobody can be served there: \(cause). Choose another address."
    }
  }
}

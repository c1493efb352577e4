/// A name that is this process's own until it is released, or nobody has this any more.
public protocol NameReservation: AnyObject, Sendable {
  /// Gives the name up; harmless if that has been done.
  func release()
}

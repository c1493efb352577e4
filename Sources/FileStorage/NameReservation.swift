/// A name that is reserved for this process until it is released, or until this object is released.
public protocol NameReservation: AnyObject, Sendable {
  /// Releases the name; harmless if it has been released already.
  func release()
}

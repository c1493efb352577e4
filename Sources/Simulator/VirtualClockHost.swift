/// The host of the work that runs on a virtual clock beside its actions.
package protocol VirtualClockHost: AnyObject, Sendable {
  /// The number of pieces of work that wait to be run before time may move on.
  var waitingCount: Int { get }
  /// Calls an action of the clock; the caller may be going to settle what it sets off.
  func perform(_ action: () -> Void, thenSettling settles: Bool)
}

/// The connection of a booth with the others of its fleet, and with other programs that follow or control it.
public protocol KioskFleet: AnyObject, Sendable {
  /// The booths that are known, by their topics; this one is among them.
  var members: [KioskFleetMember] { get }
  /// The state of the connection.
  var report: KioskReport.Broker { get }
  /// Begins to publish a booth's state, and to carry out commands for it. `address` returns the beginning of the
  /// addresses of its pages; `notify` tells people something, `info` or `warning`.
  func start(
    _ site: KioskSite, address: @escaping @Sendable () -> String,
    notify: @escaping @Sendable (_ level: String, _ message: String) -> Void
  )
  /// Tells that the booth goes, and ends the connection.
  func stop() async
}

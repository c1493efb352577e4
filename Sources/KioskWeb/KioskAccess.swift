/// The access to a booth or a gallery.
public struct KioskAccess: Sendable {
  /// The password for taking pictures. If it is `nil` and there is no ``guestPassword`` either, everybody may take
  /// them.
  public var password: String?
  /// The password for looking at pictures and downloading them; if it is `nil` and there is a ``password``, guests need
  /// a link. If this is the only password, the machine's own screen takes pictures without one.
  public var guestPassword: String?
  /// The number that the operator enters; `nil` for a place that has no operator.
  public var pin: String?
  /// The word by which a program that is no operator reads the figures, as a bearer token; `nil` if none does.
  public var metricsToken: String?
  /// The host names, in small letters, by which the machine may be requested, in addition to its addresses.
  public var names: Set<String> = []

  /// Creates an access without passwords, for requests that name the machine's address.
  public init() {}
}

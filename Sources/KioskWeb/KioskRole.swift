/// The rights of a client: each role includes those of the roles before it.
enum KioskRole: Int, Comparable, CaseIterable {
  /// Nothing but what he has a link to.
  case stranger
  /// Look at pictures, download them, and make links to them.
  case guest
  /// Take pictures, and delete them.
  case kiosk
  /// Set the booth up.
  case `operator`

  static func < (left: KioskRole, right: KioskRole) -> Bool { left.rawValue < right.rawValue }
}

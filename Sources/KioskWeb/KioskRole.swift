/// The rights of a client: each role includes those of the roles before it.
enum KioskRole: Int, Comparable, CaseIterable {
  /// A client that has not logged in, and may only open pictures by links.
  case stranger
  /// A guest, who may look at pictures, download them, and make links to them.
  case guest
  /// A user of the booth, who may take pictures and delete them.
  case kiosk
  /// An operator, who may set the booth up.
  case `operator`

  static func < (left: KioskRole, right: KioskRole) -> Bool { left.rawValue < right.rawValue }
}

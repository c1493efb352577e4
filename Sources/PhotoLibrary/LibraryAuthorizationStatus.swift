/// The permission of a program to use the photo library. Stands for `PHAuthorizationStatus`.
public enum LibraryAuthorizationStatus: Int, Sendable, Hashable, CaseIterable {
  /// Nobody has been asked yet.
  case notDetermined = 0
  /// Nobody who could be asked may decide.
  case restricted = 1
  /// The user has said no.
  case denied = 2
  /// The user has said yes.
  case authorized = 3
  /// The user has said yes, for the assets that he selects. The status without a level says authorized instead.
  case limited = 4

  /// Indicates whether something may be read and changed.
  var isAllowed: Bool { self == .authorized || self == .limited }
}

/// The access that a program wants to the photo library. Stands for `PHAccessLevel`.
public enum AccessLevel: Int, Sendable, Hashable, CaseIterable {
  /// Add assets, and read nothing.
  case addOnly = 1
  /// The library can be read and changed.
  case readWrite = 2
}

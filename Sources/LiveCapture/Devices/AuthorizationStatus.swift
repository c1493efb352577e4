/// The user's permission for this program to use cameras or microphones.
///
/// Stands for `AVAuthorizationStatus`.
public enum AuthorizationStatus: Int, Sendable, Hashable, CaseIterable {
  /// The user has not been asked yet. Devices deliver black pictures and silence until there is an answer.
  case notDetermined = 0
  /// The decision is not the user's to make.
  case restricted = 1
  /// The user has said no, or may not open the devices' files.
  case denied = 2
  /// The user has said yes.
  case authorized = 3
}

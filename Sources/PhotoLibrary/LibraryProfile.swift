/// The answers to what Apple's documentation leaves open, each with its alternative.
///
/// The defaults are what most reports say. A program that must work either way runs its tests with each value.
public struct LibraryProfile: Sendable, Hashable {
  /// The errors that a change may report when the user has denied access. Case 72.
  public enum DeniedAccess: Int, Sendable, Hashable, CaseIterable {
    /// 3311, as the header has it.
    case accessUserDenied = 3311
    /// −1, as before there was a code for it.
    case internalError = -1
  }

  /// The errors that a change may report when still and movie do not belong together. Case 77.
  public enum PairMismatch: Int, Sendable, Hashable, CaseIterable {
    /// −1, without a reason.
    case internalError = -1
    /// 3302, an invalid resource.
    case invalidResource = 3302
  }

  /// The messages that a view's delegate may get when its photo is replaced while it plays. Case 87.
  public enum ReplacedWhilePlaying: String, Sendable, Hashable, CaseIterable {
    /// The delegate is told that the playback has ended, as when it is stopped.
    case endsPlayback
    /// The delegate is told nothing.
    case staysSilent
  }

  /// The error that a change reports when the user has denied access; by default 3311.
  public var deniedAccess = DeniedAccess.accessUserDenied
  /// The error that a change reports when still and movie do not belong together; by default −1.
  public var pairMismatch = PairMismatch.internalError
  /// The message that a view's delegate gets when its photo is replaced while it plays; by default that playback ended.
  public var replacedWhilePlaying = ReplacedWhilePlaying.endsPlayback

  /// Creates the defaults.
  public init() {}
}

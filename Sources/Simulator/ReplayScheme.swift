public import CaptureDevices
public import MediaCore

/// A kind of file that is replayed as devices, and named by a prefix, such as `fixture:PATH`.
///
/// Targets that replay files each define theirs: `Fixtures` has `fixture`, `ForeignDevices` has `movie`. Code that
/// opens devices by name receives the schemes that it needs as arguments, and links no others.
public struct ReplayScheme: Sendable {
  /// Opens what is at a path on a clock, repeated without end if `loops` is set.
  public typealias Opening =
    @Sendable (_ path: String, _ clock: any MediaClock, _ loops: Bool) throws(DeviceError) -> any DeviceCatalog

  /// The word before the colon, and what the devices of such a replay answer to.
  public let name: String
  /// A Boolean value that indicates whether replays of this scheme can start over at their end.
  public let isRepeatable: Bool
  /// Makes the catalog of what is at a path; throws `.notFound` when there is none, `.unsuitable` for one of no use.
  public let open: Opening

  /// Creates a scheme.
  public init(_ name: String, isRepeatable: Bool, open: @escaping Opening) {
    self.name = name
    self.isRepeatable = isRepeatable
    self.open = open
  }
}

/// A change to the settings by the operator; a value of `nil` leaves its setting unchanged.
public struct KioskSettingsChange: Sendable, Hashable, Codable {
  /// The length of the countdown in seconds.
  public var countdown: Int?
  /// The mode of shots that name none.
  public var mode: KioskMode?
  /// The modes that guests can choose, preferred first.
  public var modes: [KioskMode]?
  /// A Boolean value that indicates whether the preview is mirrored.
  public var mirrored: Bool?
  /// The time for which a picture is shown after it was taken, in seconds.
  public var reviewSeconds: Int?
  /// The pages' language.
  public var language: String?
  /// The pages' theme.
  public var theme: String?
  /// The time after which the operator's page locks itself if nobody touches it, in minutes.
  public var lockMinutes: Int?
  /// The templates of modes that have one.
  public var templates: [String: String]?

  /// Creates a change of nothing.
  public init() {}
}

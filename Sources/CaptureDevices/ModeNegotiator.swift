public import MediaCore

/// Chooses among a camera's modes.
public struct ModeNegotiator: Sendable {
  /// Whose modes these are, for error messages.
  public let device: String
  /// What the camera offers.
  public let capabilities: [VideoModeCapability]

  /// A negotiator over what a camera offers.
  public init(device: String, capabilities: [VideoModeCapability]) {
    self.device = device
    self.capabilities = capabilities
  }

  /// A mode that a camera offers, and why it was chosen.
  public struct Choice: Sendable, Hashable {
    /// The coding and size.
    public let capability: VideoModeCapability
    /// The time between frames; `nil` if the driver does not say.
    public let frameInterval: MediaTime?
    /// Why this and no other, for the log.
    public let reason: String

    /// A choice from its parts.
    public init(capability: VideoModeCapability, frameInterval: MediaTime?, reason: String) {
      self.capability = capability
      self.frameInterval = frameInterval
      self.reason = reason
    }
  }
}

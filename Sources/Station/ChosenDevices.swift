public import CaptureDevices

/// The devices that were opened, and their modes.
public struct ChosenDevices: Sendable {
  /// The camera.
  public let video: any VideoSource
  /// The microphone; `nil` when movies will be silent.
  public let audio: (any AudioSource)?
  /// The notices about the choice that the user has to know: simulation, missing sound, why this mode.
  public let notices: [String]
  /// The catalog that the camera was opened in: there it is found again when it has been unplugged and comes back.
  public let cameras: any DeviceCatalog
}

public import LiveCapture

/// A format that a camera is set to.
public struct ScriptFormat: Sendable, Hashable {
  /// The camera; `nil` is the first.
  public var camera: String?
  /// The camera whose format it is; `nil` is the camera itself.
  public var owner: String?
  /// The width and height of the pictures.
  public var size: ResolvedPhotoSettings.Dimensions
  /// A Boolean value that indicates whether the camera is locked before its format is set, as AVFoundation demands.
  public var isLocked = true

  /// Creates a format of the first camera.
  public init(size: ResolvedPhotoSettings.Dimensions) { self.size = size }
}

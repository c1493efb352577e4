public import VideoCoding

/// What a DNG file says and holds beside a frame's samples and a still's metadata.
public struct DNGSettings: Sendable, Hashable {
  /// What is known of the camera.
  public var camera: DNGCamera
  /// What grey looked like to the camera when the frame was taken; `nil` for an estimate from the frame itself.
  public var neutral: BayerNeutral?
  /// The longest side of the embedded preview, which is at most half the frame's; 2 or more.
  public var previewSide: Int
  /// The quality of preview and thumbnail, 1 to 100.
  public var quality: Int
  /// The largest size of a thumbnail beside the preview, before turning; `nil` for none.
  public var thumbnailSize: StillSize?

  /// Settings from their parts.
  public init(
    camera: DNGCamera = DNGCamera(), neutral: BayerNeutral? = nil, previewSide: Int = 1280, quality: Int = 85,
    thumbnailSize: StillSize? = nil
  ) {
    self.camera = camera
    self.neutral = neutral
    self.previewSide = previewSide
    self.quality = quality
    self.thumbnailSize = thumbnailSize
  }
}

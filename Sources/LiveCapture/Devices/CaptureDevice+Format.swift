import CaptureDevices
public import MediaCore

extension CaptureDevice {
  /// A coding and a size of frames that a camera offers.
  ///
  /// Stands for `AVCaptureDevice.Format`.
  public struct Format: Sendable, Hashable, CustomStringConvertible {
    /// The coding of pixels.
    public let pixelFormat: PixelFormat
    /// The size of frames, which is that of the largest still.
    public let dimensions: ResolvedPhotoSettings.Dimensions
    /// The times between frames that it offers, shortest first; empty if the driver does not say.
    public let frameDurations: [MediaTime]

    init(_ capability: VideoModeCapability) {
      pixelFormat = capability.pixelFormat
      dimensions = .init(width: capability.width, height: capability.height)
      frameDurations = capability.frameIntervals
    }

    init(_ mode: VideoMode) {
      pixelFormat = mode.format.pixelFormat
      dimensions = .init(width: mode.format.width, height: mode.format.height)
      frameDurations = [mode.frameInterval]
    }

    /// The sizes that stills can have: one, that of the frames. See <doc:Contract>.
    ///
    /// Stands for `supportedMaxPhotoDimensions`.
    public var supportedMaxPhotoDimensions: [ResolvedPhotoSettings.Dimensions] { [dimensions] }

    /// A Boolean value that indicates whether Live Photos can be taken with the format: at ten frames a second or more,
    /// or if the format does not list its rates.
    ///
    /// Stands for `isHighestPhotoQualitySupported`.
    public var isHighestPhotoQualitySupported: Bool {
      guard let shortest = frameDurations.first else { return true }
      return shortest <= MediaTime(value: 1, timescale: 10)
    }

    /// A text for people: `MJPG 1280x720`.
    public var description: String { "\(pixelFormat) \(dimensions)" }
  }

  /// Returns the mode in which a session of a preset opens the camera: the mode that is set, and, where the app has set
  /// no rate, the format's rate nearest to 30 frames a second.
  func wish(for preset: SessionPreset) -> VideoWish {
    let format = activeFormat
    let duration =
      activeVideoMinFrameDuration
      ?? format?.frameDurations.min { abs(1 / $0.seconds - 30) < abs(1 / $1.seconds - 30) }
    return VideoWish(
      size: format.map { ($0.dimensions.width, $0.dimensions.height) }, frameRate: duration.map { 1 / $0.seconds },
      pixelFormat: format?.pixelFormat, priority: preset == .photo ? .photo : .movie)
  }

  /// The format that a wish is met best by; `nil` where none does, or the device is open already.
  func format(for wish: VideoWish) -> Format? {
    guard case .video(_, let device) = opening else { return nil }
    // That no mode has it is the answer, and no failure.
    return (try? ModeNegotiator(device: device.id, capabilities: device.modes).choose(wish)).map {
      Format($0.capability)
    }
  }
}

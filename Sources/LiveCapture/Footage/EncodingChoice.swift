public import MediaCore

/// The encoder preset for a camera's movies, chosen by the machine's measured speed.
public struct EncodingChoice: Sendable, Hashable {
  /// The reason for a preset.
  public enum Reason: String, Sendable, Hashable, CaseIterable {
    /// The number of cores and the picture's size decide, with caution, because nothing has been measured yet.
    case isGuessed
    /// The first pictures of the pre-roll were compressed to measure their cost.
    case isCalibrated
    /// The previous preset was too slow for the camera.
    case fellBehind
    /// The previous preset left so much time that a slower one fits.
    case hasRoom
  }

  /// The codec of the movies.
  public let codec: VideoCodec
  /// The preset for movies that begin from now on.
  public let preset: MovieEncoderSettings.Preset
  /// The movie's size.
  public let dimensions: ResolvedPhotoSettings.Dimensions
  /// The seconds of footage that a second of encoding is expected to make, while all cameras are encoded at once.
  public let pace: Double
  /// The ``pace`` that a movie needs to be complete when its last frame comes, pre-roll included.
  public let neededPace: Double
  /// The number of cameras that the pace takes into account.
  public let cameraCount: Int
  /// The reason for this preset.
  public let reason: Reason
}

extension EncodingChoice: CustomStringConvertible {
  /// A sentence for the user.
  public var description: String {
    let cameras = cameraCount == 1 ? "" : " with \(cameraCount) cameras at once"
    let why =
      switch reason {
      case .isGuessed: "by the number of cores, as nothing has been measured yet"
      case .isCalibrated: "by a few pictures that were tried"
      case .fellBehind: "because the preset before it is too slow"
      case .hasRoom: "because the preset before it left time"
      }
    return
      "Movies of \(dimensions) are made with \(codec == .h264 ? "x264" : "x265")'s preset \(preset.rawValue), \(why): "
      + "it \(reason == .isGuessed ? "should make" : "makes") \(Self.tenths(pace)) s of footage a second\(cameras), and \(Self.tenths(neededPace)) s are needed."
  }

  private static func tenths(_ value: Double) -> String {
    let tenths = Int((min(value, 1000) * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }
}

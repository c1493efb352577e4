public import LiveCapture
public import MediaCore

/// The preset of a movie's encoder by its name in the configuration: one of x264's and x265's, or `auto`, which chooses
/// one by the machine's measured speed.
public struct PresetChoice: Sendable, Hashable, RawRepresentable, CaseIterable {
  private let preset: MovieEncoderSettings.Preset?

  /// The preset that is chosen by the machine's measured speed.
  public static let auto = PresetChoice(preset: nil)

  /// The choices: `auto`, then the presets, fastest first.
  public static var allCases: [PresetChoice] {
    [.auto] + MovieEncoderSettings.Preset.allCases.map { PresetChoice(preset: $0) }
  }

  private init(preset: MovieEncoderSettings.Preset?) { self.preset = preset }

  /// Creates the choice of a name; `nil` if there is no such preset.
  public init?(rawValue: String) {
    guard let choice = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = choice
  }

  /// The preset's name, or `auto` where the machine's pace decides.
  public var rawValue: String { preset?.rawValue ?? "auto" }

  /// Sets the preset of a session's movies of a codec.
  public func apply(to session: inout SessionConfiguration, for codec: VideoCodec) {
    guard let preset else {
      session.pacedCodecs.insert(codec)
      return
    }
    session.pacedCodecs.remove(codec)
    switch codec {
    case .h264: session.videoPreset = preset
    case .hevc: session.hevcPreset = preset
    }
  }
}

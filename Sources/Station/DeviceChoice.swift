public import Fixtures
public import Simulator

/// The camera or microphone that the user wants.
public enum DeviceChoice: Sendable, Hashable {
  /// The machine's best device, or a simulated one if there is none.
  case auto
  /// The simulated device.
  case scene
  /// No device. Only microphones have this choice.
  case none
  /// The pictures or the sound at a path, opened by the ``/Simulator/ReplayScheme`` of that name.
  case replay(_ scheme: String, path: String)
  /// The one of that name.
  case named(String)

  /// Returns the choice of the device that was recorded into the bundle at a path.
  public static func fixture(_ path: String) -> DeviceChoice { .replay(ReplayScheme.fixture.name, path: path) }

  /// Creates a choice as the user writes it: `auto`, `scene`, `none`, a scheme with a path such as `fixture:PATH`, or a
  /// name.
  public init(_ text: String, schemes: [ReplayScheme] = [.fixture]) {
    switch text {
    case "auto": self = .auto
    case "scene": self = .scene
    case "none": self = .none
    default:
      let scheme = schemes.first { text.hasPrefix($0.name + ":") }
      self = scheme.map { .replay($0.name, path: String(text.dropFirst($0.name.count + 1))) } ?? .named(text)
    }
  }

  /// A Boolean value that indicates whether the choice is a replay.
  public var isReplay: Bool { if case .replay = self { true } else { false } }
}

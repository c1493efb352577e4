public import Simulator

/// A fault of an emulated camera.
public struct EmulationStep: Sendable, Hashable {
  /// The moment at which it happens.
  public enum Moment: Sendable, Hashable {
    /// The time since the start of the first stream.
    case time(nanoseconds: Int64)
    /// The number of frames of a stream after which the event happens.
    case frame(Int)
  }

  /// The event that happens.
  public enum Action: Sendable, Hashable {
    /// The camera goes: every call about it fails, and its node is not there any more.
    case unplug
    /// The camera is back, as `/dev/video<number>`; as before without a number.
    case replug(number: Int?)
    /// The next frames, of the given number, are spoiled by a fault that a driver shows: lost, flagged, or truncated to
    /// their first half.
    case spoil(FrameFault, Int)
  }

  /// The moment at which it happens.
  public let moment: Moment
  /// The event that happens.
  public let action: Action

  /// Creates a step from its parts.
  public init(_ moment: Moment, _ action: Action) {
    if case .spoil(let fault, _) = action { precondition(fault.emulationNumber != nil, "no driver shows \(fault)") }
    self.moment = moment
    self.action = action
  }

  /// Returns the number of a node, `/dev/video0` to `/dev/video255`; `nil` for what is none.
  package static func number(ofNode node: String) -> Int? {
    (0...255).first { node == "/dev/video\($0)" }
  }
}

/// The way in which a fixture is shown as a camera.
public struct EmulationOptions: Sendable {
  /// The number of the node: `/dev/video<number>`.
  public var number: Int
  /// A Boolean value that indicates whether the fixture loops seamlessly.
  public var loops: Bool
  /// The faults, beside what the fixture has recorded.
  public var steps: [EmulationStep]

  /// Creates options; by default the fixture is `/dev/video0`, is played once, and has no faults but the recorded ones.
  public init(number: Int = 0, loops: Bool = false, steps: [EmulationStep] = []) {
    self.number = number
    self.loops = loops
    self.steps = steps
  }
}

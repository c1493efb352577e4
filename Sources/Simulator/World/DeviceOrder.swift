import CaptureDevices
public import MediaCore

/// An order to devices of a ``SimulatedWorld``: to come and go, and to misbehave.
///
/// This type alone defines the name, the value and the recipients of each order, and carries it out. Scripts use these
/// definitions to read, check, log and carry out an order.
public enum DeviceOrder: Sendable, Hashable {
  /// A kind of device. The raw values are the words of scripts.
  public enum Recipient: String, Sendable, Hashable {
    /// A camera.
    case camera
    /// A microphone.
    case microphone
  }

  /// The words that an order is given with, and the order that they make.
  public enum Form: Sendable {
    /// The devices that receive the order.
    case devices
    /// The one device that receives the order.
    case device
    /// Either several devices, or one device with its new node and name.
    case place(@Sendable (_ node: String?, _ name: String?) -> DeviceOrder)
    /// A number of frames.
    case frames(ClosedRange<Int>, @Sendable (Int) -> DeviceOrder)
    /// A number of seconds.
    case seconds(ClosedRange<Double>, @Sendable (MediaTime) -> DeviceOrder)
    /// A factor of the usual value, which is 1.
    case factor(ClosedRange<Double>, @Sendable (Double) -> DeviceOrder)
  }

  /// Unplugs the device.
  case unplug
  /// Plugs the device in again. A camera may return at another node, with another name.
  case replug(node: String? = nil, name: String? = nil)
  /// Gives the device to another program.
  case busy
  /// Takes the device back from the other program.
  case free
  /// Stops delivery without an error, as a driver that hangs does.
  case freeze
  /// Resumes delivery.
  case thaw
  /// Removes this user's right to open the device.
  case deny
  /// Gives this user the right to open the device.
  case allow
  /// Moves a camera's clock by a number of seconds.
  case clockStep(MediaTime)
  /// Makes a camera deliver this many frames for each frame of its mode.
  case share(Double)
  /// Loses a number of frames of a microphone's sound.
  case overrun(frames: Int)
  /// Spoils the next frames of a camera.
  case spoil(FrameFault, frames: Int)

  /// The orders, each with an example and its form, as messages list them.
  public static let forms: [(example: DeviceOrder, form: Form)] =
    [
      (.unplug, .devices), (.replug(), .place(DeviceOrder.replug)), (.busy, .device), (.free, .device),
      (.freeze, .devices), (.thaw, .devices), (.deny, .devices), (.allow, .devices),
      (.clockStep(.zero), .seconds(-3600...3600, DeviceOrder.clockStep)),
      (.share(1), .factor(0...VideoFaults.largestShare, DeviceOrder.share)),
      (.overrun(frames: 1), .frames(1...100_000_000, DeviceOrder.overrun)),
    ]
    + FrameFault.allCases.map { fault -> (example: DeviceOrder, form: Form) in
      (.spoil(fault, frames: 1), .frames(1...1_000_000) { .spoil(fault, frames: $0) })
    }

  /// The order's word; the kind of device that can receive it, or `nil` for either; and its value, if it has one beside
  /// the devices.
  public var terms: (word: String, recipient: Recipient?, value: String?) {
    switch self {
    case .unplug, .busy, .free, .freeze, .thaw, .deny, .allow: ("\(self)", nil, nil)
    case .replug: ("replug", nil, nil)
    case .clockStep(let step): ("clockStep", .camera, step.milliseconds)
    case .share(let share): ("share", .camera, "\(share)")
    case .overrun(let frames): ("overrun", .microphone, "\(frames)")
    case .spoil(let fault, let frames): (fault.rawValue, .camera, "\(frames)")
    }
  }
}

extension SimulatedWorld {
  /// Applies an order to the camera and the microphone of an identifier. An order about samples has no effect on a
  /// device that is not open.
  public func give(_ order: DeviceOrder, to id: String) {
    switch order {
    case .unplug: unplug(id)
    case .replug(let node, let name): replug(id, node: node, name: name)
    case .busy: setBusy(true, id)
    case .free: setBusy(false, id)
    case .freeze:
      camera(id)?.freeze()
      microphone(id)?.freeze()
    case .thaw:
      camera(id)?.thaw()
      microphone(id)?.thaw()
    case .deny: setAccess(.denied, id)
    case .allow: setAccess(.granted, id)
    case .clockStep(let step): camera(id)?.stepClock(by: step)
    case .share(let share): camera(id)?.setShare(share)
    case .overrun(let frames): microphone(id)?.overrun(frames)
    case .spoil(let fault, let frames): camera(id)?.spoil(fault, frames)
    }
  }
}

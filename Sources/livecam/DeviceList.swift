import CaptureDevices
import LinuxDevices
import MediaCore
import Simulator
import Station

/// Every camera and microphone, for people and for programs.
struct DeviceList {
  struct Report: Encodable {
    struct Camera: Encodable {
      let id: String
      let name: String
      let node: String?
      let driver: String
      let identity: DeviceIdentity
      let isSimulated: Bool
      let modes: [Mode]
      let controls: [Control]
    }

    struct Mode: Encodable {
      let format: String
      let width: Int
      let height: Int
      let rates: [Double]
    }

    struct Control: Encodable {
      let id: UInt32
      let name: String
      let kind: String
      let minimum: Int64
      let maximum: Int64
      let step: Int64
      let defaultValue: Int64
      let value: Int64?
      let menu: [String: String]
    }

    struct Microphone: Encodable {
      let id: String
      let name: String
      let pcm: String
      let identity: DeviceIdentity
      let isSimulated: Bool
      let formats: [Format]
    }

    struct Format: Encodable {
      let sampleFormat: String
      let sampleRate: Int
      let channels: Int
    }

    let cameras: [Camera]
    let microphones: [Microphone]
  }

  /// A device that is there, or has come or gone; exactly one of `camera` and `microphone` is there.
  struct Change: Encodable {
    enum Kind: String, Encodable { case present, connected, disconnected }

    let event: Kind
    /// When it was noticed, in seconds of the monotonic clock.
    let time: Double
    let camera: Report.Camera?
    let microphone: Report.Microphone?

    /// What has happened, or that a device is there since before.
    init(_ event: DeviceEvent, at time: MediaTime, isPresent: Bool) {
      self.time = time.seconds
      switch event {
      case .videoConnected(let device):
        (self.event, camera, microphone) = (isPresent ? .present : .connected, DeviceList.report(device), nil)
      case .videoDisconnected(let device):
        (self.event, camera, microphone) = (.disconnected, DeviceList.report(device), nil)
      case .audioConnected(let device):
        (self.event, camera, microphone) = (isPresent ? .present : .connected, nil, DeviceList.report(device))
      case .audioDisconnected(let device):
        (self.event, camera, microphone) = (.disconnected, nil, DeviceList.report(device))
      }
    }

    /// For people: `connected     camera      hd-webcam-1234  HD Webcam at /dev/video0`.
    var line: String {
      let what =
        camera.map { ("camera", $0.id, $0.name + ($0.node.map { " at \($0)" } ?? "")) }
        ?? microphone.map { ("microphone", $0.id, $0.name) } ?? ("device", "", "")
      func column(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(width - text.count, 1))
      }
      return column(event.rawValue, 14) + column(what.0, 12) + "\(what.1)  \(what.2)"
    }
  }

  private let cameras: [(device: VideoDevice, isSimulated: Bool)]
  private let microphones: [(device: AudioDevice, isSimulated: Bool)]

  /// Every device of a world.
  init(_ world: StationWorld) throws(DeviceError) {
    var cameras: [(device: VideoDevice, isSimulated: Bool)] = []
    for device in try world.machine?.videoDevices() ?? [] { cameras.append((device, false)) }
    for device in world.scene.videoDevices() { cameras.append((device, true)) }
    var microphones: [(device: AudioDevice, isSimulated: Bool)] = []
    for device in try world.machine?.audioDevices() ?? [] { microphones.append((device, false)) }
    for device in world.scene.audioDevices() { microphones.append((device, true)) }
    self.cameras = cameras
    self.microphones = microphones
  }

  var lines: [String] {
    var lines = ["Cameras"]
    for (device, isSimulated) in cameras { lines += cameraLines(device, isSimulated: isSimulated) }
    lines.append("Microphones")
    for (device, isSimulated) in microphones {
      lines.append("  \(device.id)  \(device.name)\(isSimulated ? " (simulated)" : "")")
      lines.append("    " + Self.summary(device.formats))
    }
    return lines
  }

  /// `S16_LE, FLOAT_LE; 8000…48000 Hz; 1…2 channels`: what there is, though perhaps not each with each.
  private static func summary(_ formats: [AudioFormat]) -> String {
    func span(_ values: [Int]) -> String {
      let (least, most) = (values.min() ?? 0, values.max() ?? 0)
      return least == most ? "\(least)" : "\(least)…\(most)"
    }
    guard !formats.isEmpty else { return "in use, or its formats are unknown" }
    let samples = SampleFormat.allCases.filter { format in formats.contains { $0.sampleFormat == format } }
    let channels = formats.map(\.channelCount)
    return samples.map(\.rawValue).joined(separator: ", ") + "; \(span(formats.map(\.sampleRate))) Hz; "
      + "\(span(channels)) channel\(channels.max() == 1 ? "" : "s")"
  }

  private func cameraLines(_ device: VideoDevice, isSimulated: Bool) -> [String] {
    let place = device.node.map { " at \($0)" } ?? ""
    var lines = ["  \(device.id)  \(device.name)\(place)\(isSimulated ? " (simulated)" : ", driver \(device.driver)")"]
    var seen: [PixelFormat] = []
    for mode in device.modes where !seen.contains(mode.pixelFormat) { seen.append(mode.pixelFormat) }
    for format in seen {
      let sizes = device.modes.filter { $0.pixelFormat == format }.map { mode in
        let rates = mode.frameIntervals.map { Self.rate($0) }
        return "\(mode.width)x\(mode.height)" + (rates.isEmpty ? "" : "@\(rates.joined(separator: ","))")
      }
      lines.append("    \(format): \(sizes.joined(separator: " "))")
    }
    for control in device.controls {
      let value = control.value.map { " = \($0)" } ?? ""
      lines.append("    \(control.name)\(value) (\(control.kind.rawValue) \(control.minimum)…\(control.maximum))")
    }
    return lines
  }

  var report: Report {
    Report(
      cameras: cameras.map { Self.report($0.device, isSimulated: $0.isSimulated) },
      microphones: microphones.map { Self.report($0.device, isSimulated: $0.isSimulated) })
  }

  private static func report(_ device: VideoDevice, isSimulated: Bool = false) -> Report.Camera {
    Report.Camera(
      id: device.id, name: device.name, node: device.node, driver: device.driver, identity: device.identity,
      isSimulated: isSimulated,
      modes: device.modes.map { mode in
        Report.Mode(
          format: mode.pixelFormat.description, width: mode.width, height: mode.height,
          rates: mode.frameIntervals.map { 1 / $0.seconds })
      }, controls: device.controls.map(Self.report))
  }

  private static func report(_ device: AudioDevice, isSimulated: Bool = false) -> Report.Microphone {
    Report.Microphone(
      id: device.id, name: device.name, pcm: device.pcm, identity: device.identity, isSimulated: isSimulated,
      formats: device.formats.map {
        .init(sampleFormat: $0.sampleFormat.rawValue, sampleRate: $0.sampleRate, channels: $0.channelCount)
      })
  }

  private static func report(_ control: DeviceControl) -> Report.Control {
    Report.Control(
      id: control.id, name: control.name, kind: control.kind.rawValue, minimum: control.minimum,
      maximum: control.maximum, step: control.step, defaultValue: control.defaultValue, value: control.value,
      menu: Dictionary(uniqueKeysWithValues: control.menu.map { ("\($0.key)", $0.value) }))
  }

  private static func rate(_ interval: MediaTime) -> String {
    let rate = (100 / interval.seconds).rounded() / 100
    return rate == rate.rounded() ? "\(Int(rate))" : "\(rate)"
  }
}

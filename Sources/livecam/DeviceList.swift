import CaptureDevices
import LinuxDevices
import LivePhotoFiles
import MediaCore
import Simulator
import Station

/// Every camera and microphone, for people and for programs.
struct DeviceList {
  /// A device that is there, or has come or gone.
  struct Change {
    let event: DeviceEvent
    /// The time at which the event was noticed, on the monotonic clock.
    let time: MediaTime
    /// Indicates whether the device has been there since before.
    let isPresent: Bool

    private var name: String {
      switch event {
      case .videoConnected, .audioConnected: isPresent ? "present" : "connected"
      case .videoDisconnected, .audioDisconnected: "disconnected"
      }
    }

    private var device: (kind: String, words: String, json: JSONObject) {
      switch event {
      case .videoConnected(let device), .videoDisconnected(let device):
        ("camera", DeviceList.words(device), DeviceList.json(device))
      case .audioConnected(let device), .audioDisconnected(let device):
        ("microphone", "\(device.id)  \(device.name)", DeviceList.json(device))
      }
    }

    /// The event for programs; exactly one of `camera` and `microphone` is there.
    var json: JSONObject { ["event": name, "time": time.seconds, device.kind: device.json] }

    /// The event for people: `connected     camera      hd-webcam-1234  HD Webcam at /dev/video0`.
    var line: String {
      func column(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(width - text.count, 1))
      }
      return column(name, 14) + column(device.kind, 12) + device.words
    }
  }

  private let cameras: [(device: VideoDevice, isSimulated: Bool)]
  private let microphones: [(device: AudioDevice, isSimulated: Bool)]

  init(_ world: StationWorld) throws(DeviceError) {
    let (video, audio) = (try world.machine?.videoDevices() ?? [], try world.machine?.audioDevices() ?? [])
    cameras = video.map { ($0, false) } + world.scene.videoDevices().map { ($0, true) }
    microphones = audio.map { ($0, false) } + world.scene.audioDevices().map { ($0, true) }
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

  private static func words(_ device: VideoDevice) -> String {
    "\(device.id)  \(device.name)" + (device.node.map { " at \($0)" } ?? "")
  }

  private func cameraLines(_ device: VideoDevice, isSimulated: Bool) -> [String] {
    var lines = ["  " + Self.words(device) + (isSimulated ? " (simulated)" : ", driver \(device.driver)")]
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

  var json: JSONObject {
    [
      "cameras": cameras.map { Self.json($0.device, isSimulated: $0.isSimulated) },
      "microphones": microphones.map { Self.json($0.device, isSimulated: $0.isSimulated) },
    ]
  }

  private static func json(_ device: VideoDevice, isSimulated: Bool = false) -> JSONObject {
    [
      "id": device.id, "name": device.name, "node": device.node, "driver": device.driver, "identity": device.identity,
      "isSimulated": isSimulated, "controls": device.controls.map(json),
      "modes": device.modes.map { mode -> JSONObject in
        [
          "format": mode.pixelFormat.description, "width": mode.width, "height": mode.height,
          "rates": mode.frameIntervals.map { 1 / $0.seconds },
        ]
      },
    ]
  }

  private static func json(_ device: AudioDevice, isSimulated: Bool = false) -> JSONObject {
    [
      "id": device.id, "name": device.name, "pcm": device.pcm, "identity": device.identity, "isSimulated": isSimulated,
      "formats": device.formats.map { format -> JSONObject in
        [
          "sampleFormat": format.sampleFormat.rawValue, "sampleRate": format.sampleRate,
          "channels": format.channelCount,
        ]
      },
    ]
  }

  private static func json(_ control: DeviceControl) -> JSONObject {
    [
      "id": control.id, "name": control.name, "kind": control.kind.rawValue, "minimum": control.minimum,
      "maximum": control.maximum, "step": control.step, "defaultValue": control.defaultValue, "value": control.value,
      "menu": Dictionary(uniqueKeysWithValues: control.menu.map { ("\($0.key)", $0.value) }),
    ]
  }

  private static func rate(_ interval: MediaTime) -> String {
    let rate = (100 / interval.seconds).rounded() / 100
    return rate == rate.rounded() ? "\(Int(rate))" : "\(rate)"
  }
}

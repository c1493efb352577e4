import CaptureDevices
import LinuxDevices
import MediaCore

/// The checks of cameras and microphones.
enum DeviceCheck {
  /// A line for each camera. Those that cannot be used are only missed where there is no other.
  static func cameras(_ examinations: [DeviceExamination<VideoDevice>]) -> [CheckupFinding] {
    guard !examinations.isEmpty else {
      return [
        CheckupFinding(
          .camera, .lacking, "cameras", "there is none",
          advice: "Plug one in; --camera scene films a simulated one meanwhile")
      ]
    }
    let isAnyUsable = examinations.contains { $0.obstacle == nil }
    return examinations.map { examination in
      let device = examination.device
      let subject = device.map { "\($0.name) at \(examination.file)" } ?? examination.file
      guard let obstacle = examination.obstacle else {
        return CheckupFinding(.camera, .ok, subject, device.map(modes) ?? "ready")
      }
      let (message, advice) = words(obstacle, examination.file, program: "camera")
      return CheckupFinding(.camera, isAnyUsable ? .limited : .lacking, subject, message, advice: advice)
    }
  }

  /// A line for each microphone. Live Photos without one are silent.
  static func microphones(_ examinations: [DeviceExamination<AudioDevice>]) -> [CheckupFinding] {
    guard !examinations.isEmpty else {
      return [
        CheckupFinding(
          .microphone, .limited, "microphones", "there is none, so Live Photos will be silent", advice: "Plug one in")
      ]
    }
    return examinations.map { examination in
      let subject = examination.device.map { "\($0.name) (\($0.pcm))" } ?? examination.file
      guard let obstacle = examination.obstacle else {
        return CheckupFinding(.microphone, .ok, subject, "ready")
      }
      let (message, advice) = words(obstacle, examination.file, program: "microphone")
      return CheckupFinding(.microphone, .limited, subject, message, advice: advice)
    }
  }

  /// `24 modes, the largest 1920x1080; MJPG, YUYV`.
  private static func modes(_ device: VideoDevice) -> String {
    guard let largest = device.modes.max(by: { $0.width * $0.height < $1.width * $1.height }) else {
      return "it lists no modes; \(device.driver) may take one all the same"
    }
    var formats: [String] = []
    for mode in device.modes where !formats.contains("\(mode.pixelFormat)") { formats.append("\(mode.pixelFormat)") }
    let count = device.modes.count
    return "\(count) mode\(count == 1 ? "" : "s"), the largest \(largest.width)x\(largest.height); "
      + formats.joined(separator: ", ")
  }

  private static func words<Device>(
    _ obstacle: DeviceExamination<Device>.Obstacle, _ file: String, program: String
  ) -> (message: String, advice: String?) {
    switch obstacle {
    case .denied(nil):
      (
        "it belongs to root alone, so this user may not open it",
        "Have udev give it to a group: reinstall the package udev, or run livecam as root"
      )
    case .denied(let group?):
      (
        "this user may not open it, members of the group \(group) may",
        "sudo usermod -aG \(group) \"$USER\", then log in again"
      )
    case .busy(let holders) where holders.isEmpty:
      ("a program of another user has it", "sudo fuser -v \(file) tells which; close it")
    case .busy(let holders):
      ("in use by " + holders.map { "\($0.name) (process \($0.process))" }.joined(separator: ", "), "Close it")
    case .inParts:
      (
        "its driver leaves it to libcamera to make a camera of its parts",
        "sudo apt install libcamera-tools libcamera-v4l2, then run libcamerify livecam"
      )
    case .failed(let error):
      ("this \(program) does not answer as one", "\(error)")
    }
  }
}

import CaptureDevices
import SystemCalls

/// The place of a camera in the machine, by sysfs: part of it or plugged in, and on which of its sides.
struct CameraPlace: Equatable {
  /// `nil` where sysfs does not know the camera.
  var kind: VideoDeviceTraits.Kind?
  var position = VideoDeviceTraits.Position.unspecified

  // Drivers that make pictures up, for tests of other programs.
  private static let makeBelieve: Set<String> = ["vivid", "vimc"]

  init(kind: VideoDeviceTraits.Kind?, position: VideoDeviceTraits.Position) {
    (self.kind, self.position) = (kind, position)
  }

  /// Creates the place of the camera whose node has a number.
  init(_ number: Int, driver: String, in sysfsRoot: String) {
    guard let root = Folder.resolved(sysfsRoot),
      let node = Folder.resolved("\(sysfsRoot)/class/video4linux/video\(number)"), node.hasPrefix(root + "/")
    else { return }
    // What has no device behind it is fed by a program.
    guard !node.hasPrefix("\(root)/devices/virtual/"), !Self.makeBelieve.contains(driver),
      let device = Folder.resolved("\(node)/device")
    else {
      kind = .simulated
      return
    }
    let folders = Self.folders(from: device, below: root)
    kind = Self.isPluggedIn(folders) ? .external : .builtIn
    // The side of a port says nothing of what is plugged into it.
    if kind == .builtIn { position = Self.side(folders) }
  }

  /// The device's folder and those that it lies in, nearest first.
  private static func folders(from device: String, below root: String) -> [String] {
    var folders: [String] = []
    var folder = device
    while folder.hasPrefix(root + "/") {
      folders.append(folder)
      folder = Folder.containing(folder)
    }
    return folders
  }

  /// Buses that things are plugged into say of each device whether it can be taken out: the nearest that knows counts.
  /// Of a USB device that nothing is known of, that is likely.
  private static func isPluggedIn(_ folders: [String]) -> Bool {
    for folder in folders {
      switch DeviceFiles.firstLine(of: "\(folder)/removable") {
      case "removable": return true
      case "fixed": return false
      default: if DeviceFiles.firstLine(of: "\(folder)/idVendor") != nil { return true }
      }
    }
    return false
  }

  /// The side of the machine that the firmware gives for the device, or for the port that it is soldered to.
  private static func side(_ folders: [String]) -> VideoDeviceTraits.Position {
    for folder in folders {
      for place in ["\(folder)/physical_location", "\(folder)/port/physical_location"] {
        switch DeviceFiles.firstLine(of: "\(place)/panel") {
        case "front": return .front
        case "back": return .back
        default: break
        }
      }
    }
    return .unspecified
  }
}

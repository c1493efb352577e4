import SystemCalls

/// The files in which Linux shows its video nodes: the nodes themselves, and what sysfs tells about each.
struct VideoNodeFiles {
  let deviceRoot: String
  let sysfsRoot: String

  // The numbers of the nodes `video0`, `video1` and so on, ascending.
  var numbers: [Int] {
    DeviceFiles.names(in: deviceRoot).compactMap { name in
      if case .camera(let number) = DeviceFile(name: name) { number } else { nil }
    }.sorted()
  }

  func path(_ number: Int) -> String { "\(deviceRoot)/video\(number)" }

  // What tells a USB camera from others; nil for cameras on other buses.
  func usbDevice(_ number: Int) -> (serial: String?, port: String)? {
    guard let root = Folder.resolved(sysfsRoot),
      var folder = Folder.resolved("\(sysfsRoot)/class/video4linux/video\(number)/device")
    else { return nil }
    // The node hangs below an interface, the interface below the device, which alone has a vendor's number.
    while folder.hasPrefix(root + "/"), folder != root {
      if DeviceFiles.firstLine(of: "\(folder)/idVendor") != nil {
        let serial = DeviceFiles.firstLine(of: "\(folder)/serial").flatMap(Self.meaningfulSerial)
        return (serial, "usb-\(Folder.name(of: folder))")
      }
      folder = Folder.containing(folder)
    }
    return nil
  }

  // Some makers give every camera the serial 0, or none that says anything.
  private static func meaningfulSerial(_ serial: String) -> String? {
    serial.contains { $0 != "0" && $0 != " " && $0 != "-" && $0 != "." } ? serial : nil
  }
}

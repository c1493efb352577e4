import CaptureDevices
import Glibc
import MediaCore
import SystemCalls

/// Tells which USB device a sound card is part of, from sysfs.
struct ALSAIdentities: Sendable {
  var sysfs = "/sys"
  var nodes = "/dev/snd"

  /// Returns the identity that tells a card from others. Cards that are not USB devices have neither serial nor port.
  func identity(ofCard index: Int, model: String) -> DeviceIdentity {
    let path = Folder.resolved("\(sysfs)/class/sound/card\(index)/device")
    guard let path, let place = Self.usbPlace(in: path) else {
      return DeviceIdentity(serial: nil, portPath: nil, model: model)
    }
    return DeviceIdentity(
      serial: DeviceFiles.firstLine(of: "\(place.device)/serial"), portPath: place.port, model: model)
  }

  /// The control node of a card that this user may not open, if there is one.
  func forbiddenNode() -> (path: String, code: Int32)? {
    for index in 0..<32 {
      let path = "\(nodes)/controlC\(index)"
      if access(path, R_OK | W_OK) != 0, errno == EACCES || errno == EPERM { return (path, errno) }
    }
    return nil
  }

  func nodePath(card: Int, device: Int) -> String { "\(nodes)/pcmC\(card)D\(device)c" }

  /// The capture file behind a PCM named as in ``ALSACatalog``'s list, `hw:CARD=…,DEV=…`; `nil` for other names, and
  /// for a card that is not there.
  func node(ofPCM pcm: String) -> String? {
    let parts = pcm.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].hasPrefix("hw:CARD="), parts[1].hasPrefix("DEV="),
      let device = Int(parts[1].dropFirst(4)), device >= 0
    else { return nil }
    let id = String(parts[0].dropFirst("hw:CARD=".count))
    return (0..<32).first { DeviceFiles.firstLine(of: "\(sysfs)/class/sound/card\($0)/id") == id }
      .map { nodePath(card: $0, device: device) }
  }

  /// Finds the USB device in a path such as `…/0000:00:14.0/usb1/1-3/1-3.2/1-3.2:1.2`: its folder, and the port
  /// in the form that cameras report, `usb-0000:00:14.0-3.2`. The kernel's `usb_make_path`.
  static func usbPlace(in path: String) -> (device: String, port: String)? {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard let root = parts.lastIndex(where: { $0.hasPrefix("usb") && $0.dropFirst(3).allSatisfy(\.isNumber) }),
      root > 0, parts[root].count > 3
    else { return nil }
    let bus = parts[root].dropFirst(3)
    let device = parts.lastIndex { part in
      part.hasPrefix("\(bus)-") && part.dropFirst(bus.count + 1).allSatisfy { $0.isNumber || $0 == "." }
    }
    guard let device, device > root else { return nil }
    let port = parts[device].dropFirst(bus.count + 1)
    return (parts[...device].joined(separator: "/"), "usb-\(parts[root - 1])-\(port)")
  }
}

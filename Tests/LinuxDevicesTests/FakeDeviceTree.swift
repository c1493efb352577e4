import Glibc
import TestSupport

@testable import LinuxDevices

/// A `/dev` and a `/sys` in a temporary folder, which goes with the object.
final class FakeDeviceTree {
  private let folder: TemporaryFolder
  var root: String { folder.path }
  var files: VideoNodeFiles { VideoNodeFiles(deviceRoot: "\(root)/dev", sysfsRoot: "\(root)/sys") }

  init() {
    // A test cannot go on without a folder.
    folder = (try? TemporaryFolder())!
    for folder in ["dev", "sys", "sys/class", "sys/class/video4linux", "sys/devices"] { makeFolder(folder) }
  }

  func makeFolder(_ path: String) {
    var folder = root
    for part in path.split(separator: "/") {
      folder += "/\(part)"
      mkdir(folder, 0o755)
    }
  }

  func write(_ text: String, to path: String) {
    let descriptor = open("\(root)/\(path)", O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    _ = Array(text.utf8).withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    close(descriptor)
  }

  func link(_ path: String, to target: String) { symlink(target, "\(root)/\(path)") }

  /// A node, `/dev/video<number>`, without anything in sysfs.
  func addNode(_ number: Int) -> String {
    write("", to: "dev/video\(number)")
    return "\(root)/dev/video\(number)"
  }

  /// A node of a USB camera plugged in at `port` of bus 1.
  func addUSBNode(_ number: Int, port: String, serial: String?) -> String {
    let device = "sys/devices/pci0/usb1/\(port)"
    makeFolder("\(device)/\(port):1.0/video4linux/video\(number)")
    write("046d\n", to: "\(device)/idVendor")
    if let serial { write(serial + "\n", to: "\(device)/serial") }
    link("\(device)/\(port):1.0/video4linux/video\(number)/device", to: "../../../\(port):1.0")
    link(
      "sys/class/video4linux/video\(number)",
      to: "../../devices/pci0/usb1/\(port)/\(port):1.0/video4linux/video\(number)")
    return addNode(number)
  }
}

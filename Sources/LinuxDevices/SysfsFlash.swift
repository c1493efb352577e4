public import CaptureDevices
import Glibc
public import MediaCore
import SystemCalls

/// A flash that the kernel shows as a file: an LED (`/sys/class/leds/NAME/brightness`), or a pin that was exported
/// (`/sys/class/gpio/gpioN/value`).
public final class SysfsFlash: Flash {
  /// The file that switches it.
  public let path: String
  private let on: String
  private let off = "0"

  /// Creates the LED of that name, as bright as it can be.
  /// - Throws: ``/CaptureDevices/DeviceError`` with `.notFound` or `.accessDenied`.
  public convenience init(led name: String, root: String = "/sys/class/leds") throws(DeviceError) {
    let folder = "\(root)/\(name)"
    let brightest = DeviceFiles.number(in: folder + "/max_brightness") ?? 1
    try self.init(path: folder + "/brightness", on: "\(max(1, brightest))", device: "LED \(name)")
  }

  /// Creates the pin of that number, which must have been exported as an output.
  /// - Throws: ``/CaptureDevices/DeviceError`` with `.notFound` or `.accessDenied`.
  public convenience init(gpio number: Int, root: String = "/sys/class/gpio") throws(DeviceError) {
    try self.init(path: "\(root)/gpio\(number)/value", on: "1", device: "GPIO \(number)")
  }

  private init(path: String, on: String, device: String) throws(DeviceError) {
    guard access(path, F_OK) == 0 else {
      throw DeviceError(
        .notFound, context: device, operation: "access", status: Int(errno),
        message: "There is no \(path). Look into the folder above it for what there is.")
    }
    guard access(path, W_OK) == 0 else {
      throw DeviceError(
        .accessDenied, context: device, operation: "access", status: Int(errno),
        message: "\(path) may not be written to. A udev rule can give it to a group that this user belongs to.")
    }
    (self.path, self.on) = (path, on)
  }

  /// Indicates whether the flash's file can be written to now.
  public var isAvailable: Bool { access(path, W_OK) == 0 }

  /// Writes its file.
  /// - Throws: ``/CaptureDevices/DeviceError`` with `.system` when that cannot be written.
  public func setOn(_ isOn: Bool) throws(DeviceError) {
    let text = Array((isOn ? on : off).utf8)
    do throws(SystemError) {
      let file = try Descriptor(opening: path, O_WRONLY)
      try text.span.bytes.withUnsafeBytes { (text) throws(SystemError) in try file.write(text) }
    } catch {
      throw DeviceError(
        .system, context: path, operation: error.operation, status: Int(error.number),
        message:
          "The flash cannot be switched \(isOn ? "on" : "off"). See whether the file is there and may be written to.")
    }
  }
}

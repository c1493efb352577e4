import ArgumentParser
import CaptureDevices
import LinuxDevices
import LiveCapture
import MediaCore

/// A light of the machine's, as the user writes it.
enum FlashDevice: ExpressibleByArgument {
  case screen
  case led(String)
  case gpio(Int)

  init?(argument: String) {
    if argument == "screen" {
      self = .screen
      return
    }
    let parts = argument.split(separator: ":", maxSplits: 1).map(String.init)
    guard parts.count == 2, !parts[1].isEmpty, !parts[1].contains("/") else { return nil }
    switch parts[0] {
    case "led": self = .led(parts[1])
    case "gpio":
      guard let number = Int(parts[1]), number >= 0 else { return nil }
      self = .gpio(number)
    default: return nil
    }
  }

  /// Opens it.
  /// - Throws: `DeviceError` when it is not there or may not be used.
  func open() throws(DeviceError) -> any Flash {
    switch self {
    case .screen: try TerminalFlash()
    case .led(let name): try SysfsFlash(led: name)
    case .gpio(let number): try SysfsFlash(gpio: number)
    }
  }
}

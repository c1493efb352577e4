import CaptureDevices
import LinuxDevices

/// The light of the machine that flashes.
public enum FlashChoice: Sendable, Hashable {
  /// The terminal, whose background turns white.
  case screen
  /// A light of `/sys/class/leds`, by its name.
  case led(String)
  /// A line of `/sys/class/gpio`, by its number.
  case gpio(Int)

  /// Creates a choice as the user writes it: `screen`, `led:NAME` or `gpio:N`; `nil` for anything else.
  public init?(_ text: String) {
    if text == "screen" {
      self = .screen
      return
    }
    let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
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

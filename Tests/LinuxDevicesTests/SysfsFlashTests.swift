import CaptureDevices
import Foundation
import LinuxDevices
import MediaCore
import TestSupport
import Testing

/// Flashes that are files, on a tree that looks like the kernel's.
@Suite struct SysfsFlashTests {
  private func tree() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for (path, text) in [
      ("leds/torch/max_brightness", "255\n"), ("leds/torch/brightness", "0\n"), ("gpio/gpio17/value", "0\n"),
    ] {
      let url = URL(fileURLWithPath: folder.path + "/" + path)
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url)
    }
    return folder
  }

  @Test("an LED shines as bright as it can, a pin is 1, and both are dark afterwards")
  func switching() throws {
    let folder = try tree()
    let led = try SysfsFlash(led: "torch", root: folder.path + "/leds")
    let pin = try SysfsFlash(gpio: 17, root: folder.path + "/gpio")
    #expect(led.isAvailable && pin.isAvailable)
    for (flash, on) in [(led, "255"), (pin, "1")] {
      try flash.setOn(true)
      #expect(try String(contentsOfFile: flash.path, encoding: .utf8).hasPrefix(on))
      try flash.setOn(false)
      #expect(try String(contentsOfFile: flash.path, encoding: .utf8).hasPrefix("0"))
    }
  }

  @Test("one whose file has gone says so when it is switched")
  func gone() throws {
    let folder = try tree()
    let flash = try SysfsFlash(gpio: 17, root: folder.path + "/gpio")
    try FileManager.default.removeItem(atPath: flash.path)
    for isOn in [true, false] {
      let error = #expect(throws: DeviceError.self) { try flash.setOn(isOn) }
      #expect(error?.code == .system && error?.context == flash.path && error?.operation == "open")
    }
  }

  @Test("one that is not there is named")
  func missing() throws {
    let folder = try tree()
    let error = #expect(throws: DeviceError.self) { try SysfsFlash(led: "none", root: folder.path + "/leds") }
    #expect(error?.code == .notFound && error?.context == "LED none")
    #expect(throws: DeviceError.self) { try SysfsFlash(gpio: 4, root: folder.path + "/gpio") }
  }
}

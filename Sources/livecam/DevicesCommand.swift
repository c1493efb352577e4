import ArgumentParser
import CaptureDevices
import LinuxDevices
import MediaCore
import Simulator

/// `livecam devices`: what there is to film and listen with.
struct DevicesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "devices", abstract: "List cameras and microphones with their modes and controls.")

  @Flag(help: "Print one JSON object with everything.")
  var json = false

  func run() async throws {
    let clock = MonotonicClock()
    let terminal = Terminal()
    let list: DeviceList
    do throws(DeviceError) {
      list = try DeviceList(machine: LinuxCatalog(clock: clock), scene: SceneCatalog(clock: clock))
    } catch {
      throw ExitReason.fail(error)
    }
    if json {
      terminal.line(JSONText.text(list.report))
    } else {
      for line in list.lines { terminal.line(line) }
    }
  }
}

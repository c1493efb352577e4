import ArgumentParser
import CaptureDevices
import Glibc
import LinuxDevices
import MediaCore
import Station

struct DevicesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "devices", abstract: "List cameras and microphones with their modes and controls.")

  @Flag(help: "Print one JSON object with everything; with --watch, one for each device that comes or goes.")
  var json = false

  @Flag(help: "Print the machine's own devices, and then those that come and go, until Ctrl-C.")
  var watch = false

  func run() async throws {
    let world = StationWorld.machine()
    let terminal = Terminal()
    if watch, let machine = world.machine { return try await follow(machine, world.environment.clock, terminal) }
    let list = try ExitReason.reporting { try DeviceList(world) }
    terminal.show(list.json, list.lines, asJSON: json)
  }

  /// Prints until Ctrl-C, which is how this ends; or until nobody reads it.
  private func follow(_ catalog: LinuxCatalog, _ clock: any MediaClock, _ terminal: Terminal) async throws {
    let (changes, continuation) = AsyncStream<DeviceList.Change>.makeStream()
    let interrupts = Interrupts { _ in continuation.finish() }
    defer { interrupts.end() }
    let (present, observation) = catalog.watch { event in
      continuation.yield(DeviceList.Change(event: event, time: clock.now, isPresent: false))
    }
    defer { observation.cancel() }
    let failure = observation.failure
    if let failure { Terminal.complain("livecam: \(failure)") }
    for event in present {
      let change = DeviceList.Change(event: event, time: clock.now, isPresent: true)
      terminal.show(change.json, [change.line], asJSON: json)
    }
    explainAbsence(of: present, catalog)
    guard isRead else { return }
    for await change in changes {
      terminal.show(change.json, [change.line], asJSON: json)
      guard isRead else { return }
    }
    if failure == nil, let ended = observation.failure { Terminal.complain("livecam: \(ended)") }
    throw ExitReason.interrupted.exitCode
  }

  /// Devices that this user may not open look like none at all; they are there as soon as the user may.
  private func explainAbsence(of present: [DeviceEvent], _ catalog: LinuxCatalog) {
    func explain(_ list: () throws(DeviceError) -> Void) {
      do throws(DeviceError) { try list() } catch { Terminal.complain("livecam: \(error)") }
    }
    if !present.contains(where: { if case .videoConnected = $0 { true } else { false } }) {
      explain { () throws(DeviceError) in _ = try catalog.videoDevices() }
    }
    if !present.contains(where: { if case .audioConnected = $0 { true } else { false } }) {
      explain { () throws(DeviceError) in _ = try catalog.audioDevices() }
    }
  }

  /// Indicates whether standard output can be written to, and somebody is at its other end.
  private var isRead: Bool {
    var output = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
    return Terminal.outputError == nil && (poll(&output, 1, 0) <= 0 || Int32(output.revents) & POLLERR == 0)
  }
}

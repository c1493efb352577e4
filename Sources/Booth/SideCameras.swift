import CaptureDevices
import KioskWeb
import LiveCapture
import Station
import Synchronization

/// The cameras that stand beside a booth's own, for wigglegrams. Each has a session of its own, so that one that is
/// unplugged keeps none of the others from taking pictures.
final class SideCameras: Sendable {
  private struct Side {
    let station: Station
    let cameraReturn: CameraReturn
  }

  private let sides: [Side]
  /// Indicates which of them deliver.
  private let running: Mutex<[Bool]>
  private let listening = Mutex<[Task<Void, Never>]>([])
  private let desk: BoothDesk

  /// Creates the cameras of stations, which are used only here, in the order in which the cameras stand. `desk` is told
  /// how many of them deliver.
  init(_ stations: [Station], _ desk: BoothDesk) {
    self.desk = desk
    running = Mutex(stations.map { _ in false })
    sides = stations.map { station in
      let name = station.devices.video.device.name
      let cameraReturn = CameraReturn(station) { _ in
        // The operator sets the first camera alone.
      } preparing: { [output = station.output] in
        try Self.enable(output)
      } failing: {
        desk.notify(
          "error", "\(name), beside the camera, is there again, and cannot be used: \($0)", about: .sideCamera(name))
      }
      return Side(station: station, cameraReturn: cameraReturn)
    }
  }

  /// The outputs of those that deliver.
  var outputs: [PhotoOutput] {
    let running = running.withLock { $0 }
    return zip(sides, running).filter(\.1).map(\.0.station.output)
  }

  /// Starts them all. Their first frames may come later.
  /// - Throws: `CaptureError` when one cannot be started.
  func start() async throws {
    for (number, side) in sides.enumerated() {
      try Self.enable(side.station.output)
      side.cameraReturn.start()
      let happenings = side.station.session.events
      let task = Task { [weak self] in
        for await event in happenings { self?.hear(event, number) }
      }
      listening.withLock { $0.append(task) }
      await side.station.session.whenFrame { [weak self] _ in self?.set(number, isRunning: true) }
      try await side.station.session.startRunning()
    }
  }

  /// Stops them all.
  func stop() async {
    for task in listening.withLock({ $0 }) { task.cancel() }
    for side in sides {
      side.cameraReturn.end()
      await side.station.stop()
    }
  }

  /// What is asked of them is of an instant that has passed already.
  private static func enable(_ output: PhotoOutput) throws {
    if output.isZeroShutterLagSupported { try output.setZeroShutterLagEnabled(true) }
    if output.isResponsiveCaptureSupported { try output.setResponsiveCaptureEnabled(true) }
  }

  private func hear(_ event: SessionEvent, _ number: Int) {
    let (side, name) = (sides[number], sides[number].station.devices.video.device.name)
    switch event {
    case .wasInterrupted(let reason, _):
      set(number, isRunning: false)
      desk.notify(
        "warning", "\(name), beside the camera, has gone: wigglegrams do without it until it is back.",
        about: .sideCamera(name))
      if reason == .videoDeviceWasLost { side.cameraReturn.lose() }
    case .interruptionEnded:
      side.cameraReturn.find()
      set(number, isRunning: true)
      desk.mend(.sideCamera(name))
    case .runtimeError(let error, _):
      desk.notify("error", "\(name), beside the camera, is in trouble: \(error)", about: .sideCamera(name))
    default: break
    }
  }

  private func set(_ number: Int, isRunning: Bool) {
    let count: Int? = running.withLock { running in
      guard running[number] != isRunning else { return nil }
      running[number] = isRunning
      return running.count { $0 }
    }
    guard let count else { return }
    desk.update { state, _ in state.sideCameras = count }
    // The whole state tells all pages what can be taken now.
    desk.events.forget()
  }
}

import CaptureCodecs
import FileStorage
import Foundation
import LiveCapture
import LiveCaptureTesting
import MediaCore
import Photobooth
import Simulator

/// The app over simulated devices, in virtual time, with a folder of its own.
final class PhotoboothBench: Sendable {
  let clock = VirtualClock()
  let devices: SimulatedWorld
  let controller: CaptureController
  let folder: String
  let start: MediaTime
  private let events: StreamLog<CaptureEvent>
  private let badge: StreamLog<Int>

  init(
    cameras: [SimulatedCamera] = [.back()], microphones: [SimulatedMicrophone] = [SimulatedMicrophone()],
    files: any FileStore = DiskFiles(), order: CaptureProfile.Order = .nominal
  ) async throws {
    folder = NSTemporaryDirectory() + "photobooth-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    start = clock.now
    devices = SimulatedWorld(clock: clock, cameras: cameras, microphones: microphones)
    controller = try await CaptureController(
      system: try DeviceSystem(devices),
      environment: .virtual(clock: clock, files: files, order: order, media: .standard),
      album: FolderAlbum(folder: folder))
    events = StreamLog(controller.output.events)
    badge = StreamLog(controller.output.liveIndicator.counts)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// Lets time pass, and everything be done that is due.
  func wait(_ time: MediaTime) async { await clock.advance(by: time, settling: controller.session) }

  /// Presses the shutter.
  func shoot(isLive: Bool = true) async throws {
    try controller.takePhoto(isLive: isLive)
    await controller.session.settle()
  }

  /// The files in the album, without hidden ones.
  func album() throws -> [String] {
    try FolderSnapshot(folder).names.filter { !$0.hasPrefix(".") }
  }

  /// Everything that the output told; afterwards it is heard no more.
  func finish() async throws -> (events: [CaptureEvent], badge: [Int]) {
    try await controller.stop()
    await controller.session.settle()
    return (await events.finish(), await badge.finish())
  }
}

import CaptureCodecs
import CaptureDevices
import FileStorage
import Foundation
import LiveCapture
import LiveCaptureTesting
import MediaCore
import Shooting
import Simulator
import Station
import TestSupport
import Testing
import VideoCoding

/// Stations of a simulated world, in virtual time.
@Suite struct StationTests {
  private let folder: TemporaryFolder
  private let clock = VirtualClock()

  init() throws { folder = try TemporaryFolder() }

  private var configuration: StationConfiguration {
    var configuration = StationConfiguration()
    configuration.session = CaptureBench.Setup().session
    return configuration
  }

  private func station(_ configuration: StationConfiguration) async throws -> Station {
    let world = StationWorld.simulated(.virtual(clock: clock, files: DiskFiles(), media: .standard))
    return try await Station(configuration, DeviceWishes(video: CaptureBench.Setup().video), in: world)
  }

  /// Runs a shoot while time passes.
  private func run(_ shoot: Shoot, of station: Station, seconds: Int) async throws -> ShootResult {
    let happenings = station.session.events
    let running = Task { try await shoot.run() }
    for await event in happenings { if case .didStartRunning = event { break } }
    for _ in 0..<seconds { await clock.advance(by: .milliseconds(1000), settling: station.session) }
    return try await running.value
  }

  @Test("a station takes one shoot after the other into one folder, and goes with its configuration's codec")
  func shoots() async throws {
    var configuration = configuration
    configuration.photoCodec = .heic
    configuration.session.heicPreset = .ultrafast
    let station = try await station(configuration)
    let pairs = try FolderPairs(folder.path("photos"))
    let live = try await run(station.shoot(ShootPlan(isLive: true), into: pairs), of: station, seconds: 5)
    var plan = ShootPlan(count: 2)
    plan.photoCodec = .jpeg
    let stills = try await run(station.shoot(plan, into: pairs), of: station, seconds: 6)
    #expect(live.completed == 1 && stills.completed == 2 && live.failures.isEmpty && stills.failures.isEmpty)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: pairs.name).sorted() == [
        "IMG_0001.HEIC", "IMG_0001.MOV", "IMG_0002.JPG", "IMG_0003.JPG",
      ])
    await station.stop()
    #expect(await !station.session.isRunning)
  }

  @Test("a folder that a shoot has not used goes away again, if it was not there before")
  func unusedFolder() throws {
    let made = try FolderPairs(folder.path("made"))
    #expect(FileManager.default.fileExists(atPath: made.name))
    made.removeIfEmpty()
    #expect(!FileManager.default.fileExists(atPath: made.name))
    try FolderPairs(folder.path).removeIfEmpty()
    #expect(FileManager.default.fileExists(atPath: folder.path))
  }

  @Test("a configuration that lets nobody use devices opens none")
  func denied() async throws {
    var configuration = configuration
    configuration.access = .deny
    let error = await #expect(throws: DeviceError.self) { try await station(configuration) }
    #expect(error?.code == .accessDenied)
  }

  @Test("a bracket that the camera cannot expose is refused before anything runs")
  func bracket() async throws {
    let station = try await station(configuration)
    var plan = ShootPlan()
    plan.bracket = [.automatic(exposureTargetBias: 9)]
    let error = #expect(throws: DeviceError.self) { try station.shoot(plan, into: FolderPairs(folder.path)) }
    #expect(error?.code == .invalidControlValue)
  }
}

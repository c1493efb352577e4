import CaptureDevices
import KioskWeb
import LibraryCapture
import LiveCapture
import MediaCore
import PhotoLibrary
import Simulator
import Station
import Synchronization
import TestSupport
import Testing

@testable import Booth

/// A booth before a simulated scene in virtual time, with its pages on a port of this machine.
///
/// Time stands still while somebody asks, and moves when it is told to.
final class BoothBench: Sendable {
  let folder: TemporaryFolder
  let lapse = TimeLapse()
  let station: Station
  let library: PhotoLibrary
  let booth: Booth
  let port: UInt16
  private let world: StationWorld
  private let screen = Screen()

  /// With `server`, the library's catalogue is there, and captures wait beside it while it is away; it may be from the
  /// beginning. With `devices`, its camera `rig` is used, and no microphone; with `sides`, which are cameras beside the first,
  /// that is the scene's all the same.
  init(
    _ change: (inout BoothConfiguration) -> Void = { _ in }, microphone: DeviceChoice = .scene,
    devices make: ((VirtualClock) -> SimulatedWorld)? = nil, sides: [DeviceChoice] = [],
    server: CatalogServer? = nil
  ) async throws {
    folder = try TemporaryFolder()
    var world = StationWorld.lapsing(lapse)
    let devices = make?(lapse.clock)
    if let devices { world.schemes = [ReplayScheme("rig", isRepeatable: true) { _, _, _ in devices }] }
    self.world = world
    var configuration = StationConfiguration()
    configuration.session.pacedCodecs = []
    configuration.movieCodec = .h264
    let isRig = devices != nil && sides.isEmpty
    func opened(_ camera: DeviceChoice, _ microphone: DeviceChoice) async throws -> Station {
      let wish = camera.isReplay ? VideoWish() : VideoWish(size: (320, 180), frameRate: 30, pixelFormat: .mjpeg)
      return try await Station(
        configuration, DeviceWishes(camera: camera, microphone: microphone, video: wish), in: world)
    }
    station = try await opened(isRig ? .replay("rig", path: "") : .scene, isRig ? .none : microphone)
    var sideStations: [Station] = []
    for side in sides { sideStations.append(try await opened(side, .none)) }
    let environment = LibraryEnvironment(
      clock: world.environment.clock, wallClock: world.environment.wallClock, authorization: .fixed(.authorized))
    let home = folder.path("library")
    let offline = try server.map { _ in try OfflineLibrary(in: home, environment: environment) }
    let open = { @Sendable () throws(PhotosError) in
      guard let server else { return try PhotoLibrary(at: home, environment: environment) }
      return try PhotoLibrary(at: home, environment: environment, openCatalog: server.open)
    }
    let isAway = server?.answer == .refusal
    library = if isAway, let offline { offline.library } else { try open() }
    var boothConfiguration = BoothConfiguration()
    boothConfiguration.access.pin = "2468"
    // Time that passes at once must not cut connections off.
    boothConfiguration.limits.requestTime = .seconds(1e6)
    boothConfiguration.limits.idleTime = .seconds(1e6)
    boothConfiguration.limits.writeTime = .seconds(1e6)
    boothConfiguration.limits.answerTime = .seconds(1e6)
    change(&boothConfiguration)
    try await station.session.addOutput(screen.output)
    booth =
      if isAway, let offline {
        try Booth(
          station, besides: sideStations, libraryIn: home, offline: offline, opening: open, boothConfiguration)
      } else {
        try Booth(station, besides: sideStations, library: library, offline: offline, boothConfiguration)
      }
    port = try await booth.start().port
  }

  /// Lets time pass, and everything happen that it brings.
  func advance(_ milliseconds: Int64) async {
    let clock = lapse.clock
    await clock.advance(to: clock.now + .milliseconds(milliseconds)) { [scheduler = world.environment.scheduler] in
      await scheduler.settle()
    }
  }

  func get(_ path: String, headers: [String] = []) async throws -> String {
    let lines = ["GET \(path) HTTP/1.1", "Host: 127.0.0.1:\(port)", "Connection: close"] + headers
    return try await RawClient.ask(port, lines.joined(separator: "\r\n") + "\r\n\r\n")
  }

  func getBytes(_ path: String) async throws -> [UInt8] {
    let client = try RawClient(port: port)
    await client.send("GET \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
    let bytes = await client.read { _ in false }
    let end = try #require(bytes.firstRange(of: Array("\r\n\r\n".utf8)))
    #expect(status(String(decoding: bytes[..<end.lowerBound], as: UTF8.self)) == 200, "\(path)")
    return Array(bytes[end.upperBound...])
  }

  func post(_ path: String, _ body: String = "{}", headers: [String] = []) async throws -> String {
    try await send("POST", path, Array(body.utf8), "application/json", headers)
  }

  func post(_ path: String, png: [UInt8], headers: [String]) async throws -> String {
    try await send("POST", path, png, "image/png", headers)
  }

  func delete(_ path: String, headers: [String]) async throws -> String {
    try await send("DELETE", path, Array("{}".utf8), "application/json", headers)
  }

  private func send(
    _ method: String, _ path: String, _ body: [UInt8], _ type: String, _ headers: [String]
  ) async throws -> String {
    let lines =
      [
        "\(method) \(path) HTTP/1.1", "Host: 127.0.0.1:\(port)", "Connection: close", "Content-Type: \(type)",
        "Content-Length: \(body.count)",
      ] + headers
    let client = try RawClient(port: port)
    await client.send(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body)
    let answer = await client.read { _ in false }
    await world.environment.scheduler.settle()
    return String(decoding: answer, as: UTF8.self)
  }

  /// What a screen shows now: the number of the camera's newest frame.
  func frameOnScreen() throws -> UInt64 { try #require(screen.newest.withLock { $0 }) }

  /// Sees each frame as it comes.
  private final class Screen: VideoDataOutputDelegate {
    let output = VideoDataOutput()
    let newest = Mutex<UInt64?>(nil)

    init() { output.setSampleBufferDelegate(self, queue: nil) }

    func captureOutput(
      _ output: VideoDataOutput, didOutput sampleBuffer: VideoSampleBuffer, from connection: CaptureConnection
    ) {
      newest.withLock { $0 = sampleBuffer.sequence }
    }
  }
}

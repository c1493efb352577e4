import CaptureDevices
import CaptureScripts
import FileStorage
import LiveCapture
import LiveCaptureTesting
import Logging
import MediaCore
import Shooting
import Simulator
import Station
import TestSupport
import Testing

/// What a station leaves in a log: every line, in virtual time.
@Suite struct StationLogTests {
  private let folder: TemporaryFolder
  private let clock = VirtualClock()
  private let devices: SimulatedWorld
  private let disk = FaultyFiles(DiskFiles())
  private let log: LogLines
  private let world: StationWorld

  init() throws {
    folder = try TemporaryFolder()
    let clock = clock
    let devices = SimulatedWorld(clock: clock, cameras: [SimulatedCamera("rig")])
    self.devices = devices
    let environment = CaptureEnvironment.virtual(clock: clock, files: disk)
    log = LogLines(environment)
    var world = StationWorld.simulated(environment)
    world.schemes = [ReplayScheme("rig", isRepeatable: true) { _, _, _ in devices }]
    self.world = world
  }

  /// What each of these stations tells until it runs.
  private static let started = """
    09:30:05.000 notice Camera: Simulated camera rig, YU12 320x240 at 30 fps: the largest size up to 1920x1080 with at \
    least 24 fps. camera=rig microphone=none
    09:30:05.000 notice What is replayed has no sound: what is made of it will be silent. camera=rig microphone=none
    09:30:05.000 notice session started

    """

  private func station(_ level: Logger.Level = .info) async throws -> Station {
    var configuration = StationConfiguration()
    configuration.session = CaptureBench.Setup().session
    return try await Station(
      configuration, DeviceWishes(camera: .replay("rig", path: "")), in: world, logger: log.logger(level))
  }

  private func pass(_ seconds: Double, _ station: Station) async {
    await clock.advance(by: .seconds(seconds), settling: station.session)
  }

  @Test("the log of a night: a stall, an interruption, a plug that is pulled and put in again")
  func faults() async throws {
    let station = try await station()
    try await station.session.startRunning()
    await pass(2, station)
    devices.camera("rig")?.freeze()
    await pass(5, station)
    devices.camera("rig")?.thaw()
    await pass(5, station)
    await station.session.beginInterruption(.videoDeviceNotAvailableInBackground)
    await pass(1, station)
    await station.session.endInterruption(.videoDeviceNotAvailableInBackground)
    await pass(1, station)
    devices.unplug("rig")
    await pass(2, station)
    devices.replug("rig")
    let lost = try #require(await station.session.inputs.first)
    try await station.session.removeInput(lost)
    try await station.session.addInput(devices.openVideo("rig", wish: VideoWish()).source)
    await pass(1, station)
    await station.stop()
    #expect(
      log.text
        == Self.started + """
          09:30:10.250 warning camera failed code=stalled device=rig error=rig: nothing has come from the device for \
          3.0 s; it is used again as soon as it delivers. If it does not, unplug it and plug it in again
          09:30:10.250 warning session interrupted reason=videoDeviceWasLost
          09:30:12.033 notice interruption ended
          09:30:12.033 notice session started
          09:30:17.000 warning session interrupted reason=videoDeviceNotAvailableInBackground
          09:30:18.000 notice interruption ended
          09:30:18.000 notice session started
          09:30:19.000 error camera failed code=disconnected device=rig error=rig: The device has been unplugged. \
          Plug it in again.
          09:30:19.000 warning session interrupted reason=videoDeviceWasLost
          09:30:21.000 notice interruption ended
          09:30:21.000 notice session started
          09:30:22.000 notice session stopped
          """)
  }

  @Test("a shoot's files are told one by one; what a full disk loses is told with its reason")
  func shoot() async throws {
    let station = try await station()
    let shoot = try station.shoot(
      ShootPlan(isLive: true, count: 2, interval: .seconds(4)), into: FolderPairs(folder.path, files: disk))
    let happenings = station.session.events
    let running = Task { try await shoot.run() }
    for await event in happenings { if case .didStartRunning = event { break } }
    await pass(4, station)
    disk.setRoom(0)
    await pass(3, station)
    #expect(try await running.value.completed == 1)
    #expect(
      log.text.replacing(folder.path, with: "photos")
        == Self.started + """
          09:30:06.533 info still complete bytes=4 capture file=photos/IMG_0001.JPG
          09:30:08.000 info movie complete bytes=2995 capture file=photos/IMG_0001.MOV
          09:30:10.533 error still not saved capture code=writingFailed error=photos/IMG_0002.JPG: the still could \
          not be written (the disk is full; free some space or choose another folder [write: errno 28]) \
          file=photos/IMG_0002.JPG
          09:30:12.000 error movie lost capture code=writingFailed error=photos/IMG_0002.MOV: the movie could not be \
          written (the disk is full; free some space or choose another folder [write: errno 28]) \
          file=photos/IMG_0002.MOV
          09:30:12.000 notice session stopped
          """)
  }

  @Test(
    "a recording of the app's is told when the station is asked for it; steps of captures are told to who wants them")
  func recordings() async throws {
    let station = try await station(.debug)
    let movies = MovieFileOutput()
    station.log(movies)
    try await station.session.addOutput(movies)
    try await station.session.startRunning()
    await pass(1, station)
    try movies.startRecording(to: folder.path("long.mov"))
    await pass(1, station)
    try station.output.capturePhoto(with: PhotoSettings())
    await pass(1, station)
    movies.stopRecording()
    await pass(1, station)
    await station.stop()
    #expect(
      log.text.replacing(folder.path, with: "photos")
        == Self.started + """
          09:30:06.033 notice recording started file=photos/long.mov
          09:30:07.000 debug willBeginCapture capture
          09:30:07.033 debug willCapturePhoto capture
          09:30:07.033 debug didCapturePhoto capture
          09:30:07.033 debug didFinishProcessingPhoto capture
          09:30:07.033 debug didFinishCapture capture
          09:30:08.033 notice recording ended file=photos/long.mov
          09:30:09.000 notice session stopped
          """)
  }

  @Test("devices that cannot be had are an error in the log too")
  func refused() async throws {
    devices.setBusy(true, "rig")
    await #expect(throws: DeviceError.self) { try await station() }
    #expect(
      log.text == """
        09:30:05.000 error devices not opened code=busy device=rig error=rig: Another program is using the device. \
        Close that program.
        """)
  }
}

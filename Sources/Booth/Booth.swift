import CaptureDevices
public import KioskWeb
import LibraryCapture
import LiveCapture
import MediaCore
public import PhotoLibrary
public import Station
import Synchronization
import SystemCalls

/// A photo booth: a station that runs for days, takes pictures into a library, and serves pages that show it.
///
/// Its parts begin and end in one order: gallery, camera, server; at the end the server takes no more orders, pictures
/// under way are stored, screens are let go, and the devices are closed.
public final class Booth: Sendable {
  /// The camera and the microphone.
  public let station: Station
  /// The notices about the booth's setup that people should read, besides those of the station.
  public let notices: [String]
  let configuration: BoothConfiguration
  let names: BoothNames
  private let library: PhotoLibrary
  private let pictures: LibraryPictures
  let desk: BoothDesk
  let host: BoothHost
  let studio: TemplateStudio
  private let feed: PreviewFeed
  private let view: CameraView
  private let shutter: BoothShutter
  let memory: BoothMemory
  private let stills: ShownStills
  let prints: PrintDesk?
  private let meter: SoundMeter?
  private let cameraDesk: CameraDesk
  private let cameraReturn: CameraReturn
  private let sides: SideCameras
  private let templates: TemplateDesk
  let site: KioskSite
  let server: WebServer
  private let reach = Reach()
  private let began: MediaTime
  private let listening = Mutex<Task<Void, Never>?>(nil)
  private let follower = Mutex<GalleryFollower?>(nil)
  private let tick = Mutex<(any ScheduledAction)?>(nil)

  /// Creates a booth with a station that nobody else uses, and the library that pictures go into. Stations in `sides` are
  /// those of the cameras beside it, for wigglegrams, in the order in which they stand; of the same world, so that all
  /// know one clock.
  /// - Throws: `PhotosError` when the library may not be changed, or another booth has it; `StationError` for settings that
  ///   make no sense; `CodingError` when frames cannot be shown.
  public init(
    _ station: Station, besides sides: [Station] = [], library: PhotoLibrary,
    _ configuration: BoothConfiguration = BoothConfiguration()
  ) throws {
    (self.station, self.library, self.configuration) = (station, library, configuration)
    names = BoothNames(configuration)
    let (clock, wallClock) = (station.environment.clock, station.environment.wallClock)
    began = clock.now
    let pictures = LibraryPictures(of: library)
    self.pictures = pictures
    let studio = TemplateStudio(
      folder: configuration.templates, files: library.environment.files, pictures: pictures, title: configuration.name,
      hasSideCameras: !sides.isEmpty)
    self.studio = studio
    notices = studio.notices
    // A postcard is a photo in a frame: the operator offers it, if it is wanted besides that.
    let usual = KioskSettings(modes: studio.modes.filter { $0 != .postcard })
    let desk = BoothDesk(
      settings: usual, clock: clock, wallClock: wallClock, scheduler: station.environment.scheduler)
    let memory = try BoothMemory(of: library, settings: usual, available: studio.modes) {
      desk.notify("warning", $0)
    }
    desk.update { state, _ in
      (state.settings, state.partCounts) = (memory.settings, studio.partCounts(memory.settings))
    }
    (self.desk, self.memory) = (desk, memory)
    templates = TemplateDesk(studio: studio, desk: desk)
    let stills = ShownStills(of: library) { desk.notify("error", $0) }
    self.stills = stills
    feed = PreviewFeed(clock: clock)
    view = try CameraView(feed, pictures: station.environment.media.pictures)
    let shares = ShareLinks(memory.links, clock: clock, wallClock: wallClock) { memory.keep($0) }
    meter = station.devices.audio == nil ? nil : SoundMeter(from: wallClock.date(at: clock.now))
    prints = configuration.printing.map {
      PrintDesk($0, desk, pictures: pictures, remembering: memory.prints) { memory.keep($0) }
    }
    cameraDesk = CameraDesk(desk, remembering: memory)
    cameraReturn = CameraReturn(station) { [cameraDesk] device in
      await cameraDesk.use(device)
    } preparing: { [output = station.output] in
      try Self.enable(output)
    } failing: {
      desk.notify("error", "The camera is there again, and cannot be used: \($0)")
    }
    let sideCameras = SideCameras(sides, desk)
    self.sides = sideCameras
    shutter = BoothShutter(
      desk, station.output, besides: { sideCameras.outputs }, into: LibraryPairs(library), keeping: stills,
      movieCodec: station.configuration.movieCodec, pressTime: configuration.pressTime
    ) { id in
      // A picture that somebody has deleted already is not told of.
      try? await pictures.asset(id)
    } making: { mode, assets in
      try await studio.make(mode, desk.read(\.settings), of: assets).map { ($0, mode.rawValue) }
    }
    host = BoothHost(
      desk: desk, shutter: shutter, station: station, view: view, feed: feed, library: library, memory: memory,
      studio: studio, meter: meter, began: began)
    var sources = host.sources(pictures, names)
    (sources.shares, sources.printer, sources.camera, sources.templates) = (shares, prints, cameraDesk, templates)
    sources.reachableAddress = { [reach] in reach.url }
    site = KioskSite(sources, access: configuration.access, clock: clock, wallClock: wallClock)
    server = WebServer(limits: configuration.limits, clock: clock) { [site] in await site.respond(to: $0) }
    try adoptSettings(of: configuration)
  }

  /// Starts everything; returns the address of the pages. The camera's first frame may come later.
  /// - Throws: `WebServerError` when the address cannot be had; `CaptureError` when the camera cannot be started.
  public func start() async throws -> ListenAddress {
    let recovered = stills.recover()
    if recovered > 0 {
      desk.notify(
        "warning", "The booth had ended while it took pictures; stills that were shown are kept: \(recovered).")
    }
    let total = try pictures.count()
    let (camera, microphone) = (station.devices.video, station.devices.audio)
    desk.update { state, _ in
      state.total = total
      var device = KioskState.Device(name: camera.device.name, state: .running)
      (device.width, device.height) = (camera.mode.format.width, camera.mode.format.height)
      device.rate = (1 / camera.mode.frameInterval.seconds * 100).rounded() / 100
      device.isSimulated = camera.device.node == nil
      state.camera = device
      state.microphone = microphone.map { .init(name: $0.device.name, state: .running) }
    }
    for notice in station.notices { desk.notify("info", notice) }
    for notice in notices { desk.notify("warning", notice) }
    let address = try await server.start(at: configuration.address)
    reach.listens(at: address)
    do { try await startCamera() } catch {
      listening.withLock { $0.take() }?.cancel()
      await server.stop()
      throw error
    }
    prints?.start()
    follow()
    beat()
    return address
  }

  private func startCamera() async throws {
    let (session, output) = (station.session, station.output)
    try await session.addOutput(view.output)
    if let meter { try await session.addOutput(meter.output) }
    try Self.enable(output)
    for input in await session.inputs where input.device.mediaType == .video { await cameraDesk.use(input.device) }
    cameraReturn.start()
    let happenings = session.events
    await session.whenFrame { [desk] _ in desk.update { state, _ in state.isStarted = true } }
    let task = Task { [weak self] in
      for await event in happenings { self?.hear(event) }
    }
    listening.withLock { $0 = task }
    try await session.startRunning()
    try await sides.start()
  }

  /// Switches on what the camera can do.
  private static func enable(_ output: PhotoOutput) throws {
    if output.isLivePhotoCaptureSupported { try output.setLivePhotoCaptureEnabled(true) }
    if output.isZeroShutterLagSupported { try output.setZeroShutterLagEnabled(true) }
    if output.isResponsiveCaptureSupported { try output.setResponsiveCaptureEnabled(true) }
  }

  /// Ends everything. Pictures whose frames are all there are stored; returns when that is done.
  public func stop() async {
    desk.update { state, _ in state.isStopping = true }
    shutter.giveUp("The booth is being stopped.")
    tick.withLock { $0.take() }?.cancel()
    // Refused only inside a configuration, which nobody has opened here.
    try? await station.session.stopRunning()
    await shutter.whenIdle()
    listening.withLock { $0.take() }?.cancel()
    follower.withLock { $0.take() }?.end()
    desk.events.close()
    meter?.events.close()
    feed.close()
    await server.stop()
    prints?.end()
    cameraReturn.end()
    await sides.stop()
    await station.stop()
    memory.end()
  }

  // MARK: What happens

  private func hear(_ event: SessionEvent) {
    switch event {
    case .wasInterrupted(let reason, _):
      let told = reason.told
      shutter.giveUp(told.message)
      desk.update { state, teller in
        state.reason = told
        state.camera?.state = .away
        teller.tell("camera", state.camera)
      }
      feed.interrupt()
      if reason == .videoDeviceWasLost { cameraReturn.lose() }
    case .interruptionEnded:
      cameraReturn.find()
      desk.update { state, teller in
        state.reason = nil
        state.camera?.state = .running
        teller.tell("camera", state.camera)
      }
    case .videoDidFail(let error, _): desk.notify("warning", "The camera does not deliver: \(error)")
    case .audioDidFail(let error, _):
      desk.update { state, teller in
        state.microphone?.state = .away
        teller.tell("microphone", state.microphone)
      }
      desk.notify("warning", "The microphone has failed; movies are silent until it is back: \(error)")
    case .runtimeError(let error, _): desk.notify("error", "The camera is in trouble: \(error)")
    case .cameraClockDidJump(let step, _):
      desk.notify("warning", "The camera's clock has jumped by \(step.seconds) s; the booth goes on.")
    case .audioSamplesAreInvalid:
      desk.notify("warning", "The microphone delivers samples that are no numbers; there is silence in their place.")
    case .didChooseEncoding, .didStartRunning, .didStopRunning: break
    }
  }

  /// Tells pages of pictures that come, change and go, whoever does it.
  private func follow() {
    let following = GalleryFollower(library, pictures) { [desk] change in
      desk.update { state, teller in
        state.total = change.total
        teller.tell("asset", change)
      }
    } failing: { [desk] error in
      desk.notify("error", "The library cannot be followed: \(error)")
    }
    follower.withLock { $0 = following }
  }

  private static let beatLength = MediaTime(value: 10, timescale: 1)

  /// Every ten seconds: looks at the disk and the templates, and lets pages know that the booth is there.
  private func beat() {
    let free = FreeSpace.bytes(at: library.path)
    let condition: KioskState.Storage.Condition =
      free.map { $0 < configuration.leastSpace ? .full : $0 < configuration.lowSpace ? .low : .good } ?? .good
    desk.update { state, teller in
      let isNew = state.storage.state != condition
      state.storage = .init(freeBytes: free, state: condition)
      if isNew { teller.tell("storage", state.storage) }
    }
    templates.renew()
    desk.events.beat()
    meter?.events.beat()
    let clock = station.environment.clock
    let next = clock.schedule(at: clock.now + Self.beatLength) { [weak self] in self?.beat() }
    tick.withLock { $0 = next }
  }
}

extension InterruptionReason {
  fileprivate var told: KioskState.Reason {
    switch self {
    case .videoDeviceWasLost:
      .init(
        code: "cameraLost", message: "The camera has been unplugged. Plug it in again: the booth goes on by itself.")
    case .videoDeviceInUseByAnotherClient:
      .init(code: "cameraBusy", message: "Another program has the camera. Close it: the booth goes on by itself.")
    case .videoDeviceNotAvailableDueToSystemPressure:
      .init(code: "pressure", message: "The machine is too hot or too busy. The booth goes on when it has recovered.")
    default: .init(code: "other", message: "The camera cannot be used now.")
    }
  }
}

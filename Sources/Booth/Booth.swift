import CaptureDevices
public import KioskWeb
public import LibraryCapture
import LiveCapture
import MediaCore
public import PhotoLibrary
public import Station
import Synchronization

/// A photo booth that runs for days: takes pictures with a station, stores them in a library, and serves the pages of
/// its screens.
///
/// ``start()`` starts the gallery, the camera and the server. ``stop()`` refuses further orders, stores the pictures in
/// progress, closes the connections of screens, and closes the devices, in this order.
public final class Booth: Sendable {
  /// The camera and the microphone.
  public let station: Station
  /// The notices about the booth's setup that its operator should read, without those of the station.
  public let notices: [String]
  let configuration: BoothConfiguration
  let names: BoothNames
  private let home: BoothLibrary
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
  private let tick = Mutex<(any ScheduledAction)?>(nil)

  /// Creates a booth with a station of its own, and the library that it stores pictures in. While the server of a
  /// shared library is unreachable, pictures are stored in `offline`, and moved later. `sides` are the stations of
  /// further cameras for wigglegrams, in the order in which these stand; they belong to the same world, so that all
  /// have one clock.
  /// - Throws: `PhotosError` when the library may not be changed, or another booth uses it; `StationError` for invalid
  ///   settings; `CodingError` when frames cannot be converted.
  public convenience init(
    _ station: Station, besides sides: [Station] = [], library: PhotoLibrary, offline: OfflineLibrary? = nil,
    _ configuration: BoothConfiguration = BoothConfiguration()
  ) throws {
    try self.init(station, sides, BoothLibrary(library, offline), configuration)
  }

  /// Creates a booth whose shared library, with its files in `folder`, cannot be opened yet, because its server is
  /// unreachable. Pictures are stored in `offline` until `open` returns the library, which the booth tries every ten
  /// seconds, and are then moved there.
  /// - Throws: `PhotosError` when another booth uses the library; `StationError` for invalid settings; `CodingError`
  ///   when frames cannot be converted.
  public convenience init(
    _ station: Station, besides sides: [Station] = [], libraryIn folder: String, offline: OfflineLibrary,
    opening open: @escaping @Sendable () throws -> PhotoLibrary,
    _ configuration: BoothConfiguration = BoothConfiguration()
  ) throws {
    try self.init(station, sides, BoothLibrary(in: folder, offline, opening: open), configuration)
  }

  private init(
    _ station: Station, _ sides: [Station], _ home: BoothLibrary, _ configuration: BoothConfiguration
  ) throws {
    (self.station, self.home, self.configuration) = (station, home, configuration)
    names = BoothNames(configuration)
    let (clock, wallClock) = (station.environment.clock, station.environment.wallClock)
    began = clock.now
    let studio = home.studio(configuration, hasSideCameras: !sides.isEmpty)
    self.studio = studio
    notices = studio.notices
    // A postcard is a photo in a frame: the operator offers it, if it is wanted besides that.
    let usual = KioskSettings(modes: studio.modes.filter { $0 != .postcard })
    let desk = BoothDesk(
      settings: usual, clock: clock, wallClock: wallClock, scheduler: station.environment.scheduler)
    let memory = try BoothMemory(in: home.folder, home.files, settings: usual, available: studio.modes) {
      desk.notify("warning", $0)
    }
    desk.update { state, _ in
      (state.settings, state.partCounts) = (memory.settings, studio.partCounts(memory.settings))
    }
    (self.desk, self.memory) = (desk, memory)
    templates = TemplateDesk(studio: studio, desk: desk)
    let stills = ShownStills(in: home.folder, of: home.library) { desk.notify("error", $0, about: .storing) }
    self.stills = stills
    feed = PreviewFeed(clock: clock)
    view = try CameraView(feed, pictures: station.environment.media.pictures)
    let makeToken = configuration.makeToken
    let shares = ShareLinks(
      memory.links, clock: clock, wallClock: wallClock, keeping: { memory.keep($0) }, makeToken: makeToken)
    meter = station.devices.audio == nil ? nil : SoundMeter(from: wallClock.date(at: clock.now))
    prints = configuration.printing.map {
      PrintDesk($0, desk, pictures: home.gallery, remembering: memory.prints) { memory.keep($0) }
    }
    cameraDesk = CameraDesk(desk, remembering: memory)
    cameraReturn = Self.cameraReturn(of: station, cameraDesk, desk)
    let sideCameras = SideCameras(sides, desk)
    self.sides = sideCameras
    shutter = BoothShutter(
      desk, station.output, besides: { sideCameras.outputs }, into: { home.pairs }, keeping: stills,
      movieCodec: station.configuration.movieCodec, pressTime: configuration.pressTime
    ) { id in
      // A picture that somebody has deleted already is not told of.
      try? await home.gallery.asset(id)
    } making: { mode, assets in
      try await studio.make(mode, desk.read(\.settings), of: assets).map { ($0, mode.rawValue) }
    }
    host = BoothHost(
      desk: desk, shutter: shutter, station: station, view: view, feed: feed, path: home.folder, memory: memory,
      studio: studio, meter: meter, fleet: configuration.fleet, names: names, began: began)
    var sources = host.sources(home.gallery, makeToken: makeToken)
    (sources.shares, sources.printer, sources.camera, sources.templates) = (shares, prints, cameraDesk, templates)
    (sources.fleet, sources.reachableAddress) = (configuration.fleet, { [reach] in reach.url })
    site = KioskSite(
      sources, access: configuration.access, clients: memory.clients, clock: clock, wallClock: wallClock,
      keeping: { memory.keep(clients: $0) }, makeToken: makeToken)
    server = WebServer(serving: site, limits: configuration.limits, clock: clock)
    try adoptSettings(of: configuration)
  }

  /// Starts the booth; returns the address of its pages. The camera's first frame may arrive later.
  /// - Throws: `WebServerError` when the address is in use or cannot be bound; `CaptureError` when the camera cannot be
  ///   started.
  public func start() async throws -> ListenAddress {
    let recovered = stills.recover()
    if recovered > 0 {
      desk.notify(
        "warning", "The booth had ended while it took pictures; stills that were shown are kept: \(recovered).")
    }
    let (camera, microphone) = (station.devices.video, station.devices.audio)
    desk.update { state, _ in
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
    do {
      try home.start(desk)
      try await startCamera()
    } catch {
      listening.withLock { $0.take() }?.cancel()
      await server.stop()
      throw error
    }
    prints?.start()
    beat()
    configuration.fleet?.start(site) { [reach, names] in
      names.publicAddress ?? reach.url ?? "http://\(address.isAny ? address.at("127.0.0.1") : address)"
    } notify: { [desk] level, message in
      desk.notify(level, message)
    }
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
    await session.whenFrame { [desk] _ in desk.update { state, _ in state.operation.handle(.firstFrame) } }
    let task = Task { [weak self] in
      for await event in happenings { self?.hear(event) }
    }
    listening.withLock { $0 = task }
    try await session.startRunning()
    try await sides.start()
  }

  private static func cameraReturn(of station: Station, _ cameraDesk: CameraDesk, _ desk: BoothDesk) -> CameraReturn {
    CameraReturn(station) { device in
      await cameraDesk.use(device)
    } preparing: { [output = station.output] in
      try enable(output)
    } failing: {
      desk.notify("error", "The camera is there again, and cannot be used: \($0)", about: .camera)
    }
  }

  /// Switches on what the camera can do.
  private static func enable(_ output: PhotoOutput) throws {
    if output.isLivePhotoCaptureSupported { try output.setLivePhotoCaptureEnabled(true) }
    if output.isZeroShutterLagSupported { try output.setZeroShutterLagEnabled(true) }
    if output.isResponsiveCaptureSupported { try output.setResponsiveCaptureEnabled(true) }
  }

  /// Stops the booth; returns when the pictures whose frames are complete are stored.
  public func stop() async {
    desk.update { state, _ in state.operation.handle(.stop) }
    shutter.giveUp("The booth is being stopped.")
    tick.withLock { $0.take() }?.cancel()
    // Refused only inside a configuration, which nobody has opened here.
    try? await station.session.stopRunning()
    await shutter.whenIdle()
    await configuration.fleet?.stop()
    listening.withLock { $0.take() }?.cancel()
    home.stop()
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
      // What it has failed by was told before; another program that has it, or the machine's heat, was not.
      if !desk.read({ $0.isInTrouble(.camera) }) { desk.notify("warning", told.message, about: .camera) }
      desk.update { state, teller in
        state.operation.handle(.interrupted(told))
        state.camera?.state = .away
        teller.tell("camera", state.camera)
      }
      feed.interrupt()
      if reason == .videoDeviceWasLost { cameraReturn.lose() }
    case .interruptionEnded:
      cameraReturn.find()
      desk.mend(.camera)
      desk.update { state, teller in
        state.operation.handle(.resumed)
        state.camera?.state = .running
        teller.tell("camera", state.camera)
      }
    case .videoDidFail(let error, _): desk.notify("warning", "The camera does not deliver: \(error)", about: .camera)
    case .audioDidFail(let error, _):
      desk.update { state, teller in
        state.microphone?.state = .away
        teller.tell("microphone", state.microphone)
      }
      desk.notify(
        "warning", "The microphone has failed; movies are silent until it is back: \(error)", about: .microphone)
    case .runtimeError(let error, _): desk.notify("error", "The camera is in trouble: \(error)", about: .camera)
    case .cameraClockDidJump(let step, _):
      desk.notify("warning", "The camera's clock has jumped by \(step.seconds) s; the booth goes on.")
    case .audioSamplesAreInvalid:
      desk.notify("warning", "The microphone delivers samples that are no numbers; there is silence in their place.")
    case .didChooseEncoding, .didStartRunning, .didStopRunning: break
    }
  }

  private static let beatLength = MediaTime(value: 10, timescale: 1)
  /// The time between two looks at a disk that is full: guests wait for the room that somebody makes.
  private static let shortBeatLength = MediaTime(value: 2, timescale: 1)

  /// Every ten seconds: looks at the disk, the microphone and the templates, stores what could not be stored before,
  /// and lets pages know that the booth is there.
  private func beat() {
    home.beat()
    let condition = lookAtDisk()
    if condition != .full { shutter.storeLate() }
    if meter?.hasHeard() == true { findMicrophone() }
    templates.renew()
    desk.events.beat()
    meter?.events.beat()
    let clock = station.environment.clock
    let length = condition == .full ? Self.shortBeatLength : Self.beatLength
    let next = clock.schedule(at: clock.now + length) { [weak self] in self?.beat() }
    tick.withLock { $0 = next }
  }

  /// Takes up how much room there is, and tells of it if that makes a difference.
  private func lookAtDisk() -> KioskState.Storage.Condition {
    let free = configuration.freeBytes(home.folder)
    let condition: KioskState.Storage.Condition =
      free.map { $0 < configuration.leastSpace ? .full : $0 < configuration.lowSpace ? .low : .good } ?? .good
    let before = desk.update { state, teller in
      let before = state.storage.state
      state.storage = .init(freeBytes: free, state: condition)
      if before != condition { teller.tell("storage", state.storage) }
      return before
    }
    if before == condition { return condition }
    if condition == .full {
      desk.notify(
        "error", "\(home.folder): the disk is full; no picture is taken until there is room. Remove something from it.",
        about: .room)
    } else if before == .full {
      desk.mend(.room)
    }
    return condition
  }

  /// A microphone that has failed delivers again: nothing else tells of that.
  private func findMicrophone() {
    guard desk.read({ $0.microphone?.state == .away }) else { return }
    desk.update { state, teller in
      state.microphone?.state = .running
      teller.tell("microphone", state.microphone)
    }
    desk.mend(.microphone)
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

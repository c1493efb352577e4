import CaptureDevices
import Diagnostics
import LiveCapture
import LiveCaptureTesting
import MediaCore
import Simulator
import Synchronization
import Testing

/// Cases 1 to 11 of the capture contract: session and device.
@Suite struct SessionCases {
  @Test func case01_noDevices() throws {
    let bench = try CaseBench(cameras: [], microphones: [])
    #expect(bench.system.defaultDevice(for: .video) == nil)
    #expect(bench.system.defaultDevice(for: .audio) == nil)
    #expect(bench.system.discover(kinds: VideoDeviceTraits.Kind.allCases).isEmpty)
    #expect(bench.system.devices.isEmpty)
  }

  @Test(arguments: CaptureProfile.DeniedInput.allCases)
  func case02_deniedDevice(_ deniedInput: CaptureProfile.DeniedInput) async throws {
    var profile = CaptureProfile()
    profile.deniedInput = deniedInput
    // The user has said no; the machine itself would let the camera be opened.
    let policy = AuthorizationPolicy.asking(remembering: AuthorizationMemory([.video: .denied])) { _, answer in
      answer(false)
    }
    let bench = try CaseBench(profile: profile, authorization: policy)
    let device = try #require(bench.system.defaultDevice(for: .video))
    #expect(try bench.system.authorizationStatus(for: .video) == .denied)
    switch deniedInput {
    case .fails:
      let error = #expect(throws: CaptureError.self) { try DeviceInput(device, of: bench.system) }
      #expect(error?.code == .notAuthorized && error?.avErrorCode == -11_852)
    case .deliversNothing:
      try await bench.run(isLive: false)
      var settings = PhotoSettings(format: .pixels(.grey))
      settings.photoQualityPrioritization = .speed
      try await bench.press(settings)
      await bench.advance(1)
      let pixels = try #require(bench.calls(.didProcessPhoto).first?.photo?.pixelBuffer)
      #expect(pixels.bytes.count == 1280 * 720)
      #expect(Set(pixels.bytes) == [pixels.format.range == .full ? 0 : 16], "a picture of nothing is black")
    }
  }

  @Test(arguments: CaptureProfile.DuplicateInput.allCases)
  func case03_sameInputTwice(_ duplicateInput: CaptureProfile.DuplicateInput) async throws {
    var profile = CaptureProfile()
    profile.duplicateInput = duplicateInput
    let bench = try CaseBench(profile: profile)
    let input = try DeviceInput(try #require(bench.system.defaultDevice(for: .video)), of: bench.system)
    try await bench.session.addInput(input)
    switch duplicateInput {
    case .isRefused:
      #expect(await !bench.session.canAddInput(input))
      let error = await #expect(throws: CaptureError.self) { try await bench.session.addInput(input) }
      #expect(error?.rule == .additionIsPossible && error?.rule?.exception == .invalidArgument)
    case .isIgnored:
      #expect(await bench.session.canAddInput(input))
      try await bench.session.addInput(input)
    }
    #expect(await bench.session.inputs.count == 1)
    // Another input of the same device is the same device twice, whatever the profile says.
    let other = try DeviceInput(input.device, of: bench.system)
    #expect(await !bench.session.canAddInput(other))
  }

  @Test func case04_nestedConfigurations() async throws {
    let bench = try CaseBench()
    let session = bench.session
    await session.beginConfiguration()
    await session.beginConfiguration()
    for device in bench.system.devices { try await session.addInput(DeviceInput(device, of: bench.system)) }
    try await session.addOutput(bench.output)
    try await session.setSessionPreset(.photo)
    try await session.commitConfiguration()
    #expect(await session.inputs.isEmpty)
    #expect(await session.outputs.isEmpty)
    #expect(await session.connections.isEmpty)
    #expect(await session.sessionPreset == .high)
    #expect(bench.output.availablePhotoCodecTypes.isEmpty)
    try await session.commitConfiguration()
    #expect(await session.inputs.count == 2)
    #expect(await session.outputs.count == 1)
    #expect(await session.connections.count == 2)
    #expect(await session.sessionPreset == .photo)
    #expect(!bench.output.availablePhotoCodecTypes.isEmpty)
    let error = await #expect(throws: CaptureError.self) { try await session.commitConfiguration() }
    #expect(error?.rule == .configurationIsBegun)
  }

  @Test func case05_startInsideConfiguration() async throws {
    let bench = try CaseBench()
    try await bench.assemble()
    await bench.session.beginConfiguration()
    let start = await #expect(throws: CaptureError.self) { try await bench.session.startRunning() }
    #expect(start?.rule == .configurationIsClosed && start?.rule?.exception == .generic)
    let stop = await #expect(throws: CaptureError.self) { try await bench.session.stopRunning() }
    #expect(stop?.rule == .configurationIsClosed && stop?.rule?.exception == .generic)
    try await bench.session.commitConfiguration()
    try await bench.session.startRunning()
    #expect(await bench.session.isRunning)
    try await bench.session.stopRunning()
  }

  @Test func case06_settingWithoutLock() throws {
    let other = SimulatedCamera.usual("other", node: "/dev/video1", sizes: [(1920, 1080)])
    let bench = try CaseBench(cameras: [.usual(), other])
    let devices = bench.system.devices.filter { $0.mediaType == .video }
    let format = try #require(devices[0].formats.last)
    let unlocked = #expect(throws: CaptureError.self) { try devices[0].setActiveFormat(format) }
    #expect(unlocked?.rule == .deviceIsLocked && unlocked?.rule?.exception == .generic)
    try devices[0].lockForConfiguration()
    let foreign = #expect(throws: CaptureError.self) { try devices[0].setActiveFormat(devices[1].formats[0]) }
    #expect(foreign?.rule == .deviceOffersValue && foreign?.rule?.exception == .invalidArgument)
    try devices[0].setActiveFormat(format)
    #expect(devices[0].activeFormat == format)
    let duration = #expect(throws: CaptureError.self) {
      try devices[0].setActiveVideoMinFrameDuration(MediaTime(value: 1, timescale: 240))
    }
    #expect(duration?.rule == .deviceOffersValue)
    devices[0].unlockForConfiguration()
    let late = #expect(throws: CaptureError.self) { try devices[0].setActiveVideoMinFrameDuration(nil) }
    #expect(late?.rule == .deviceIsLocked)
  }

  @Test func case07_formatMakesInputPriority() async throws {
    let bench = try CaseBench()
    try await bench.assemble()
    let device = try #require(bench.system.defaultDevice(for: .video))
    #expect(device.activeFormat?.dimensions == .init(width: 1280, height: 720), "photo takes the largest")
    try device.lockForConfiguration()
    try device.setActiveFormat(try #require(device.formats.first { $0.dimensions.width == 320 }))
    device.unlockForConfiguration()
    #expect(await bench.session.sessionPreset == .inputPriority)
    try await bench.session.setSessionPreset(.vga640x480)
    #expect(device.activeFormat?.dimensions == .init(width: 640, height: 480), "the preset has control again")
    let impossible = await #expect(throws: CaptureError.self) {
      try await bench.session.setSessionPreset(.hd4K3840x2160)
    }
    #expect(impossible?.rule == .presetIsPossible)
  }

  @Test func case08_background() async throws {
    let bench = try CaseBench()
    let log = StreamLog(bench.session.events)
    try await bench.run()
    await bench.session.beginInterruption(.videoDeviceNotAvailableInBackground)
    #expect(await !bench.session.isRunning)
    #expect(await bench.session.isInterrupted)
    #expect(InterruptionReason.videoDeviceNotAvailableInBackground.rawValue == 1)
    await bench.advance(5)
    await bench.session.endInterruption(.videoDeviceNotAvailableInBackground)
    #expect(await bench.session.isRunning)
    #expect(await !bench.session.isInterrupted)
    await bench.advance(2)
    try await bench.pressLive()
    await bench.advance(3)
    #expect(bench.delegate.timeline == "B1 W1 C1 P1 R1 M1 F1")
    try await bench.session.stopRunning()
    let names = names(of: await log.finish())
    #expect(names == ["started", "interrupted 1", "interruption ended", "started", "stopped"])
  }

  @Test("an interruption lasts until the last of its reasons has gone", arguments: [false, true])
  func twoReasons(firstGoesFirst: Bool) async throws {
    let bench = try CaseBench()
    let log = StreamLog(bench.session.events)
    try await bench.run()
    let reasons = [InterruptionReason.videoDeviceNotAvailableInBackground, .audioDeviceInUseByAnotherClient]
    for reason in reasons { await bench.session.beginInterruption(reason) }
    let order = firstGoesFirst ? reasons : reasons.reversed()
    await bench.session.endInterruption(order[0])
    #expect(await bench.session.isInterrupted)
    #expect(await !bench.session.isRunning)
    await bench.advance(2)
    #expect(await bench.session.isInterrupted)
    #expect(await !bench.session.isRunning)
    // A reason that has gone already ends nothing either.
    await bench.session.endInterruption(order[0])
    #expect(await bench.session.isInterrupted)
    await bench.session.endInterruption(order[1])
    #expect(await bench.session.isRunning)
    #expect(await !bench.session.isInterrupted)
    await bench.advance(2)
    try await bench.pressLive()
    await bench.advance(3)
    #expect(bench.delegate.timeline == "B1 W1 C1 P1 R1 M1 F1")
    try await bench.session.stopRunning()
    // Nobody had started it by the end of this one.
    for reason in reasons { await bench.session.beginInterruption(reason) }
    for reason in order { await bench.session.endInterruption(reason) }
    #expect(await !bench.session.isRunning)
    let names = names(of: await log.finish())
    let begins = reasons.map { "interrupted \($0.rawValue)" }
    #expect(
      names == ["started"] + begins + ["interruption ended", "started", "stopped"] + begins + ["interruption ended"])
  }

  @Test func case09_stopWhileInterrupted() async throws {
    let bench = try CaseBench()
    try await bench.run()
    await bench.session.beginInterruption(.videoDeviceNotAvailableInBackground)
    try await bench.session.stopRunning()
    await bench.session.endInterruption(.videoDeviceNotAvailableInBackground)
    await bench.advance(2)
    #expect(await !bench.session.isRunning)
    // A start during an interruption is remembered.
    await bench.session.beginInterruption(.videoDeviceNotAvailableInBackground)
    try await bench.session.startRunning()
    #expect(await !bench.session.isRunning)
    await bench.session.endInterruption(.videoDeviceNotAvailableInBackground)
    #expect(await bench.session.isRunning)
    try await bench.session.stopRunning()
  }

  @Test(arguments: [MediaType.muxed, .metadata])
  func case10_authorizationOfOtherMedia(_ mediaType: MediaType) throws {
    let bench = try CaseBench()
    let status = #expect(throws: CaptureError.self) { try bench.system.authorizationStatus(for: mediaType) }
    #expect(status?.rule == .mediaTypeHasAuthorization && status?.rule?.exception == .invalidArgument)
    let request = #expect(throws: CaptureError.self) {
      try bench.system.requestAccess(for: mediaType) { _ in Issue.record("answered") }
    }
    #expect(request?.rule == .mediaTypeHasAuthorization)
  }

  @Test(arguments: [true, false])
  func case11_onePrompt(_ isGranted: Bool) async throws {
    let prompts = Mutex<[MediaType]>([])
    let store = AuthorizationMemory()
    let policy = AuthorizationPolicy.asking(remembering: store) { mediaType, answer in
      prompts.withLock { $0.append(mediaType) }
      answer(isGranted)
    }
    let bench = try CaseBench(authorization: policy)
    #expect(try bench.system.authorizationStatus(for: .audio) == .notDetermined)
    #expect(try await bench.system.requestAccess(for: .audio) == isGranted)
    #expect(try await bench.system.requestAccess(for: .audio) == isGranted)
    #expect(prompts.withLock { $0 } == [.audio])
    #expect(try bench.system.authorizationStatus(for: .audio) == (isGranted ? .authorized : .denied))
    #expect(try bench.system.authorizationStatus(for: .video) == .notDetermined)
    // Another run of the program remembers.
    let later = try CaseBench(authorization: .asking(remembering: store) { _, _ in Issue.record("asked again") })
    #expect(try await later.system.requestAccess(for: .audio) == isGranted)
  }

  @Test(arguments: [true, false])
  func case11_firstAnswerCounts(_ isGranted: Bool) async throws {
    let store = AuthorizationMemory()
    let policy = AuthorizationPolicy.asking(remembering: store) { _, answer in
      answer(isGranted)
      answer(!isGranted)
    }
    let bench = try CaseBench(authorization: policy)
    #expect(try await bench.system.requestAccess(for: .video) == isGranted)
    #expect(store.status(for: .video) == (isGranted ? .authorized : .denied))
    #expect(try bench.system.authorizationStatus(for: .video) == (isGranted ? .authorized : .denied))
  }

  @Test("every preset of the contract has its name")
  func presetNames() {
    let names: Set = [
      "photo", "high", "medium", "low", "320x240", "cif352x288", "vga640x480", "960x540", "iFrame960x540",
      "iFrame1280x720", "hd1280x720", "hd1920x1080", "hd4K3840x2160", "inputPriority",
    ]
    #expect(Set(SessionPreset.allCases.map(\.rawValue)) == names)
  }

  private func names(of events: [SessionEvent]) -> [String] {
    events.map { event in
      switch event {
      case .didStartRunning: "started"
      case .didStopRunning: "stopped"
      case .wasInterrupted(let reason, _): "interrupted \(reason.rawValue)"
      case .interruptionEnded: "interruption ended"
      case .cameraClockDidJump: "clock jumped"
      case .audioSamplesAreInvalid: "sound invalid"
      case .didChooseEncoding: "preset chosen"
      case .videoDidFail(let error, _): "video failed: \(error.code)"
      case .audioDidFail(let error, _): "audio failed: \(error.code)"
      case .runtimeError(let error, _): "error: \(error.code)"
      }
    }
  }
}

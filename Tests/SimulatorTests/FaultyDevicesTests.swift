import CaptureCodecs
import CaptureDevices
import FileStorage
import LiveCaptureTesting
import MediaCore
import Simulator
import Synchronization
import Testing

/// Devices and disks that misbehave as they are told, and otherwise are what they stand for.
@Suite struct FaultyDevicesTests {
  private let clock = VirtualClock()
  private let scene: SceneCatalog
  private let catalog: SimulatedWorld
  private let second = MediaTime(value: 1, timescale: 1)
  private let wish = VideoWish(size: (160, 120), frameRate: 30, pixelFormat: .yuyv)

  init() throws {
    scene = SceneCatalog(clock: clock, pictures: StandardPictures())
    catalog = try SimulatedWorld(clock: clock, of: scene)
  }

  private func camera(_ wish: VideoWish? = nil) throws -> (FaultyCamera, VideoSinkLog) {
    let source = try catalog.openVideo("scene", wish: wish ?? self.wish).source
    return (try #require(source as? FaultyCamera), VideoSinkLog(clock: clock))
  }

  private func run(_ seconds: Double = 1) {
    clock.advance(by: MediaTime(seconds: seconds, preferredTimescale: 1_000_000_000))
  }

  @Test("devices of the catalog hold to the contract of devices, also while they lose and hold back")
  func conformance() throws {
    let suite = DeviceConformance(pace: .virtual(clock))
    let (camera, _) = try camera()
    #expect(suite.violations(of: camera) == [])
    camera.spoil(.drop, 2)
    camera.spoil(.errorFlag, 1)
    camera.spoil(.truncate, 1)
    #expect(suite.violations(of: camera) == [])
    let microphone = try catalog.openAudio("scene", wish: AudioWish())
    #expect(suite.violations(of: microphone) == [])
    catalog.microphone("scene")?.overrun(1000)
    #expect(suite.violations(of: microphone) == [])
  }

  @Test("skipped frames are told with their reasons")
  func skips() throws {
    let (camera, sink) = try camera()
    try camera.start(delivering: sink)
    camera.spoil(.drop, 1)
    camera.spoil(.errorFlag, 2)
    camera.spoil(.truncate, 3)
    run()
    let reasons = sink.events.compactMap { event -> SkipReason? in
      if case .skip(_, let reason) = event { reason } else { nil }
    }
    #expect(reasons == [.dropped, .flaggedError, .flaggedError, .truncated, .truncated, .truncated])
    #expect(sink.frames.count == 24 && camera.deliveredCount == 24)
  }

  @Test("doubled frames are equal; late ones come together, in order")
  func doublesAndLateFrames() throws {
    let (camera, sink) = try camera()
    try camera.start(delivering: sink)
    camera.spoil(.duplicate, 1)
    run(0.5)
    let frames = sink.frames
    #expect(frames[0].time == frames[1].time && frames[0].sequence == frames[1].sequence)
    #expect(frames[1].sequence + 1 == frames[2].sequence)
    camera.spoil(.late, 3)
    run(0.5)
    let arrivals = sink.events.compactMap { event -> MediaTime? in
      if case .frame(_, let arrival) = event { arrival } else { nil }
    }
    let late = frames.count
    #expect(Set(arrivals[late..<(late + 4)]).count == 1)
    #expect(zip(sink.frames, sink.frames.dropFirst()).allSatisfy { $0.time <= $1.time && $0.sequence <= $1.sequence })
    #expect(sink.frames.last?.sequence == 29)
  }

  @Test("a damaged picture ends as a JPEG does, and is shorter")
  func damage() throws {
    let (camera, sink) = try camera(VideoWish(size: (160, 120), frameRate: 30, pixelFormat: .mjpeg))
    try camera.start(delivering: sink)
    camera.spoil(.damage, 1)
    run()
    let frames = sink.frames
    #expect(frames.count == 30)
    #expect(frames[0].storage.count < frames[1].storage.count * 3 / 4)
    #expect(frames[0].storage.withBytes { Array($0.suffix(2)) } == [0xff, 0xd9])
  }

  @Test("a clock that is set shifts timestamps; a slow camera numbers without gaps")
  func clockAndShare() throws {
    let (camera, sink) = try camera()
    try camera.start(delivering: sink)
    run()
    camera.stepClock(by: MediaTime(value: 1, timescale: 2))
    run()
    let times = sink.frames.map(\.time)
    #expect(abs((times[30] - times[29]).seconds - 0.5333) < 0.001)
    camera.setShare(0.5)
    let before = sink.frames.count
    run()
    #expect(sink.frames.count == before + 15)
    #expect(zip(sink.frames, sink.frames.dropFirst()).allSatisfy { $0.sequence + 1 == $1.sequence })
  }

  @Test("a camera that is faster than its mode numbers without gaps, at even times", arguments: [1.5, 2, 4])
  func fastCamera(share: Double) throws {
    let (camera, sink) = try camera()
    camera.setShare(share)
    // All that is wrong with it is its rate; one and a half is within what real cameras do.
    let checks = Set(DeviceConformance(pace: .virtual(clock)).violations(of: camera).map(\.check))
    #expect(checks.subtracting([.rate]).isEmpty && (share < 2 || !checks.isEmpty), "\(checks)")
    try camera.start(delivering: sink)
    run()
    let first = sink.frames.count
    run()
    #expect(abs(sink.frames.count - first - Int(30 * share)) <= 1)
    let pairs = zip(sink.frames, sink.frames.dropFirst())
    #expect(pairs.allSatisfy { $0.sequence + 1 == $1.sequence })
    let steps = pairs.map { ($1.time - $0.time).seconds * 30 }
    // One and a half: a frame, then two in the place of one.
    let expected = share == 1.5 ? [0.5, 1] : [1 / share]
    #expect(steps.allSatisfy { step in expected.contains { abs(step - $0) < 0.001 } }, "\(steps)")
    #expect(camera.deliveredCount >= sink.frames.count)
    camera.setShare(0.5)
    let before = sink.frames.count
    run()
    #expect(abs(sink.frames.count - before - 15) <= 1)
    #expect(zip(sink.frames, sink.frames.dropFirst()).allSatisfy { $0.sequence + 1 == $1.sequence })
  }

  @Test("an overrun is told once and filled to the frame; so is what a hanging microphone missed")
  func overrun() throws {
    let source = try catalog.openAudio("scene", wish: AudioWish())
    let (microphone, sink) = (try #require(catalog.microphone("scene")), AudioSinkLog())
    try source.start(delivering: sink)
    run()
    microphone.overrun(1000)
    run()
    microphone.freeze()
    run(0.5)
    microphone.thaw()
    run(0.5)
    let chunks = sink.chunks
    #expect(chunks.filter(\.isFiller).reduce(0) { $0 + $1.frameCount } == 1000 + 24_000)
    #expect(zip(chunks, chunks.dropFirst()).allSatisfy { $0.position + Int64($0.frameCount) == $1.position })
    let lost = sink.events.compactMap { event -> Int? in if case .loss(let frames) = event { frames } else { nil } }
    #expect(lost == [1000, 24_000])
  }

  @Test("what fails is called as it is here, not as what it is made of")
  func names() throws {
    let original = try #require(catalog.videoDevices().first)
    let renamed = VideoDevice(
      id: "front", name: "Front", node: nil, identity: original.identity, driver: original.driver,
      modes: original.modes,
      controls: original.controls)
    let outer = SimulatedWorld(
      clock: clock, cameras: [SimulatedCamera(renamed, madeOf: original.id)], microphones: [], of: catalog)
    let sink = VideoSinkLog()
    let source = try outer.openVideo("front", wish: wish).source
    try source.start(delivering: sink)
    run()
    catalog.camera(original.id)?.fail(DeviceError(.disconnected, context: "scene", message: "It has ended."))
    #expect(sink.failure?.context == "front" && sink.failure?.message == "It has ended.")
    catalog.setBusy(true, original.id)
    let error = #expect(throws: DeviceError.self) { try outer.openVideo("front", wish: wish) }
    #expect(error?.context == "front" && error?.code == .busy)
  }

  @Test("what is unplugged fails and is gone; plugged in again it is a new device")
  func hotplug() throws {
    let heard = Mutex<[DeviceEvent]>([])
    let observation = catalog.observe { event in heard.withLock { $0.append(event) } }
    let (camera, sink) = try camera()
    try camera.start(delivering: sink)
    run()
    catalog.unplug("scene")
    catalog.unplug("scene")
    run()
    #expect(sink.failure?.code == .disconnected && sink.frames.count == 30)
    #expect(catalog.videoDevices().isEmpty && catalog.audioDevices().isEmpty)
    #expect(throws: DeviceError.self) { try catalog.openVideo("scene", wish: wish) }
    catalog.replug("scene", node: "/dev/video9", name: "Other")
    let device = try #require(catalog.videoDevices().first)
    #expect(device.node == "/dev/video9" && device.name == "Other" && device.id == "scene")
    let again = try catalog.openVideo("/dev/video9", wish: wish).source
    #expect(again !== camera && again.device == device)
    #expect(heard.withLock { $0.count } == 4)
    #expect(heard.withLock { $0[2] } == .videoConnected(device))
    observation.cancel()
    catalog.unplug("scene")
    #expect(heard.withLock { $0.count } == 4)
  }

  @Test("a device that another program has cannot be opened until it is free")
  func busy() throws {
    catalog.setBusy(true, "scene")
    #expect(throws: DeviceError.self) { try catalog.openVideo("scene", wish: wish) }
    #expect(throws: DeviceError.self) { try catalog.openAudio("scene", wish: AudioWish()) }
    catalog.setBusy(false, "scene")
    _ = try catalog.openVideo("scene", wish: wish)
  }

  @Test("a disk is full at the byte, closed, gone or slow")
  func disk() throws {
    let memory = MemoryFiles()
    let disk = FaultyFiles(memory)
    func write(_ name: String, _ count: Int) -> Int32? {
      do {
        try disk.create(name) { write in
          for _ in 0..<count { try [UInt8](repeating: 1, count: 1).withUnsafeBytes { try write($0) } }
        }
        return nil
      } catch {
        return (error as? FileStoreError)?.errno
      }
    }
    disk.setRoom(10)
    #expect(write("a", 4) == nil && write("b", 7) == 28)
    // Nothing of what failed stays: six bytes are free.
    #expect(write("c", 6) == nil && write("d", 1) == 28)
    disk.didRemove(bytes: 2)
    #expect(write("d", 2) == nil && write("e", 1) == 28)
    let drafts = ["e", "f"].map { name in
      FileDraft(name) { write in try [UInt8](repeating: 1, count: 3).withUnsafeBytes { try write($0) } }
    }
    disk.didRemove(bytes: 5)
    #expect(throws: FileStoreError.self) { try disk.createAll(drafts) }
    #expect(write("e", 5) == nil && write("f", 1) == 28)
    // What an app removes under whatever name has room again, once.
    try disk.move("e", to: "g")
    try disk.remove("g")
    #expect(write("e", 6) == 28 && write("e", 5) == nil)
    try disk.remove("e")
    try disk.remove("e")
    #expect(write("e", 5) == nil && write("f", 1) == 28)
    disk.setRoom(nil)
    disk.didRemove(bytes: 1)
    #expect(write("b", 7) == nil)
    disk.setFolder(.unwritable)
    #expect(!disk.canCreate("c") && write("c", 1) == 13)
    disk.setFolder(.vanishes)
    #expect(disk.canCreate("c") && write("c", 1) == 2)
    disk.setFolder(.open)
    #expect(memory.files.mapValues(\.count) == ["a": 4, "b": 7, "c": 6, "d": 2, "e": 5])
  }
}

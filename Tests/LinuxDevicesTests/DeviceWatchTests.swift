import CV4L2
import CaptureDevices
import Glibc
import MediaCore
import Synchronization
import SystemCalls
import TestSupport
import Testing

@testable import LinuxDevices

/// Devices in a folder, watched by the kernel's own inotify, with a scripted kernel behind the nodes.
private struct WatchedFolder {
  let tree = FakeDeviceTree()
  let kernel = ScriptedKernel([:])
  let sound = ALSAScriptedSystem()
  let probe: DeviceProbe
  let watch: DeviceWatch
  let events: AsyncStream<DeviceEvent>
  private let continuation: AsyncStream<DeviceEvent>.Continuation

  init() {
    let root = tree.root
    let microphones = ALSACatalog(
      system: sound, identities: ALSAIdentities(sysfs: "\(root)/sys", nodes: "\(root)/dev/snd"))
    let cameras = V4L2Catalog(files: tree.files, calls: kernel, clock: LateClock())
    probe = DeviceProbe(cameras: cameras, microphones: microphones, sysfsRoot: "\(root)/sys")
    watch = DeviceWatch(probe: probe) { () throws(SystemError) in
      try DeviceSignals(
        socket: nothing(), folders: FolderWatch(deviceFolder: "\(root)/dev", soundFolder: "\(root)/dev/snd"))
    }
    (events, continuation) = AsyncStream.makeStream()
  }

  func observe() -> (present: [DeviceEvent], observation: any DeviceObservation) {
    watch.observe { [continuation] in continuation.yield($0) }
  }

  func plug(_ number: Int, _ node: ScriptedNode = .camera()) {
    let path = "\(tree.root)/dev/video\(number)"
    kernel.with { $0.nodes[path] = node }
    _ = tree.addNode(number)
  }

  func unplug(_ number: Int) { unlink("\(tree.root)/dev/video\(number)") }

  func next(_ count: Int) async -> [DeviceEvent] {
    var taken: [DeviceEvent] = []
    for await event in events {
      taken.append(event)
      if taken.count == count { break }
    }
    return taken
  }

  /// The events in short: `+video0`, `-hw:…`.
  func words(_ events: [DeviceEvent]) -> [String] {
    func name(_ device: VideoDevice) -> String { device.node?.split(separator: "/").last.map(String.init) ?? "?" }
    return events.map { event in
      switch event {
      case .videoConnected(let device): "+\(name(device))"
      case .videoDisconnected(let device): "-\(name(device))"
      case .audioConnected(let device): "+\(device.id)"
      case .audioDisconnected(let device): "-\(device.id)"
      }
    }
  }
}

@Suite("Watching for devices, in a folder", .timeLimit(.minutes(60))) struct DeviceWatchTests {
  @Test("cameras come and go with their nodes; those that are there at first are told apart")
  func cameras() async {
    let folder = WatchedFolder()
    folder.plug(3)
    let (present, observation) = folder.observe()
    #expect(folder.words(present) == ["+video3"])
    folder.plug(0)
    let came = await folder.next(1)
    #expect(folder.words(came) == ["+video0"])
    if case .videoConnected(let device)? = came.first { #expect(!device.modes.isEmpty) }
    folder.unplug(3)
    #expect(folder.words(await folder.next(1)) == ["-video3"])
    folder.unplug(0)
    let went = await folder.next(1)
    if case .videoConnected(let device)? = came.first { #expect(went == [.videoDisconnected(device)]) }
    folder.plug(0)
    #expect(folder.words(await folder.next(1)) == ["+video0"])
    observation.cancel()
  }

  @Test("nodes that are no cameras, or other files, are passed over")
  func others() async {
    let folder = WatchedFolder()
    let (_, observation) = folder.observe()
    folder.plug(0)
    var metadata = ScriptedNode.camera()
    metadata.capabilities = UInt32(V4L2_CAP_META_CAPTURE) | CV4L2_CAP_STREAMING
    folder.plug(1, metadata)
    folder.tree.write("", to: "dev/tty1")
    folder.plug(2)
    #expect(folder.words(await folder.next(2)) == ["+video0", "+video2"])
    folder.unplug(1)
    folder.unplug(2)
    #expect(folder.words(await folder.next(1)) == ["-video2"])
    observation.cancel()
  }

  @Test("a camera has come when its permissions let it be opened")
  func permissions() async {
    let folder = WatchedFolder()
    let (_, observation) = folder.observe()
    var closed = ScriptedNode.camera()
    closed.openErrno = EACCES
    folder.plug(0, closed)
    folder.plug(1)
    #expect(folder.words(await folder.next(1)) == ["+video1"])
    let path = "\(folder.tree.root)/dev/video0"
    folder.kernel.with { $0.nodes[path]?.openErrno = 0 }
    chmod(path, 0o660)
    #expect(folder.words(await folder.next(1)) == ["+video0"])
    // Another change of permissions is no news.
    chmod(path, 0o600)
    folder.unplug(1)
    #expect(folder.words(await folder.next(1)) == ["-video1"])
    observation.cancel()
  }

  @Test("microphones come when the card's folder and files do")
  func microphones() async {
    let folder = WatchedFolder()
    let (present, observation) = folder.observe()
    #expect(present.isEmpty)
    let devices = [ALSACard.Device(number: 0, name: "USB Audio"), .init(number: 2, name: "Line")]
    folder.sound.plug([ALSACard(index: 1, id: "Camera", name: "Camera", devices: devices)])
    folder.tree.makeFolder("dev/snd")
    for name in ["pcmC1D0p", "pcmC1D0c", "pcmC1D2c", "controlC1"] { folder.tree.write("", to: "dev/snd/\(name)") }
    let came = await folder.next(2)
    #expect(Set(folder.words(came)) == ["+hw:CARD=Camera,DEV=0", "+hw:CARD=Camera,DEV=2"])
    let sound = "\(folder.tree.root)/dev/snd"
    unlink("\(sound)/pcmC1D0c")
    #expect(folder.words(await folder.next(1)) == ["-hw:CARD=Camera,DEV=0"])
    for name in ["pcmC1D0p", "pcmC1D2c", "controlC1"] { unlink("\(sound)/\(name)") }
    rmdir(sound)
    #expect(folder.words(await folder.next(1)) == ["-hw:CARD=Camera,DEV=2"])
    // The folder is another one the next time.
    folder.tree.makeFolder("dev/snd")
    for name in ["pcmC1D2c", "controlC1"] { folder.tree.write("", to: "dev/snd/\(name)") }
    #expect(folder.words(await folder.next(1)) == ["+hw:CARD=Camera,DEV=2"])
    observation.cancel()
  }

  @Test("each observer is told what comes after it began, and nothing after it ended")
  func observers() async {
    let folder = WatchedFolder()
    let first = Mutex<[DeviceEvent]>([])
    let (_, firstObservation) = folder.watch.observe { event in first.withLock { $0.append(event) } }
    let (_, second) = folder.observe()
    folder.plug(0)
    #expect(folder.words(await folder.next(1)) == ["+video0"])
    firstObservation.cancel()
    firstObservation.cancel()
    let told = first.withLock { $0.count }
    #expect(told == 1)
    let (present, third) = folder.observe()
    #expect(folder.words(present) == ["+video0"])
    third.cancel()
    folder.unplug(0)
    #expect(folder.words(await folder.next(1)) == ["-video0"])
    #expect(first.withLock { $0.count } == told)
    second.cancel()
  }

  @Test("the thread ends with the last observer, leaves nothing open, and begins anew")
  func lifetime() async {
    let folder = WatchedFolder()
    for round in 0..<5 {
      let (_, one) = folder.observe()
      let (_, two) = folder.observe()
      one.cancel()
      folder.plug(round)
      #expect(folder.words(await folder.next(1)) == ["+video\(round)"])
      two.cancel()
    }
    #expect(folder.kernel.with { $0.opened.isEmpty })
  }

  @Test("cancelling waits for the handler that is being called")
  func cancelWaits() async {
    let folder = WatchedFolder()
    let (entered, entering) = AsyncStream<Void>.makeStream()
    let canceller = Mutex<UInt64?>(nil)
    let ended = Mutex<[String]>([])
    let (_, observation) = folder.watch.observe { _ in
      entering.yield()
      // Until the other thread sleeps, which it does only to wait for this; or has not waited.
      while ended.withLock({ $0.isEmpty }), !canceller.withLock({ $0.map(Self.isAsleep) ?? false }) { sched_yield() }
      ended.withLock { $0.append("handler") }
    }
    // Without another one, cancelling would wait for the thread's end.
    let (_, other) = folder.watch.observe { _ in }
    folder.plug(0)
    for await _ in entered { break }
    canceller.withLock { $0 = DeviceFiles.number(in: "/proc/thread-self/stat") }
    observation.cancel()
    let order = ended.withLock { ended in
      ended.append("cancel")
      return ended
    }
    #expect(order == ["handler", "cancel"])
    other.cancel()
  }

  /// Whether a thread of this process sleeps, as the kernel tells: `4711 (its name) S …`.
  private static func isAsleep(_ thread: UInt64) -> Bool {
    DeviceFiles.firstLine(of: "/proc/self/task/\(thread)/stat")?.split(separator: ") ").last?.hasPrefix("S ") ?? false
  }

  @Test("a handler may begin and end observations, even its own")
  func reentrant() async {
    let folder = WatchedFolder()
    let own = Mutex<(any DeviceObservation)?>(nil)
    let (words, continuation) = AsyncStream<String>.makeStream()
    let watch = folder.watch
    let (_, observation) = watch.observe { _ in
      let (present, inner) = watch.observe { _ in }
      continuation.yield("\(present.count)")
      inner.cancel()
      // The second time it is harmless.
      for _ in 0..<2 { own.withLock { $0 }?.cancel() }
      continuation.yield("done")
    }
    own.withLock { $0 = observation }
    folder.plug(0)
    var heard: [String] = []
    for await word in words {
      heard.append(word)
      if heard.count == 2 { break }
    }
    #expect(heard == ["1", "done"])
  }

  @Test("without signals nothing comes or goes, what is there is told, and so is why")
  func noSignals() {
    let tree = FakeDeviceTree()
    let kernel = ScriptedKernel([tree.addNode(0): .camera()])
    let cameras = V4L2Catalog(files: tree.files, calls: kernel, clock: LateClock())
    let microphones = ALSACatalog(
      system: ALSAScriptedSystem(), identities: ALSAIdentities(sysfs: tree.root, nodes: tree.root + "/none"))
    let probe = DeviceProbe(cameras: cameras, microphones: microphones, sysfsRoot: tree.root)
    let nowhere = tree.root + "/none"
    let watch = DeviceWatch(probe: probe) { () throws(SystemError) in
      try DeviceSignals(socket: nothing(), folders: FolderWatch(deviceFolder: nowhere, soundFolder: nowhere))
    }
    let (present, observation) = watch.observe { _ in }
    #expect(present.count == 1)
    #expect(observation.failure?.operation == "inotify_add_watch" && observation.failure?.status == Int(ENOENT))
    #expect(observation.failure?.message.contains("limits") == false)
    observation.cancel()
  }

  @Test(
    "where the user's share of the system is used up, its limits are named",
    arguments: [EMFILE, ENFILE, ENOSPC, EAGAIN, ENOMEM])
  func usedUp(_ number: Int32) {
    let probe = WatchedFolder().probe
    let watch = DeviceWatch(probe: probe) { () throws(SystemError) in throw SystemError("inotify_init1", number) }
    let (_, observation) = watch.observe { _ in }
    #expect(observation.failure?.status == Int(number) && observation.failure?.message.contains("limits") == true)
    observation.cancel()
  }

  @Test("signals that end later are told of as the failure from then on")
  func signalsEnd() throws {
    let folder = WatchedFolder()
    let root = folder.tree.root
    @Sendable func endingSignals() throws(SystemError) -> DeviceSignals {
      let folders = try FolderWatch(deviceFolder: "\(root)/dev", soundFolder: "\(root)/dev/snd")
      // A folder in its place is always readable, and never to be read.
      let directory = try Descriptor(opening: root, O_RDONLY | O_DIRECTORY)
      try SystemError.check("dup2", dup2(directory.number, folders.descriptor))
      return try DeviceSignals(socket: nothing(), folders: folders)
    }
    let (signals, stop) = (try endingSignals(), try StopSignal())
    #expect(try signals.next(stop: stop) == [.change(.everywhere)])
    #expect(throws: SystemError("read", EISDIR)) { try signals.next(stop: stop) }

    let (_, observation) = DeviceWatch(probe: folder.probe, signals: endingSignals).observe { _ in }
    while observation.failure == nil { sched_yield() }
    #expect(observation.failure?.operation == "read" && observation.failure?.status == Int(EISDIR))
    observation.cancel()
  }
}

import CaptureDevices
import Foundation
import Glibc
import MediaCore
import Synchronization
import TestSupport
import Testing

@testable import LinuxDevices

@Suite(
  "A real kernel's devices that come and go", .serialized,
  .enabled(if: V4L2Rig.isPresent, "needs the guest with vivid and the loopback card"), .timeLimit(.minutes(5)))
struct DeviceWatchRigTests {
  private static let camera = "vivid@platform:vivid-000"
  private static let microphones = ["hw:CARD=Loopback,DEV=0", "hw:CARD=Loopback,DEV=1"]

  @Test("a camera and a card go and come, each told once", arguments: DeviceWatchRig.Ways.allCases)
  func unbound(_ ways: DeviceWatchRig.Ways) async throws {
    let rig = DeviceWatchRig(ways)
    defer { rig.observation.cancel() }
    #expect(DeviceWatchRig.words(rig.present) == ["+" + Self.camera] + Self.microphones.map { "+" + $0 })
    guard case .videoConnected(var device)? = rig.present.first else { return }
    #expect(device.modes.count > 20 && device.controls.contains { $0.name == "Brightness" })
    for _ in 0..<2 {
      try DeviceWatchRig.vivid("unbind")
      #expect(await rig.next(1) == [.videoDisconnected(device)])
      try DeviceWatchRig.vivid("bind")
      let came = await rig.next(1)
      #expect(DeviceWatchRig.lasting(came.first) == DeviceWatchRig.lasting(.videoConnected(device)))
      if case .videoConnected(let again)? = came.first { device = again }
      try DeviceWatchRig.loopback("unbind")
      #expect(Set(DeviceWatchRig.words(await rig.next(2))) == Set(Self.microphones.map { "-" + $0 }))
      try DeviceWatchRig.loopback("bind")
      let heard = await rig.next(2)
      #expect(Set(DeviceWatchRig.words(heard)) == Set(Self.microphones.map { "+" + $0 }))
      for case .audioConnected(let microphone) in heard { #expect(!microphone.formats.isEmpty) }
    }
    let listed = try V4L2Catalog(clock: MonotonicClock()).videoDevices().map(DeviceEvent.videoConnected)
    #expect(listed.count == 1)
    #expect(DeviceWatchRig.lasting(listed.first) == DeviceWatchRig.lasting(.videoConnected(device)))
  }

  @Test("however fast it goes, coming and going alternate", arguments: DeviceWatchRig.Ways.allCases)
  func hurried(_ ways: DeviceWatchRig.Ways) async throws {
    let rig = DeviceWatchRig(ways)
    defer { rig.observation.cancel() }
    let rounds = 20
    for _ in 0..<rounds {
      try DeviceWatchRig.vivid("unbind")
      try DeviceWatchRig.vivid("bind")
    }
    // What comes last says that all before it has been told.
    try DeviceWatchRig.loopback("unbind")
    try DeviceWatchRig.loopback("bind")
    var words: [String] = []
    while words.count(where: { $0.hasPrefix("+hw:") }) < 2 { words += DeviceWatchRig.words(await rig.next(1)) }
    let ofCamera = words.filter { $0.hasSuffix(Self.camera) }
    #expect(ofCamera.count.isMultiple(of: 2) && (2...2 * rounds).contains(ofCamera.count))
    for (index, word) in ofCamera.enumerated() { #expect(word == (index.isMultiple(of: 2) ? "-" : "+") + Self.camera) }
  }

  @Test("the thread and all that is open ends with the last observer")
  func lifetime() async throws {
    let catalog = LinuxCatalog(clock: MonotonicClock())
    catalog.observe { _ in }.cancel()
    let before = try ALSARig.descriptorCount()
    for _ in 0..<3 {
      let (threads, continuation) = AsyncStream<String>.makeStream()
      let one = catalog.observe { _ in }
      let (present, other) = catalog.watch { _ in continuation.yield(DeviceWatchRig.ownThread) }
      #expect(present.count == 3)
      one.cancel()
      try DeviceWatchRig.vivid("unbind")
      try DeviceWatchRig.vivid("bind")
      var heard: [String] = []
      for await thread in threads {
        heard.append(thread)
        if heard.count == 2 { break }
      }
      #expect(heard.count == 2 && heard[0] == heard[1])
      #expect(FileManager.default.fileExists(atPath: heard[0]))
      other.cancel()
      // It has ended; the kernel clears it away in its own time.
      try await waitUntil("the thread has gone") { !FileManager.default.fileExists(atPath: heard[0]) }
    }
    #expect(try ALSARig.descriptorCount() == before)
  }

  @Test("the kernel is heard, and nobody who speaks in its place")
  func impostor() throws {
    let socket = try UEventSocket()
    // The port that the kernel gave the socket: `struct sockaddr_nl` is family, padding, port, groups.
    var address: [UInt32] = [0, 0, 0]
    var size = socklen_t(12)
    let got = address.withUnsafeMutableBytes { bytes in
      getsockname(socket.descriptor, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), &size)
    }
    #expect(got == 0 && address[1] != 0)
    let impostor = Glibc.socket(AF_NETLINK, Int32(SOCK_RAW.rawValue), 15)
    defer { close(impostor) }
    let message = UEventTests.bytes(UEventTests.recorded[0])
    for groups in [0, 1] as [UInt32] {
      var target: [UInt32] = [UInt32(AF_NETLINK), address[1], groups]
      let sent = target.withUnsafeMutableBytes { bytes in
        sendto(
          impostor, message, message.count, 0, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), 12)
      }
      // With a group the kernel may refuse it or not; to the port alone it is delivered.
      #expect(sent == message.count || groups == 1)
    }
    #expect(poll(descriptor: socket.descriptor) == 1)
    #expect(try socket.arrivals().get() == [])
    try Data("change".utf8).write(to: URL(fileURLWithPath: "/sys/class/video4linux/video0/uevent"))
    #expect(poll(descriptor: socket.descriptor) == 1)
    guard case .event(let event)? = try socket.arrivals().get().first else {
      Issue.record("the kernel was not heard")
      return
    }
    #expect(event.action == .change && event.node == "video0")
  }

  @Test("messages that are lost are noticed, and later ones are heard")
  func flooded() throws {
    let socket = try UEventSocket()
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: "/sys/class/video4linux/video0/uevent"))
    for _ in 0..<3_000 { try file.write(contentsOf: Data("change".utf8)) }
    var arrivals: [DeviceSignals.Signal] = []
    while poll(descriptor: socket.descriptor) == 1 {
      let more = try socket.arrivals().get()
      arrivals += more
      if more.isEmpty { break }
    }
    #expect(arrivals.contains(.change(.everywhere)))
    let heard = arrivals.count { $0 != .change(.everywhere) }
    #expect((100..<3_000).contains(heard))
    try file.write(contentsOf: Data("change".utf8))
    try file.close()
    #expect(poll(descriptor: socket.descriptor) == 1)
    #expect(try socket.arrivals().get().count == 1)
  }

  private func poll(descriptor: Int32) -> Int32 {
    var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return Glibc.poll(&waiting, 1, 200)
  }

  @Test("root may open everything")
  func access() throws {
    let catalog = LinuxCatalog(clock: MonotonicClock())
    let cameras = try catalog.videoDevices()
    let microphones = try catalog.audioDevices()
    #expect(!cameras.isEmpty && cameras.allSatisfy { catalog.access(to: $0) == .granted })
    #expect(!microphones.isEmpty && microphones.allSatisfy { catalog.access(to: $0) == .granted })
  }
}

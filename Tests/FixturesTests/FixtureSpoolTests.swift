import CaptureDevices
import Dispatch
import FileStorage
import Fixtures
import Foundation
import MediaCore
import Simulator
import Synchronization
import TestSupport
import Testing

@testable import Fixtures

@Suite struct FixtureSpoolTests {
  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  @Test("a device waits when too much waits to be written, and goes on when there is room")
  func pressure() async throws {
    let spool = FixtureSpool(
      try FixtureWriter(folder.path("a.livecam"), manifest: FixtureManifest()), limit: 100
    ) { _ in }
    let gate = DispatchSemaphore(value: 0)
    spool.reserve(60)
    spool.add(reserved: 60) { _ in gate.wait() }
    spool.reserve(40)
    spool.add(reserved: 40) { _ in }
    let log = Mutex<[String]>([])
    let admitted = AsyncStream<Void>.makeStream()
    // A thread of its own, not the pool's: it is held up.
    Thread {
      spool.reserve(1)
      log.withLock { $0.append("admitted") }
      admitted.continuation.yield()
    }.start()
    log.withLock { $0.append("opened") }
    gate.signal()
    for await _ in admitted.stream { break }
    #expect(log.withLock { $0 } == ["opened", "admitted"])
    spool.add(reserved: 1) { _ in }
    // A payload larger than the limit waits for nothing but an empty spool.
    try spool.drain { _ in }
    spool.reserve(1000)
    spool.add(reserved: 1000) { _ in }
    try spool.drain { _ in }
  }

  @Test("a manifest for which there is no room leaves the bundle as one that was cut")
  func fullAtTheEnd() throws {
    let disk = FaultyFiles(DiskFiles())
    disk.setRoom(100)
    let (path, format) = (folder.path("c.livecam"), AudioFormat(sampleRate: 8000, channelCount: 1, sampleFormat: .s16))
    let identity = DeviceIdentity(serial: nil, portPath: nil, model: "m")
    let microphone = AudioDevice(id: "m", name: "m", pcm: "hw:0", identity: identity, formats: [])
    let writer = try FixtureWriter(
      path, manifest: FixtureManifest(audio: .init(microphone: microphone, format: format)), files: disk)
    let chunk = FixtureChunk(
      position: 0, frameCount: 80, arrivalNanoseconds: 10_000_000, clock: nil, isFiller: false)
    let payload = [UInt8](repeating: 7, count: 160).withUnsafeBytes { FrameStorage(copying: $0) }
    try writer.add(.microphone(.sample(chunk)), payload: payload)
    let error = #expect(throws: FixtureError.self) { try writer.finish() }
    #expect(error?.code == .diskFull && error?.context == path + "/manifest.json")
    let cut = try FixtureReader(path: path)
    #expect(cut.isCut && cut.manifest.chunks == [chunk])
  }

  @Test("after the first writing that failed there is none, and everybody hears of it once")
  func failure() throws {
    let heard = Mutex<[FixtureError]>([])
    let path = folder.path("b.livecam")
    let spool = FixtureSpool(try FixtureWriter(path, manifest: FixtureManifest())) { error in
      heard.withLock { $0.append(error) }
    }
    let written = Mutex(0)
    for number in 0..<5 {
      spool.reserve(10)
      spool.add(reserved: 10) { (_) throws(FixtureError) in
        if number == 2 { throw FixtureError(.diskFull, context: path, message: "full") }
        written.withLock { $0 += 1 }
      }
    }
    let error = #expect(throws: FixtureError.self) { try spool.drain { _ in } }
    #expect(error?.code == .diskFull && written.withLock { $0 } == 2 && heard.withLock { $0.count } == 1)
    spool.discard()
    #expect(!FileManager.default.fileExists(atPath: path))
  }
}

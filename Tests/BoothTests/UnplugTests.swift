import Foundation
import KioskWeb
import MediaCore
import Simulator
import Station
import Synchronization
import TestSupport
import Testing

@testable import Booth

/// A plug that is pulled is a message on the screen, and not the end of the evening.
@Suite struct UnplugTests {
  private static func bench() async throws -> (BoothBench, SimulatedWorld, EventPage) {
    let world = Mutex<SimulatedWorld?>(nil)
    let bench = try await BoothBench(devices: { clock in
      let devices = SimulatedWorld(clock: clock, cameras: [SimulatedCamera("rig")])
      world.withLock { $0 = devices }
      return devices
    })
    let page = try await EventPage(bench)
    await bench.advance(3000)
    return (bench, try #require(world.withLock { $0 }), page)
  }

  /// Plugs the camera in again, and lets time pass until it delivers, which must not take long.
  private static func replug(_ devices: SimulatedWorld, _ bench: BoothBench) async throws {
    devices.replug("rig")
    for _ in 0..<200 where try await phase(bench) == "interrupted" {
      // It is put back by another task, which the question gives time to.
      await bench.advance(10)
    }
    #expect(try await phase(bench) != "interrupted")
  }

  private static func phase(_ bench: BoothBench) async throws -> String {
    let state = body(try await bench.get("/api/state"))
    return String(try #require(state.firstMatch(of: /"phase":"(\w+)"/)?.output.1))
  }

  @Test("a Live Photo under way keeps its still, orders are refused with the reason, and the next one is taken")
  func underWay() async throws {
    let (bench, devices, page) = try await Self.bench()
    #expect(status(try await bench.post("/api/shoot", "{\"mode\": \"live\", \"countdown\": 0}")) == 202)
    await bench.advance(500)
    try await page.wait(shot: 1, "still")
    devices.unplug("rig")
    await bench.advance(1000)
    let saved = try await page.wait(shot: 1, "saved")
    let asset = try #require(saved.data["asset"] as? [String: Any])
    #expect(asset["id"] is String)
    try await page.wait(shot: 1, "done")
    let told = try await page.wait("phase") { $0.text("phase") == "interrupted" }
    #expect((told.data["reason"] as? [String: String])?["code"] == "cameraLost")
    try await page.wait("camera") { $0.text("state") == "away" }
    #expect(try await Self.phase(bench) == "interrupted")
    let refused = try await bench.post("/api/shoot", "{\"mode\": \"live\", \"countdown\": 0}")
    #expect(status(refused) == 503 && body(refused).contains("Plug it in again"))
    try await Self.replug(devices, bench)
    try await page.wait("camera") { $0.text("state") == "running" }
    await bench.advance(3000)
    #expect(try await Self.phase(bench) == "ready")
    #expect(status(try await bench.post("/api/shoot", "{\"mode\": \"live\", \"countdown\": 0}")) == 202)
    await bench.advance(3000)
    let second = try await page.wait(shot: 2, "saved")
    #expect((second.data["asset"] as? [String: Any])?["kind"] as? String == "live")
    #expect(page.live == [1, 0, 1, 0])
    await bench.booth.stop()
  }

  @Test("a countdown is given up, and the booth is free when the camera is back")
  func countdown() async throws {
    let (bench, devices, page) = try await Self.bench()
    #expect(status(try await bench.post("/api/shoot", "{\"mode\": \"photo\", \"countdown\": 5}")) == 202)
    await bench.advance(1500)
    devices.unplug("rig")
    await bench.advance(1000)
    try await page.wait("countdown") { $0.data["cancelled"] as? Bool == true }
    #expect(try await page.wait(shot: 1, "failed").data["error"] != nil)
    try await page.wait(shot: 1, "done")
    try await Self.replug(devices, bench)
    #expect(try await Self.phase(bench) == "ready")
    await bench.advance(6000)
    #expect(!page.steps(1).contains("begun"))
    await bench.booth.stop()
  }

  @Test("an unplugged camera is an error that is over as soon as it is back")
  func mended() async throws {
    let (bench, devices, _) = try await Self.bench()
    devices.unplug("rig")
    await bench.advance(1000)
    let before = bench.booth.desk.read { $0.errors.map(\.told) }
    #expect(before.count == 1 && before[0].message.contains("Plug it in again") && before[0].mended == nil, "\(before)")
    try await Self.replug(devices, bench)
    let after = bench.booth.desk.read { $0.errors.map(\.told) }
    let mended = try #require(after.first?.mended)
    #expect(after.count == 1 && mended > before[0].time, "\(mended)")
    await bench.booth.stop()
  }

  @Test("a movie without most of its frames is told to the operator, and counted; the guest has the photo")
  func sparseMovie() async throws {
    let (bench, devices, page) = try await Self.bench()
    for share in [1, 0.2] {
      devices.give(.share(share), to: "rig")
      await bench.advance(3000)
      #expect(status(try await bench.post("/api/shoot", "{\"mode\": \"live\", \"countdown\": 0}")) == 202)
      await bench.advance(4000)
      let shot = share == 1 ? 1 : 2
      try await page.wait(shot: shot, "done")
      #expect((try await page.wait(shot: shot, "saved").data["asset"] as? [String: Any])?["kind"] as? String == "live")
      #expect(bench.booth.desk.read(\.counts.sparseMovies) == shot - 1)
    }
    let told = bench.booth.desk.read { $0.errors.map(\.told.message) }
    #expect(told.count == 1 && told[0].contains("Shot 2: its movie has "), "\(told)")
    await bench.booth.stop()
  }

  @Test("a camera that comes and goes is used each time")
  func manyTimes() async throws {
    let (bench, devices, page) = try await Self.bench()
    for round in 1...10 {
      devices.unplug("rig")
      await bench.advance(500)
      try await Self.replug(devices, bench)
      try await page.wait("phase") { _ in page.events.count { $0.text("phase") == "interrupted" } >= round }
    }
    #expect(try await Self.phase(bench) == "ready")
    #expect(status(try await bench.post("/api/shoot", "{\"mode\": \"photo\", \"countdown\": 0}")) == 202)
    await bench.advance(100)
    try await page.wait(shot: 1, "saved")
    await bench.booth.stop()
  }

  /// What a process holds.
  private struct Holdings: CustomStringConvertible {
    let descriptors: Int
    let threads: Int
    /// The memory that is the process's own.
    let kilobytes: Int

    init() throws {
      func count(_ folder: String) throws -> Int { try FileManager.default.contentsOfDirectory(atPath: folder).count }
      (descriptors, threads) = (try count("/proc/self/fd"), try count("/proc/self/task"))
      let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
      kilobytes = try #require(status.firstMatch(of: /RssAnon:\s+(\d+)/).flatMap { Int($0.output.1) })
    }

    /// Pools of threads grow and shrink by a few, and memory by what is under way; 100 times a thread, or a frame, are
    /// more than that.
    func isLike(_ before: Holdings) -> Bool {
      descriptors <= before.descriptors + 4 && threads <= before.threads + 16 && kilobytes <= before.kilobytes + 8192
    }

    var description: String { "\(descriptors) descriptors, \(threads) threads, \(kilobytes) kB" }
  }

  private struct Growth: Error { let description: String }

  @Test("a camera that comes and goes 100 times leaves no descriptor, no thread and no memory behind")
  func holdings() async {
    await #expect(processExitsWith: .success) {
      let (bench, devices, _) = try await Self.bench()
      func comeAndGo(_ times: Int) async throws {
        for _ in 0..<times {
          devices.unplug("rig")
          await bench.advance(300)
          try await Self.replug(devices, bench)
          await bench.advance(200)
        }
      }
      // What the first times make, such as pools of threads, is there for good.
      try await comeAndGo(10)
      let before = try Holdings()
      try await comeAndGo(100)
      let after = try Holdings()
      await bench.booth.stop()
      guard after.isLike(before) else { throw Growth(description: "before: \(before); after: \(after)") }
    }
  }
}

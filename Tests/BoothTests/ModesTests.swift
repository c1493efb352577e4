import Foundation
import MediaCore
import SceneJudging
import Simulator
import Station
import Synchronization
import TestSupport
import Testing
import VideoCoding

@testable import Booth

/// What is made of what a booth has taken: long exposures, wigglegrams, and the effects of a picture's page.
@Suite struct ModesTests {
  private func picture(_ jpeg: [UInt8]) throws -> I420Picture {
    try jpeg.withUnsafeBytes { try FrameConverter().picture(ofJPEG: $0) }
  }

  /// The pictures of a movie as ffmpeg decodes them: their luma, of full range.
  private func frames(of movie: [UInt8], filter: String = "null", in folder: TemporaryFolder) throws -> [[UInt8]] {
    let path = try folder.write(movie, as: "judged.mp4")
    let raw = try ForeignTool.ffmpeg.run([
      "-v", "error", "-i", path, "-vf", "\(filter),scale=out_range=full,format=gray", "-fps_mode", "passthrough", "-f",
      "rawvideo", "-",
    ]).bytes
    return stride(from: 0, to: raw.count, by: 320 * 180).map { Array(raw[$0..<min(raw.count, $0 + 320 * 180)]) }
  }

  /// The mean difference of the upper rows of two pictures, which are without the scene's code.
  private func difference(_ first: [UInt8], _ second: [UInt8]) -> Double {
    let count = 320 * 130
    return Double(zip(first, second).prefix(count).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }) / Double(count)
  }

  @Test("a long exposure is the mean of the movie in the still's place, and the original comes back", .foreignPrograms)
  func exposure() async throws {
    let bench = try await BoothBench()
    let page = try await EventPage(bench)
    await bench.advance(3000)
    #expect(status(try await bench.post("/api/shoot", "{\"mode\": \"exposure\", \"countdown\": 0}")) == 202)
    await bench.advance(2000)
    let saved = try #require(try await page.wait(shot: 1, "saved").data["asset"] as? [String: Any])
    let event = try await page.wait(shot: 1, "made")
    let made = try #require(event.data["asset"] as? [String: Any])
    try await page.wait(shot: 1, "done")
    let id = try #require(made["id"] as? String)
    #expect(event.text("kind") == "exposure" && made["kind"] as? String == "live" && saved["id"] as? String == id)
    #expect(made["effects"] as? [String] == ["keyPhoto", "loop", "bounce", "original"])
    #expect(body(try await bench.get("/api/assets")).contains("\"total\":1"))
    let original = try await bench.getBytes("/api/shots/1/1/still")
    let exposed = try await bench.getBytes("/api/assets/\(id)/still?v=2")
    let movie = try await bench.getBytes("/api/assets/\(id)/movie?v=2")
    let count = try frames(of: movie, in: bench.folder).count
    let mean = try #require(
      try frames(of: movie, filter: "tmix=frames=\(count),select=eq(n\\,\(count - 1))", in: bench.folder).last)
    let (near, far) = (
      difference(try picture(exposed).lumaBytes(), mean), difference(try picture(original).lumaBytes(), mean)
    )
    #expect(count > 80 && near < 1.5 && far > 2 * near, "\(count) frames, \(near), \(far)")
    // Not twice, and not by name of what there is not.
    for (effect, wanted) in [("exposure", 400), ("sepia", 400), ("original", 200)] {
      #expect(status(try await bench.post("/api/assets/\(id)/effect", "{\"effect\": \"\(effect)\"}")) == wanted)
    }
    #expect(try await bench.getBytes("/api/assets/\(id)/still?v=3") == original)
    let again = body(try await bench.post("/api/assets/\(id)/effect", "{\"effect\": \"exposure\"}"))
    #expect(again.contains("\"original\"") && again.contains("\"id\":\"\(id)\""))
    // Another moment would take its place, which pages say before.
    #expect(again.contains("\"effect\":\"exposure\""))
    let chosen = body(try await bench.post("/api/assets/\(id)/effect", "{\"effect\": \"keyPhoto\", \"time\": 1}"))
    #expect(chosen.contains("\"original\"") && !chosen.contains("\"effect\":\"exposure\""), "\(chosen)")
    // Another moment is the movie's picture nearest to it, and is taken back as well.
    #expect(status(try await bench.post("/api/assets/\(id)/effect", "{\"effect\": \"original\"}")) == 200)
    for (order, wanted) in [
      ("{\"effect\": \"keyPhoto\"}", 400), ("{\"effect\": \"loop\", \"time\": 1}", 400),
      ("{\"effect\": \"keyPhoto\", \"time\": -1}", 400), ("{\"effect\": \"keyPhoto\", \"time\": 0.51}", 200),
    ] {
      #expect(status(try await bench.post("/api/assets/\(id)/effect", order)) == wanted, "\(order)")
    }
    let moment = try picture(try await bench.getBytes("/api/assets/\(id)/still?v=4"))
    let moments = try frames(of: try await bench.getBytes("/api/assets/\(id)/movie?v=4"), in: bench.folder)
    func code(_ luma: [UInt8]) -> BarCode? { BarCodeReader().read(gray: luma, width: 320, height: 180) }
    let found = try #require(code(moment.lumaBytes()))
    #expect(found == code(moments[15]))
    #expect(status(try await bench.post("/api/assets/\(id)/effect", "{\"effect\": \"original\"}")) == 200)
    #expect(try await bench.getBytes("/api/assets/\(id)/still?v=5") == original)
    // A loop and a bounce are pictures beside it, once each.
    for effect in ["loop", "bounce", "loop"] {
      let answer = try await bench.post("/api/assets/\(id)/effect", "{\"effect\": \"\(effect)\"}")
      #expect(status(answer) == 200 && body(answer).contains("IMG_0001_\(effect.uppercased())"), "\(answer)")
    }
    #expect(body(try await bench.get("/api/assets")).contains("\"total\":3"))
    await bench.booth.stop()
  }

  @Test(
    "a wigglegram has the frames of one instant from each place, forth and back, and all stills are kept",
    .foreignPrograms, arguments: [700, 1700] as [Int64])
  func wigglegram(_ delay: Int64) async throws {
    let bench = try await BoothBench(
      microphone: .none, sides: [.named("scene?view=0.05"), .named("scene?view=0.1")])
    let page = try await EventPage(bench)
    await bench.advance(3000)
    #expect(body(try await bench.get("/api/state")).contains("{\"id\":\"wigglegram\",\"shots\":3}"))
    let frame = try bench.frameOnScreen()
    await bench.advance(delay)
    let order = "{\"mode\": \"wigglegram\", \"countdown\": 0, \"frame\": \(frame)}"
    #expect(status(try await bench.post("/api/shoot", order)) == 202)
    await bench.advance(200)
    let made = try #require(try await page.wait(shot: 1, "made").data["asset"] as? [String: Any])
    try await page.wait(shot: 1, "done")
    let steps = Dictionary(grouping: page.steps(1)) { $0 }.mapValues(\.count)
    #expect(steps == ["begun": 1, "exposed": 1, "still": 3, "saved": 3, "made": 1, "done": 1])
    #expect(made["kind"] as? String == "video" && made["name"] as? String == "IMG_0001_WIGGLEGRAM")
    #expect(body(try await bench.get("/api/assets")).contains("\"total\":4"))
    var views: [I420Picture] = []
    for part in 1...3 { views.append(try picture(try await bench.getBytes("/api/shots/1/\(part)/still"))) }
    let codes = views.map { BarCodeReader().read(gray: $0.lumaBytes(), width: 320, height: 180) }
    #expect(codes.allSatisfy { $0 != nil && $0 == codes[0] }, "\(codes)")
    // The coat is near; the sky and the lighthouse are far.
    let coats = try views.map { try coat($0) }
    #expect(abs(coats[0] - coats[1] - 16) < 2 && abs(coats[0] - coats[2] - 32) < 2, "\(coats)")
    let far = views.map { view in
      (20..<80).flatMap { Array(view.lumaBytes()[($0 * 320 + 200)..<($0 * 320 + 320)]) }
    }
    #expect(far[0] == far[1] && far[0] == far[2])
    let id = try #require(made["id"] as? String)
    let movie = try await bench.getBytes("/api/assets/\(id)/movie")
    let shown = try frames(of: movie, in: bench.folder)
    // It says in itself when it was taken.
    let date = try #require(made["created"] as? String)
    let told = try ForeignTool.exiftool.run([
      "-s3", "-d", "%Y-%m-%dT%H:%M:%S", "-CreationDate", try bench.folder.write(movie, as: "dated.mp4"),
    ]).text
    #expect(told.contains(date.prefix(19)) && date.count >= 19, "\(told), \(date)")
    let seen = shown.map { frame in
      views.indices.min { difference(views[$0].lumaBytes(), frame) < difference(views[$1].lumaBytes(), frame) }
    }
    #expect(seen.count >= 12 && seen == seen.indices.map { [0, 1, 2, 1][$0 % 4] }, "\(seen)")
    #expect(try await bench.getBytes("/api/assets/\(id)/gif").starts(with: Array("GIF89a".utf8)))
    await bench.booth.stop()
  }

  /// The column of the middle of the orange coat.
  private func coat(_ picture: I420Picture) throws -> Double {
    let rgb = picture.rgb()
    let columns = (0..<320 * 180).filter { place in
      let (red, green, blue) = (Int(rgb[3 * place]), Int(rgb[3 * place + 1]), Int(rgb[3 * place + 2]))
      return place / 320 > 85 && place / 320 < 140 && red > 170 && red - green > 80 && green - blue > 20
    }.map { Double($0 % 320) }
    try #require(columns.count > 50)
    return columns.reduce(0, +) / Double(columns.count)
  }

  @Test("without a camera beside the first there are no wigglegrams, and again when it is back")
  func unplugged() async throws {
    let world = Mutex<SimulatedWorld?>(nil)
    let bench = try await BoothBench(
      microphone: .none,
      devices: { clock in
        let devices = SimulatedWorld(clock: clock, cameras: [SimulatedCamera("rig")])
        world.withLock { $0 = devices }
        return devices
      }, sides: [.named("scene?view=0.05"), .replay("rig", path: "")])
    let devices = try #require(world.withLock { $0 })
    let page = try await EventPage(bench)
    await bench.advance(3000)
    func offered(_ cameras: Int) async throws {
      try await page.wait("state") { event in
        let modes = event.data["modes"] as? [[String: Any]] ?? []
        return modes.contains { $0["id"] as? String == "wigglegram" && $0["shots"] as? Int == cameras }
      }
    }
    try await offered(3)
    devices.unplug("rig")
    await bench.advance(100)
    try await offered(2)
    #expect(status(try await bench.post("/api/shoot", "{\"mode\": \"wigglegram\", \"countdown\": 0}")) == 202)
    await bench.advance(200)
    try await page.wait(shot: 1, "made")
    try await page.wait(shot: 1, "done")
    #expect(body(try await bench.get("/api/assets")).contains("\"total\":3"))
    devices.replug("rig")
    for _ in 0..<1000 where !body(try await bench.get("/api/state")).contains("\"wigglegram\",\"shots\":3") {
      // It is put back by another task.
      await Task.yield()
      await bench.advance(1)
    }
    await bench.advance(1000)
    #expect(status(try await bench.post("/api/shoot", "{\"mode\": \"wigglegram\", \"countdown\": 0}")) == 202)
    await bench.advance(200)
    try await page.wait(shot: 2, "made")
    #expect(page.steps(2).filter { $0 == "saved" }.count == 3)
    await bench.booth.stop()
    let alone = try await BoothBench(microphone: .none)
    #expect(!body(try await alone.get("/api/state")).contains("wigglegram"))
    #expect(status(try await alone.post("/api/shoot", "{\"mode\": \"wigglegram\", \"countdown\": 0}")) != 202)
    await alone.booth.stop()
  }
}

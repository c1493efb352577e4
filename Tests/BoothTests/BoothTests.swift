import Foundation
import KioskWeb
import LiveCapture
import MediaCore
import PhotoLibrary
import Station
import Synchronization
import TestSupport
import Testing

@testable import Booth

/// A booth over its pages' interface, in virtual time.
@Suite struct BoothTests {
  @Test("a Live Photo is told of step by step, is in the library, and can be had in every form")
  func livePhoto() async throws {
    let bench = try await BoothBench()
    let page = try await EventPage(bench)
    await bench.advance(3000)
    #expect(body(try await bench.get("/api/state")).contains("\"phase\":\"ready\""))
    let frame = try bench.frameOnScreen()
    // As late as a network may make it.
    await bench.advance(900)
    let answer = try await bench.post("/api/shoot", "{\"mode\": \"live\", \"countdown\": 0, \"frame\": \(frame)}")
    #expect(status(answer) == 202 && body(answer) == "{\"shot\":1}")
    #expect(status(try await bench.post("/api/shoot", "{\"countdown\": 0}")) == 409)
    await bench.advance(10)
    let still = try await page.wait(shot: 1, "still")
    #expect(still.number("frame") == Int(frame))
    let review = try await bench.getBytes(try #require(still.text("still")))
    await bench.advance(3000)
    let saved = try await page.wait(shot: 1, "saved")
    try await page.wait(shot: 1, "done")
    #expect(page.steps(1) == ["begun", "exposed", "still", "gathered", "saved", "done"])
    #expect(page.live == [1, 0])
    let asset = try #require(saved.data["asset"] as? [String: Any])
    #expect(asset["kind"] as? String == "live")
    let movie = try #require(asset["movie"] as? [String: Double])
    #expect(abs((movie["duration"] ?? 0) - 3) < 0.1 && abs((movie["keyTime"] ?? 0) - 1.5) < 0.05, "\(movie)")
    try await page.wait("asset") { $0.text("change") == "added" && $0.text("id") == asset["id"] as? String }
    let files = try #require(asset["files"] as? [String: String])
    #expect(try await bench.getBytes(try #require(files["still"])) == review)
    let heads: [String: [UInt8]] = [
      "thumbnail": [0xff, 0xd8], "still": [0xff, 0xd8], "livephoto": Array("PK".utf8), "motionphoto": [0xff, 0xd8],
      "gif": Array("GIF89a".utf8),
    ]
    for (form, head) in heads {
      let bytes = try await bench.getBytes(try #require(files[form]))
      #expect(bytes.starts(with: head) && bytes.count > 1000, "\(form)")
      // Made once, and the same again.
      #expect(try await bench.getBytes(try #require(files[form])) == bytes, "\(form)")
    }
    #expect(try await bench.getBytes(try #require(files["movie"]))[4..<8] == Array("ftyp".utf8)[...])
    await bench.booth.stop()
  }

  @Test("of 20 presses over the network, late by up to 900 ms, each gives the frame that was on the screen")
  func frames() async throws {
    let bench = try await BoothBench(microphone: .none)
    let page = try await EventPage(bench)
    await bench.advance(3000)
    for shot in 1...20 {
      let frame = try bench.frameOnScreen()
      await bench.advance([0, 200, 900][shot % 3])
      let answer = try await bench.post("/api/shoot", "{\"mode\": \"photo\", \"countdown\": 0, \"frame\": \(frame)}")
      #expect(status(answer) == 202)
      #expect(try await page.wait(shot: shot, "still").number("frame") == Int(frame))
      try await page.wait(shot: shot, "done")
      await bench.advance(700)
    }
    await bench.booth.stop()
  }

  @Test("a frame that is gone is refused, and the same guest may take the one of now")
  func gone() async throws {
    let bench = try await BoothBench(microphone: .none)
    let page = try await EventPage(bench)
    await bench.advance(3000)
    let frame = try bench.frameOnScreen()
    await bench.advance(5000)
    let answer = try await bench.post("/api/shoot", "{\"countdown\": 0, \"frame\": \(frame)}")
    #expect(status(answer) == 409 && body(answer).contains("\"frameGone\""))
    await bench.advance(1000)
    #expect(body(try await bench.post("/api/shoot", "{\"mode\": \"photo\", \"countdown\": 0}")) == "{\"shot\":2}")
    await bench.advance(100)
    try await page.wait(shot: 2, "done")
    #expect(page.steps(1) == [])
    await bench.booth.stop()
  }

  @Test("a countdown counts seconds, waits for the screen to name its frame, and goes on without one that has gone")
  func countdown() async throws {
    let bench = try await BoothBench(microphone: .none)
    let page = try await EventPage(bench)
    await bench.advance(3000)
    #expect(status(try await bench.post("/api/shoot", "{\"mode\": \"photo\", \"countdown\": 3}")) == 202)
    #expect(status(try await bench.post("/api/shots/1/press", "{\"frame\": 1}")) == 409)
    for step in [3, 2, 1, 0] {
      try await page.wait("countdown") { $0.number("step") == step }
      if step > 0 { await bench.advance(1000) }
    }
    let frame = try bench.frameOnScreen()
    await bench.advance(300)
    #expect(status(try await bench.post("/api/shots/1/press", "{\"frame\": \(frame)}")) == 202)
    #expect(status(try await bench.post("/api/shots/1/press", "{\"frame\": \(frame)}")) != 202)
    #expect(try await page.wait(shot: 1, "still").number("frame") == Int(frame))
    try await page.wait(shot: 1, "done")
    #expect(page.steps(1) == ["waiting", "begun", "exposed", "still", "saved", "done"])
    // Nobody names a frame: that of the end of the countdown is taken.
    #expect(status(try await bench.post("/api/shoot", "{\"mode\": \"photo\", \"countdown\": 1}")) == 202)
    await bench.advance(1000)
    let zero = try bench.frameOnScreen()
    await bench.advance(800)
    // The booth presses on a thread of its own.
    for _ in 0..<1000 where body(try await bench.get("/api/state")).contains("\"phase\":\"capturing\"") {
      await bench.advance(0)
    }
    let taken = try #require(try await page.wait(shot: 2, "still").number("frame"))
    #expect(abs(taken - Int(zero)) <= 1)
    // One that is ended takes nothing.
    try await page.wait(shot: 2, "done")
    await bench.advance(1000)
    #expect(status(try await bench.post("/api/shoot", "{\"countdown\": 5}")) == 202)
    await bench.advance(1500)
    #expect(body(try await bench.get("/api/state")).contains("\"phase\":\"countdown\""))
    #expect(status(try await bench.post("/api/shots/3/cancel")) == 200)
    await bench.advance(6000)
    #expect(page.steps(3).isEmpty || !page.steps(3).contains("begun"))
    #expect(body(try await bench.get("/api/state")).contains("\"phase\":\"ready\""))
    #expect(status(try await bench.post("/api/shots/9/press")) == 404)
    await bench.booth.stop()
  }

  @Test("LIVE follows the output's own count over many shots, and no event is lost over connections that break")
  func liveCount() async throws {
    let bench = try await BoothBench()
    let counts = bench.station.output.liveIndicator.counts
    let page = try await EventPage(bench)
    await bench.advance(3000)
    for shot in 1...10 {
      #expect(status(try await bench.post("/api/shoot", "{\"mode\": \"live\", \"countdown\": 0}")) == 202)
      await bench.advance(2000)
      try await page.wait(shot: shot, "done")
    }
    var own: [Int] = []
    for await count in counts {
      own.append(count)
      if own.count == 21 { break }
    }
    #expect(own.first == 0 && page.live == Array(own.dropFirst()))
    // Another page, which comes again after each few events, has heard the same.
    var (heard, last) = ([Int64](), try #require(page.events.first?.number))
    let end = try #require(page.events.last?.number)
    while last < end {
      let again = try await EventPage(bench, after: last)
      try await again.wait("live") { _ in true }
      let some = again.events.prefix(7)
      heard += some.map(\.number)
      last = try #require(some.last?.number)
      if last >= end - 7 { break }
    }
    #expect(heard == page.events.map(\.number).filter { $0 <= last }.dropFirst().map { $0 })
    await bench.booth.stop()
  }

  @Test("a boomerang is a Live Photo, and a movie of it that goes forth and back")
  func boomerang() async throws {
    let bench = try await BoothBench()
    let page = try await EventPage(bench)
    await bench.advance(3000)
    #expect(status(try await bench.post("/api/shoot", "{\"mode\": \"boomerang\", \"countdown\": 0}")) == 202)
    await bench.advance(2000)
    let made = try await page.wait(shot: 1, "made")
    let asset = try #require(made.data["asset"] as? [String: Any])
    #expect(made.text("kind") == "boomerang" && asset["kind"] as? String == "video")
    let movie = try #require(asset["movie"] as? [String: Double])
    #expect((movie["duration"] ?? 0) > 5)
    try await page.wait(shot: 1, "done")
    #expect(body(try await bench.get("/api/assets?filter=live")).contains("\"total\":1"))
    #expect(body(try await bench.get("/api/assets")).contains("\"total\":2"))
    await bench.booth.stop()
  }

  @Test("a strip is four stills, each after a countdown of its own, and a picture of all")
  func strip() async throws {
    let bench = try await BoothBench(microphone: .none)
    let page = try await EventPage(bench)
    await bench.advance(3000)
    #expect(status(try await bench.post("/api/shoot", "{\"mode\": \"strip\", \"countdown\": 2}")) == 202)
    var frames: [Int] = []
    for part in 1...4 {
      try await page.wait("shot") { $0.text("step") == "waiting" && $0.number("part") == part }
      await bench.advance(2000)
      let frame = try bench.frameOnScreen()
      await bench.advance(200)
      #expect(status(try await bench.post("/api/shots/1/press", "{\"frame\": \(frame)}")) == 202, "part \(part)")
      let still = try await page.wait("shot") { $0.text("step") == "still" && $0.number("part") == part }
      #expect(still.number("frame") == Int(frame))
      frames.append(Int(frame))
    }
    let made = try await page.wait(shot: 1, "made")
    let asset = try #require(made.data["asset"] as? [String: Any])
    #expect(made.text("kind") == "strip" && asset["kind"] as? String == "photo")
    // Of two by six inches, as booths print them.
    #expect(asset["width"] as? Int == 600 && asset["height"] as? Int == 1800)
    try await page.wait(shot: 1, "done")
    #expect(Set(frames).count == 4)
    #expect(body(try await bench.get("/api/assets")).contains("\"total\":5"))
    await bench.booth.stop()
  }

  @Test(
    "a strip that is cancelled, also while a picture is taken, keeps that, makes nothing of it, and lets others come",
    arguments: [true, false])
  func cutStrip(between: Bool) async throws {
    let bench = try await BoothBench(microphone: .none)
    let page = try await EventPage(bench)
    await bench.advance(3000)
    #expect(status(try await bench.post("/api/shoot", "{\"mode\": \"strip\", \"countdown\": 0}")) == 202)
    if between {
      await bench.advance(100)
      try await page.wait("shot") { $0.text("step") == "waiting" && $0.number("part") == 2 }
      await bench.advance(1000)
    }
    #expect(status(try await bench.post("/api/shots/1/cancel")) == 200)
    await bench.advance(300)
    try await page.wait(shot: 1, "done")
    #expect(page.steps(1).filter { $0 == "saved" }.count == 1 && !page.steps(1).contains("made"))
    #expect(status(try await bench.post("/api/shots/1/cancel")) == 404)
    #expect(status(try await bench.post("/api/shoot", "{\"mode\": \"photo\", \"countdown\": 0}")) == 202)
    await bench.advance(300)
    try await page.wait(shot: 2, "done")
    #expect(body(try await bench.get("/api/assets")).contains("\"total\":2"))
    await bench.booth.stop()
  }

  @Test("settings and links outlive the booth; a file that is damaged is told of, and the booth runs")
  func memory() async throws {
    let bench = try await BoothBench(microphone: .none)
    let page = try await EventPage(bench)
    await bench.advance(3000)
    #expect(status(try await bench.post("/api/shoot", "{\"mode\": \"photo\", \"countdown\": 0}")) == 202)
    await bench.advance(100)
    let saved = try await page.wait(shot: 1, "saved")
    let id = try #require((saved.data["asset"] as? [String: Any])?["id"] as? String)
    let made = body(try await bench.post("/api/assets/\(id)/shares"))
    let token = String(try #require(made.firstMatch(of: /"token":"([^"]+)"/)?.output.1))
    let login = try await bench.post("/api/operator/login", "{\"pin\": \"2468\"}")
    let cookie = try #require(
      login.split(separator: "\r\n").first { $0.hasPrefix("Set-Cookie: ") }?.dropFirst(12).prefix { $0 != ";" })
    let change = try await bench.post(
      "/api/operator/settings", "{\"countdown\": 7}", headers: ["Cookie: \(cookie)"])
    #expect(status(change) == 200)
    try await page.wait("state") { ($0.data["defaults"] as? [String: Any])?["countdown"] as? Int == 7 }
    await bench.booth.stop()
    let memory = try BoothMemory(
      in: bench.library.path, bench.library.environment.files, settings: KioskSettings(modes: [.live]),
      available: KioskMode.allCases
    ) {
      Issue.record("\($0)")
    }
    memory.end()
    #expect(memory.settings.countdown == 7 && memory.settings.modes == [.live, .photo, .strip, .boomerang, .exposure])
    #expect(memory.links.map(\.token) == [token])
    let file = bench.library.path + "/booth.json"
    try Data("{".utf8).write(to: URL(filePath: file))
    let troubles = Mutex<[String]>([])
    let anew = try BoothMemory(
      in: bench.library.path, bench.library.environment.files, settings: KioskSettings(modes: [.live]),
      available: KioskMode.allCases
    ) {
      text in
      troubles.withLock { $0.append(text) }
    }
    let told = troubles.withLock { $0 }
    #expect(anew.settings == KioskSettings(modes: [.live]) && anew.links.isEmpty)
    #expect(told.count == 1 && told[0].hasPrefix(file))
  }

  @Test("a disk that is full refuses shots before one is lost, and takes them two seconds after it has room")
  func fullDisk() async throws {
    let isFull = Mutex(true)
    let bench = try await BoothBench { configuration in
      configuration.freeBytes = { [configuration] _ in
        isFull.withLock { $0 } ? configuration.leastSpace - 1 : configuration.lowSpace
      }
    }
    await bench.advance(3000)
    #expect(body(try await bench.get("/api/state")).contains("\"state\":\"full\""))
    let answer = try await bench.post("/api/shoot", "{\"countdown\": 0}")
    #expect(status(answer) == 503 && body(answer).contains("disk is full"))
    isFull.withLock { $0 = false }
    await bench.advance(2000)
    #expect(status(try await bench.post("/api/shoot", "{\"countdown\": 0}")) == 202)
    let errors = bench.booth.desk.read { $0.errors.map(\.told) }
    #expect(errors.count == 1 && errors[0].message.contains("disk is full") && errors[0].mended != nil, "\(errors)")
    await bench.booth.stop()
  }

  @Test("marks, the trash and pages of the gallery; others hear of each change")
  func gallery() async throws {
    let bench = try await BoothBench(microphone: .none)
    let page = try await EventPage(bench)
    await bench.advance(3000)
    for shot in 1...5 {
      #expect(status(try await bench.post("/api/shoot", "{\"mode\": \"photo\", \"countdown\": 0}")) == 202)
      await bench.advance(100)
      try await page.wait(shot: shot, "done")
      await bench.advance(1000)
    }
    struct Page: Decodable {
      struct Item: Decodable { let id: String }
      let assets: [Item]
      let next: String?
      let total: Int
    }
    func list(_ query: String) async throws -> Page {
      try JSONDecoder().decode(Page.self, from: Data(body(try await bench.get("/api/assets?" + query)).utf8))
    }
    let first = try await list("limit=2")
    #expect(first.total == 5 && first.assets.count == 2)
    // One comes, one goes, while somebody turns pages: none of the others is left out.
    #expect(status(try await bench.post("/api/shoot", "{\"mode\": \"photo\", \"countdown\": 0}")) == 202)
    await bench.advance(100)
    try await page.wait(shot: 6, "done")
    let second = try await list("limit=2&before=\(try #require(first.next))")
    let third = try await list("limit=2&before=\(try #require(second.next))")
    let ids = (first.assets + second.assets + third.assets).map(\.id)
    #expect(ids.count == 5 && Set(ids).count == 5 && third.next == nil)
    let id = ids[0]
    #expect(
      body(try await bench.post("/api/assets/\(id)/favourite", "{\"value\": true}")).contains("\"favourite\":true"))
    try await page.wait("asset") { $0.text("change") == "changed" && $0.text("id") == id }
    #expect(try await list("filter=favourite").assets.map(\.id) == [id])
    #expect(status(try await bench.post("/api/assets/\(id)/trash")) == 200)
    try await page.wait("asset") { $0.text("change") == "removed" && $0.text("id") == id }
    #expect(status(try await bench.get("/api/assets/\(id)")) == 404)
    #expect(status(try await bench.post("/api/assets/\(id)/restore")) == 200)
    #expect(try await list("limit=10").total == 6)
    #expect(status(try await bench.get("/api/assets?before=x")) == 400)
    await bench.booth.stop()
  }

  @Test("a booth that is stopped stores what is taken, and lets pages go")
  func stop() async throws {
    let bench = try await BoothBench()
    let page = try await EventPage(bench)
    await bench.advance(3000)
    #expect(status(try await bench.post("/api/shoot", "{\"mode\": \"live\", \"countdown\": 0}")) == 202)
    await bench.advance(300)
    try await page.wait(shot: 1, "still")
    let stopping = Task { await bench.booth.stop() }
    // Its captures end in virtual time, too.
    try await page.wait(shot: 1, "saved")
    await stopping.value
    #expect(throws: RawClient.ClientError.self) { try RawClient(port: bench.port) }
    let steps = page.steps(1)
    #expect(steps.contains("saved"), "\(steps)")
  }

  @Test("figures are in Prometheus' form, for the operator alone")
  func metrics() async throws {
    let bench = try await BoothBench()
    await bench.advance(5000)
    #expect(status(try await bench.get("/metrics")) == 401)
    let login = try await bench.post("/api/operator/login", "{\"pin\": \"2468\"}")
    let cookie = try #require(
      login.split(separator: "\r\n").first { $0.hasPrefix("Set-Cookie: ") }?.dropFirst(12).prefix { $0 != ";" })
    let text = body(try await bench.get("/metrics", headers: ["Cookie: \(cookie)"]))
    var names: Set<Substring> = []
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      let parts = line.split(separator: " ")
      #expect(parts.count == 2 && Double(parts[1]) != nil && names.insert(parts[0]).inserted, "\(line)")
    }
    #expect(names.isSuperset(of: ["livecam_frames_total", "livecam_camera_up", "livecam_ring_bytes", "livecam_live"]))
    #expect(text.contains("livecam_frames_total 15"))
    let report = body(try await bench.get("/api/operator", headers: ["Cookie: \(cookie)"]))
    #expect(report.contains("\"rate\":30"), "\(report)")
    await bench.booth.stop()
  }
}

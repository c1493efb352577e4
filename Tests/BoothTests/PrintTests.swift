import ByteCoding
import Foundation
import KioskWeb
import LiveCapture
import MediaCore
import PhotoLibrary
import Printing
import Simulator
import Station
import Synchronization
import TestSupport
import Testing
import VideoCoding

@testable import Booth

/// Pictures on paper: what a booth gives a printer, and how it tells what becomes of it.
@Suite struct PrintTests {
  /// A booth with a printer, and one picture.
  private func bench(
    _ printer: any Printer = PaperPrinter(), _ change: (inout PrintingConfiguration) -> Void = { _ in }
  ) async throws -> (BoothBench, EventPage, String) {
    var printing = PrintingConfiguration(printer)
    change(&printing)
    let bench = try await BoothBench({ [printing] in $0.printing = printing }, microphone: .none)
    let page = try await EventPage(bench)
    await bench.advance(3000)
    return (bench, page, try await shoot(bench, page, 1))
  }

  private func shoot(_ bench: BoothBench, _ page: EventPage, _ shot: Int) async throws -> String {
    #expect(status(try await bench.post("/api/shoot", "{\"mode\": \"photo\", \"countdown\": 0}")) == 202)
    await bench.advance(100)
    let asset = try #require(try await page.wait(shot: shot, "saved").data["asset"] as? [String: Any])
    try await page.wait(shot: shot, "done")
    await bench.advance(600)
    return try #require(asset["id"] as? String)
  }

  private func order(_ bench: BoothBench, _ asset: String, _ copies: Int = 1, _ headers: [String] = []) async throws
    -> String
  {
    try await bench.post("/api/assets/\(asset)/print", "{\"copies\": \(copies)}", headers: headers)
  }

  private func operatorsCookie(_ bench: BoothBench) async throws -> [String] {
    let login = try await bench.post("/api/operator/login", "{\"pin\": \"2468\"}")
    let cookie = try #require(
      login.split(separator: "\r\n").first { $0.hasPrefix("Set-Cookie: ") }?.dropFirst(12).prefix { $0 != ";" })
    return ["Cookie: \(cookie)"]
  }

  /// Lets time pass until pages are told this of the printer.
  @discardableResult
  private func wait(
    _ bench: BoothBench, _ what: String, _ isIt: (_ state: String, _ steps: [String]) -> Bool
  ) async throws -> [String: Any] {
    var printer: [String: Any] = [:]
    // A real one needs as long as it needs.
    for _ in 0..<2000 {
      let state = try JSONSerialization.jsonObject(with: Data(body(try await bench.get("/api/state")).utf8))
      printer = try #require((state as? [String: Any])?["printer"] as? [String: Any])
      let steps = (printer["jobs"] as? [[String: Any]] ?? []).compactMap { $0["step"] as? String }
      if isIt(printer["state"] as? String ?? "", steps) { return printer }
      await bench.advance(100)
    }
    Issue.record("\(what): \(printer)")
    return printer
  }

  @Test("a picture comes onto paper of its size as often as asked for, and guests' limits hold over a new start")
  func limits() async throws {
    let printer = PaperPrinter()
    let (bench, page, first) = try await bench(printer) { $0.printsOfEvening = 3 }
    let second = try await shoot(bench, page, 2)
    #expect(body(try await bench.get("/api/state")).contains("\"print\""))
    #expect(body(try await order(bench, first, 2)) == "{\"job\":1}")
    try await wait(bench, "printing") { $1 == ["printing"] }
    let job = printer.state.withLock { $0.jobs[0] }
    #expect(job.ticket == PrintTicket(title: "IMG_0001", copies: 2))
    let header = try job.jpeg.withUnsafeBytes { try JPEGHeader(reading: $0) }
    #expect(header.width == 1200 && header.height == 1800)
    // It has the printer to itself: the next one waits here.
    #expect(status(try await order(bench, second)) == 202)
    try await wait(bench, "waiting") { $1 == ["printing", "waiting"] }
    printer.state.withLock { $0.jobs[0].progress = .done }
    try await wait(bench, "next") { $1 == ["done", "printing"] }
    for (asset, copies, word) in [(first, 1, "printLimit"), (second, 2, "printLimit"), (second, 1, "printsGone")] {
      let answer = try await order(bench, asset, copies)
      #expect(status(answer) == 409 && body(answer).contains(word), "\(answer)")
    }
    let cookie = try await operatorsCookie(bench)
    #expect(status(try await order(bench, first, 5, cookie)) == 202)
    for (path, wanted) in [("/api/printer/anew", 401), ("/api/printer/cancel", 401)] {
      #expect(status(try await bench.post(path, "{\"job\": 3}")) == wanted)
    }
    #expect(status(try await order(bench, "nothing")) == 404)
    #expect(status(try await order(bench, first, 0)) == 400)
    await bench.booth.stop()
    // What has been printed is not forgotten, until noon, or the operator's word; what waited is printed by the next
    // one.
    let memory = try BoothMemory(
      in: bench.library.path, bench.library.environment.files, settings: KioskSettings(modes: [.live]),
      available: KioskMode.allCases
    ) { _ in }
    #expect(memory.prints.waiting.map(\.copies) == [5] && memory.prints.waiting[0].asset == first)
    var counts = memory.prints.counts
    #expect(counts.total == 3 && counts.ofPicture[first] == 2)
    let next = PaperPrinter()
    let desk = BoothDesk(
      settings: KioskSettings(modes: [.live]), clock: bench.lapse.clock, wallClock: bench.station.environment.wallClock,
      scheduler: QueuedWork())
    let prints = PrintDesk(
      PrintingConfiguration(next), desk, pictures: LibraryPictures(of: bench.library), remembering: memory.prints
    ) { memory.keep($0) }
    prints.start()
    for _ in 0..<100_000 where next.state.withLock({ $0.jobs.isEmpty }) { await Task.yield() }
    #expect(next.state.withLock { $0.jobs.map(\.ticket) } == [PrintTicket(title: "IMG_0001", copies: 5)])
    prints.end()
    let date = bench.station.environment.wallClock.date(at: bench.lapse.clock.now)
    counts.turn(to: date)
    #expect(counts.total == 3)
    counts.turn(to: WallTime(secondsSince1970: date.secondsSince1970 + 86_400, nanosecond: 0, utcOffsetSeconds: 0))
    #expect(counts.total == 0 && counts.ofPicture.isEmpty)
  }

  @Test("what a printer lacks is told, and it goes on by itself; what it has forgotten is printed again, and no more")
  func troubles() async throws {
    let printer = PaperPrinter()
    let (bench, page, first) = try await bench(printer)
    printer.state.withLock { $0.condition = .paperOut }
    #expect(status(try await order(bench, first)) == 202)
    let told = try await wait(bench, "paper") { $0 == "paperOut" && $1 == ["printing"] }
    #expect(
      (told["message"] as? String)?.contains(
        "Postcards: the printer is out of paper. Put some in: it goes on by itself. It says: Beep.") == true)
    // Its own words are told where they say something.
    printer.state.withLock { ($0.condition, $0.message) = (.open, "Idle.") }
    let idle = try await wait(bench, "open") { state, _ in state == "open" }
    #expect((idle["message"] as? String)?.hasSuffix("it goes on by itself.") == true, "\(idle)")
    // Twice it is switched off, and knows of nothing afterwards.
    for round in 1...2 {
      printer.state.withLock { $0.error = PrinterError(.away, context: "Postcards", message: "away") }
      try await wait(bench, "away") { state, _ in state == "away" }
      printer.state.withLock { state in
        (state.error, state.condition) = (nil, .printing)
        state.jobs[round - 1].isForgotten = true
      }
      try await wait(bench, "again") { state, _ in
        state == "printing" && printer.state.withLock { $0.jobs.count } == round + 1
      }
    }
    printer.state.withLock { $0.jobs[2].progress = .done }
    try await wait(bench, "done") { $1 == ["done"] }
    // One that it gives up is not counted, nor one that the operator ends.
    #expect(status(try await order(bench, first)) == 202)
    try await wait(bench, "printing") { $1 == ["done", "printing"] }
    printer.state.withLock { $0.jobs[3].progress = .failed("ribbon torn") }
    let failed = try await wait(bench, "failed") { $1 == ["done", "failed"] }
    #expect(
      (failed["jobs"] as? [[String: Any]])?.last?["message"] as? String
        == "Postcards: the printer gave it up: ribbon torn")
    #expect(status(try await order(bench, first)) == 202)
    try await wait(bench, "printing") { $1.last == "printing" }
    let cookie = try await operatorsCookie(bench)
    #expect(status(try await bench.post("/api/printer/cancel", "{\"job\": 3}", headers: cookie)) == 200)
    try await wait(bench, "cancelled") { $1.last == "cancelled" && printer.state.withLock { $0.cancelled } == [5] }
    // A page that follows has heard of it all, in order.
    #expect(status(try await bench.post("/api/printer/cancel", "{\"job\": 3}", headers: cookie)) == 404)
    try await page.wait("printer") { ($0.data["jobs"] as? [[String: Any]])?.last?["step"] as? String == "cancelled" }
    var states = page.events.filter { $0.name == "printer" }.compactMap { $0.text("state") }
    states = zip(states, ["-"] + states).filter { $0 != $1 }.map(\.0)
    #expect(states.starts(with: ["ready", "paperOut", "open", "away", "printing", "away", "printing"]), "\(states)")
    let report = body(try await bench.get("/api/operator", headers: cookie))
    #expect(report.contains("out of paper") && report.contains("ribbon torn"))
    await bench.booth.stop()
  }

  @Test("a printer that hangs holds up nothing: pictures are taken, and the booth ends")
  func hanging() async throws {
    let printer = PaperPrinter()
    let (bench, page, first) = try await bench(printer)
    printer.line.wait()
    #expect(status(try await order(bench, first)) == 202)
    for shot in 2...4 { _ = try await shoot(bench, page, shot) }
    #expect(printer.state.withLock { $0.jobs.isEmpty })
    await bench.booth.stop()
    printer.line.signal()
  }

  @Test("a picture fills a sheet of nearly its shape, lies whole on another, and a strip stands there twice")
  func sheets() throws {
    /// A picture whose left half is dark, and whose right half is light.
    func sheet(_ width: Int, _ height: Int, _ paper: (Int, Int)) throws -> I420Picture {
      let picture = try I420Picture(width: width, height: height, range: .full)
      picture.fill(x: 0, y: 0, width: width, height: height, luma: 60)
      picture.fill(x: width / 2, y: 0, width: width, height: height, luma: 180)
      let jpeg = ArrayBytes(try JPEGEncoder().encode(picture, quality: 95), name: "picture")
      let bytes = try PrintSheet.jpeg(of: jpeg, on: PrintPaper(name: "", width: paper.0, height: paper.1))
      return try bytes.withUnsafeBytes { try FrameConverter().picture(ofJPEG: $0) }
    }
    func row(_ picture: I420Picture, at y: Int, _ places: [Int]) -> [Int] {
      let bytes = picture.lumaBytes()
      return places.map { Int((Double(bytes[y * picture.width + $0]) / 60).rounded()) }
    }
    // Turned to stand: what was on the left is above.
    let filled = try sheet(320, 180, (400, 600))
    #expect((filled.width, filled.height) == (400, 600))
    #expect(row(filled, at: 20, [4, 200, 396]) == [1, 1, 1] && row(filled, at: 580, [4, 200, 396]) == [3, 3, 3])
    // A square keeps its edges.
    let whole = try sheet(200, 200, (400, 600))
    #expect(row(whole, at: 300, [4, 396]) == [1, 3] && row(whole, at: 20, [200]) == [4])
    let twice = try sheet(200, 600, (400, 600))
    #expect(row(twice, at: 300, [20, 180, 220, 380]) == [1, 3, 1, 3])
    let lying = try sheet(600, 200, (600, 400))
    #expect(row(lying, at: 100, [20, 580]) == [1, 3] && row(lying, at: 300, [20, 580]) == [1, 3])
  }

  @Test("a printer that signs its own certificate is spoken to by ipps, and one without any is said to lack it")
  func encrypted() throws {
    let folder = try TemporaryFolder()
    let program = try PrinterProgram(folder.path("keyed"), encrypts: true)
    defer { program.end() }
    let report = try IPPPrinter("ipps://localhost:\(program.port)/ipp/print").look()
    #expect(report.condition == .ready)
    let log = String(decoding: try folder.read("keyed/log"), as: UTF8.self)
    #expect(log.contains("Connection now encrypted."), "\(log)")
    let plain = try PrinterProgram(folder.path("plain"))
    defer { plain.end() }
    let error = #expect(throws: PrinterError.self) {
      try IPPPrinter("ipps://localhost:\(plain.port)/ipp/print").look()
    }
    #expect(error?.code == .away && error?.message.contains("name its address with ipp:// in place of ipps://") == true)
    let away = #expect(throws: PrinterError.self) { try IPPPrinter("ipp://localhost:1/ipp/print").look() }
    #expect(away?.message.contains("ipps") == false)
  }

  @Test("a real printer program gets the very bytes; out of paper and switched off it is waited for")
  func program() async throws {
    let folder = try TemporaryFolder()
    let program = try PrinterProgram(folder.path("printed"))
    let (bench, page, first) = try await bench(try IPPPrinter("ipp://localhost:\(program.port)/ipp/print"))
    #expect(status(try await order(bench, first, 2)) == 202)
    try await wait(bench, "done") { $1 == ["done"] }
    let still = ArrayBytes(try await bench.getBytes("/api/assets/\(first)/still"), name: "still")
    let sheet = try PrintSheet.jpeg(of: still, on: PrintPaper(name: "", width: 1200, height: 1800))
    #expect(try folder.read("printed/1-2.jpg") == sheet)
    let second = try await shoot(bench, page, 2)
    try await program.fill(sheets: 0)
    #expect(status(try await order(bench, second)) == 202)
    try await wait(bench, "paper") { $0 == "paperOut" && $1 == ["done", "printing"] }
    try await program.fill(sheets: 25)
    try await wait(bench, "paper again") { $0 == "ready" && $1 == ["done", "done"] }
    program.end()
    let third = try await shoot(bench, page, 3)
    #expect(status(try await order(bench, third)) == 202)
    let away = try await wait(bench, "away") { $0 == "away" && $1 == ["done", "done", "waiting"] }
    #expect((away["message"] as? String)?.contains("localhost: The printer cannot be reached") == true)
    try program.start()
    try await wait(bench, "back") { $0 == "ready" && $1 == ["done", "done", "done"] }
    await bench.booth.stop()
    program.end()
    #expect(throws: PrinterError.self) { try IPPPrinter("ftp://localhost/x") }
    #expect(throws: PrinterError.self) { try IPPPrinter("ipp://localhost/x", media: "a5ish") }
    #expect(throws: PrinterError.self) { try IPPPrinter("../x") }
  }
}

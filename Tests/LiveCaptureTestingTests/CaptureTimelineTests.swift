import CaptureScripts
import LiveCapture
import LiveCaptureTesting
import MediaCore
import ScriptFiles
import Simulator
import Testing

/// Timelines as text: how they are read, run, and compared.
@Suite struct CaptureTimelineTests {
  @Test("every notation means what the table says")
  func notation() throws {
    let timeline = try CaptureTimeline("v va\n a x xa - 3v v! va*! 2v* |")
    let expected: [CaptureTimeline.Interval] = [
      .init(.delivered), .init(.delivered, hasSound: true), .init(.missing, hasSound: true), .init(.lost),
      .init(.lost, hasSound: true), .init(.missing), .init(.delivered), .init(.delivered), .init(.delivered),
      .init(.delivered, presses: [.still]), .init(.delivered, hasSound: true, presses: [.live, .still]),
      .init(.delivered, presses: [.live]), .init(.delivered, presses: [.live]),
    ]
    #expect(timeline.intervals == expected)
    #expect(timeline.stops && timeline.hasSound)
    #expect(timeline.description == "v va\n a x xa - 3v v! va*! 2v* |")
    let empty = try CaptureTimeline(" \n")
    #expect(empty.intervals.isEmpty && !empty.stops && !empty.hasSound)
  }

  @Test(
    "what is no timeline is refused, and the place is shown",
    arguments: [
      ("v q", TimelineError.Code.unknownInterval, 2), ("v vv", .unknownInterval, 2), ("!", .unknownInterval, 0),
      ("v!x", .unknownInterval, 0), ("3", .unknownInterval, 0), ("v | v", .afterStop, 4), ("| |", .afterStop, 2),
      ("30000v 6001v", .tooLong, 7), ("9999999v", .tooLong, 0), ("٣v", .unknownInterval, 0),
      ("v*!🙂", .unknownInterval, 0), ("v {unplug camera}", .unknownStep, 2), ("{unplug: [camera} v", .unknownStep, 0),
      ("{unplg: camera}", .unknownStep, 1), ("v {drop: 0}", .unknownStep, 9),
      ("{press: live, drop: 1}", .unknownStep, 0),
      ("2v {at: 3, press: live}", .unknownStep, 3), ("{press: {kind: lively}}", .unknownStep, 15),
      ("v {flash: [ready]}", .unknownStep, 10),
    ])
  func refused(text: String, code: TimelineError.Code, offset: Int) throws {
    let error = #expect(throws: TimelineError.self) { try CaptureTimeline(text) }
    #expect(error?.code == code && error?.offset == offset && error?.text == text)
    let lines = try #require(error).description.split(separator: "\n")
    #expect(lines.last.map(String.init) == "  " + String(repeating: " ", count: offset) + "^")
  }

  @Test(
    "of a text of several lines the line with the mistake is shown, and what was meant",
    arguments: [
      (
        "60v v*\n\t{unplug: camra} 20v\n|",
        """
        no device is called "camra"; there is camera, microphone; did you mean "camera"?
          \t{unplug: camra} 20v
          \t^
        """
      ),
      (
        "60v v*\n10v  {press: liev}",
        """
        press: "liev" is none of live, still, bracket, rawBracket, raw, rawAndStill; did you mean "live"?
          10v  {press: liev}
                       ^
        """
      ),
      (
        "v {drop: {frames: 1, camera: microphone}}",
        """
        "microphone" is no camera; there is camera
          v {drop: {frames: 1, camera: microphone}}
            ^
        """
      ),
    ])
  func shownLine(text: String, description: String) async throws {
    let bench = try await CaptureBench()
    let error = await #expect(throws: TimelineError.self) { try await bench.run(text) }
    #expect(error?.description == description)
  }

  @Test("what is wrong with a step stands behind the error, and behind no other")
  func causes() {
    func cause(_ text: String) -> (any Error)? {
      #expect(throws: TimelineError.self) { try CaptureTimeline(text) }?.underlying
    }
    #expect((cause("v {drop: 0}") as? ScriptError)?.code == .invalidValue)
    #expect(cause("v*!🙂") == nil && cause("v {unplug camera}") == nil)
  }

  @Test(
    "expected steps that are none are refused before anything runs",
    arguments: ["B Q", "b", "B!!", "B@", "B1@x", "B1 W1 1"])
  func refusedSteps(text: String) async throws {
    let error = await #expect(throws: TimelineError.self) { try await CaptureTimeline("v").run(expecting: text) }
    #expect(error?.code == .unknownStep)
  }

  @Test(
    "courses come as expected",
    arguments: [
      ("v v v! v v |", "B W C P F"), ("45va va* 60va |", "B W C P R M F"), ("45v v* 60v", "B1 W1 C1 P1 R1 M1 F1"),
      ("45v v* 20v |", "B W C P R M! F!"), ("5v v!! 5v |", "B1 W1 C1 P1 F1 B2 W2 C2 P2 F2"),
      // The movie shows 45 frames from the shutter's on; with the last of them it has been recorded.
      ("50v v* 60v", "B@50 W@50 C@50 P@50 R@94 M@94 F@94"),
      ("45v v* 10v v! 60v", "B1 W1 C1 P1 B2 W2 C2 P2 F2 R1 M1 F1"),
      // Named steps come where the interval before them ends, between two pictures.
      ("45v v* 10v {unplug: camera} 60v", "B W C P R@55 M!@55 F!@55"),
      ("45v {press: live} 60v", "B@44 W@45 C@45 P R M F"),
      ("45v {after: 0.01, press: {kind: still, codec: heic}} 10v |", "B1@45 W1@45 C1 P1 F1"),
      ("45v v* 10v {disk: unwritable} 60v", "B W C P R M! F!"),
      ("45v v* 10v {session: stop} {press: still}", "B1 W1 C1 P1 R1 M1! F1! B2 P2! F2!"),
    ])
  func courses(timeline: String, expected: String) async throws {
    let report = try await CaptureTimeline(timeline).run(expecting: expected)
    #expect(report.passes)
    #expect(report.actual.split(separator: " ").count == expected.split(separator: " ").count)
  }

  @Test("the still is the very picture behind which the shutter stands; without one, the nearest")
  func frames() async throws {
    func shot(_ text: String) async throws -> CapturePhoto {
      let run = try await CaptureTimeline(text).run()
      return try #require(run.calls.lazy.compactMap(\.photo).first)
    }
    let exact = try await shot("v v v! v v |")
    #expect(exact.sequence == 2 && exact.shutterError == .zero)
    // Frames 3 to 5 are not there: at frame 4, two missing before and one behind, frame 6 is farther than frame 2 is…
    let missing = try await shot("3v x x! 2v |")
    #expect(missing.sequence == 5 || missing.sequence == 2)
    #expect(missing.sequence == 5)
  }

  @Test("lost and missing frames are missing from the movie, and the camera's word for it is kept")
  func gaps() async throws {
    let run = try await CaptureTimeline("45v v* 3v 2x 5v 4- 60v").run()
    let statistics = try #require(await run.bench.session.statistics.video)
    #expect(statistics.skipped.values.reduce(0, +) == 2)
    #expect(statistics.received == 45 + 1 + 3 + 5 + 60)
    let movie = try #require(run.calls.lazy.compactMap(\.movieTimes).first)
    #expect(abs(movie.duration.seconds - 3) < 0.04)
  }

  @Test("a timeline's named steps are a script's, and count pictures as intervals do")
  func namedSteps() async throws {
    let run = try await CaptureTimeline("45v {freeze: camera} {advance: 0.5} {thaw: camera} 30v").run()
    let statistics = try #require(await run.bench.session.statistics.video)
    #expect(statistics.received == 75 && run.bench.clock.now - run.bench.scene.epoch == .seconds(3 - 1e-9))
    await #expect(throws: TimelineError.self) { try await CaptureTimeline("v {unplug: front}").run() }
    let script = try CaptureScript("version: 1\nsteps: [{press: {codec: heic, biases: [1, 2]}}]", file: "s.yaml")
    #expect(
      try CaptureTimeline("v {press: {codec: heic, biases: [1, 2]}}").steps[1]?.map(\.action)
        == script.steps.map(\.action))
  }

  @Test("sound that stops is an overrun, and is made good with silence of its length")
  func sound() async throws {
    let run = try await CaptureTimeline("45va va* 6v 6v 60va").run()
    let audio = try #require(await run.bench.session.statistics.audio)
    #expect(audio.overruns == 1)
    // Twelve frame intervals at 48 kHz, to within a period at each end.
    #expect(abs(audio.filler - 19_200) <= 960)
    #expect(run.steps == "B1 W1 C1 P1 R1 M1 F1")
    let silent = try await CaptureTimeline("10v").run()
    #expect(await silent.bench.session.statistics.audio == nil)
    #expect(silent.bench.microphone == nil && run.bench.microphone != nil)
  }

  @Test("a difference is shown in place, with the error and the interval of what came")
  func difference() async throws {
    let report = try await CaptureTimeline("45v v* 20v |").run(expecting: "B W C P R M F")
    #expect(!report.passes)
    #expect(throws: ExpectationFailure.self) { try report.check() }
    let lines = report.description.split(separator: "\n").map(String.init)
    #expect(
      lines.prefix(4) == [
        "timeline \"45v v* 20v |\": 2 problems", "  expected  B  W  C  P  R  M   F",
        "  actual    B  W  C  P  R  M!  F!", "                           ^^  ^^",
      ])
    let told = lines.dropFirst(4).first ?? ""
    #expect(told.hasPrefix("  - M! at +2.200000 s, interval 65: sessionStopped (-11800): "), "\(told)")
    let missing = try await CaptureTimeline("v v! v").run(expecting: "B W C P F R")
    #expect(missing.problems == ["R did not come"])
    let extra = try await CaptureTimeline("v v! v").run(expecting: "B W P F")
    #expect(extra.problems.count == 1 && extra.problems[0].hasPrefix("C at +0.033333 s, interval 1"))
    let late = try await CaptureTimeline("45v v* 60v").run(expecting: "B W C P R@80 M F")
    #expect(late.problems.count == 1 && late.problems[0].hasPrefix("R@89 "))
  }

  @Test(
    "a number that no timeline has is told with the limit",
    arguments: [
      ("B R@9999999", 2, "\"R@9999999\": a timeline has at most 36000 intervals, counted from 0, so the last is 35999"),
      ("R@36000", 0, "so the last is 35999"), ("B1 B1234567!", 3, "captures are numbered to 999999 at most"),
    ])
  func tooLarge(_ course: String, offset: Int, part: String) async throws {
    let error = await #expect(throws: TimelineError.self) {
      _ = try await CaptureTimeline("v").run(expecting: course)
    }
    #expect(error?.offset == offset && error?.message.contains(part) == true, "\(String(describing: error))")
  }

  @Test("equal timelines have equal logs")
  func repeats() async throws {
    func log() async throws -> EventLogText {
      let run = try await CaptureTimeline("30va va* 5xa va! 20va va* 60va |").run()
      return EventLogText(run.calls, since: run.bench.scene.epoch)
    }
    let first = try await log()
    #expect(first.lines.count == 19)
    #expect(try await log() == first)
  }
}

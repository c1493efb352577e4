import LiveCapture
import LiveCaptureTesting
import MediaCore
import ScriptFiles
import Testing

/// Laws find every breach, and none where there is none.
@Suite struct CaptureLawsTests {
  private func laws(_ report: CaptureLaws.Report) -> [CaptureLaws.Law] { report.violations.map(\.law) }

  /// The events of a course in letters, such as `B W C P R M F`; `!` brings an error.
  private func events(_ course: String, _ settings: ResolvedPhotoSettings) -> [CaptureEvent] {
    var photos = 0
    return course.split(separator: " ").compactMap { token in
      let error: CaptureError? = token.hasSuffix("!") ? CaptureError(.noFrames, message: "made up") : nil
      let at = MediaTime.seconds(1000)
      switch token.first {
      case "B": return .willBeginCapture(settings, at: at)
      case "W": return .willCapturePhoto(settings, at: at)
      case "C": return .didCapturePhoto(settings, at: at)
      case "P":
        photos += 1
        let photo: CapturePhoto =
          error == nil
          ? .make(resolvedSettings: settings, photoCount: photos) : .failed(settings, photoCount: photos)
        return .didFinishProcessingPhoto(photo, error: error, at: at)
      case "D":
        return .didFinishCapturingProxy(.make(photo: .make(resolvedSettings: settings)), settings, error: error, at: at)
      case "R": return .didFinishRecordingMovie(settings, at: at)
      case "M": return .didFinishProcessingMovie(error == nil ? .make() : nil, settings, error: error, at: at)
      case "F": return .didFinishCapture(settings, error: error, at: at)
      default: return nil
      }
    }
  }

  private let live = ResolvedPhotoSettings.make(livePhotoMoviePath: "1.mov")
  private let still = ResolvedPhotoSettings.make()

  @Test("nothing at all breaks no law; what a delegate and a script's run have to say is for people")
  func descriptions() async throws {
    #expect(CaptureLaws.check([]).passes)
    let delegate = DelegateLog()
    #expect("\(delegate)" == "no calls")
    delegate.photoOutput(PhotoOutput(), willBeginCaptureFor: live)
    delegate.photoOutput(
      PhotoOutput(), didFinishCaptureFor: live, error: CaptureError(.noFrames, message: "made up"))
    #expect(
      "\(delegate)" == "B1 F1!\n  - didFinish of \(live.uniqueID): \(CaptureError(.noFrames, message: "made up"))")
    let script = try CaptureScript(
      "version: 1\nsteps: [{at: 4, press: still}]\nexpect: {timeline: B1 F1, files: [1.JPG]}", file: "a.yaml")
    let run = try await ScriptRunner().run(script)
    let lines = "\(run)".split(separator: "\n").map(String.init)
    #expect(lines.first == "script: 1 of 2 expectations failed")
    #expect(lines.contains("  timeline: B1 W1 C1 P1 F1") && lines.contains("  badge: 0"))
    #expect(lines.contains { $0.hasPrefix("  files: 1.JPG (") }, "\(run)")
  }

  @Test("photos of two outputs come in no order, those of one in that of their requests")
  func outputs() {
    let (one, two) = (PhotoOutput(), PhotoOutput())
    let (first, second) = (ResolvedPhotoSettings.make(), ResolvedPhotoSettings.make())
    for other in [one, two] {
      let delegate = DelegateLog()
      for (settings, output) in [(first, one), (second, other)] {
        delegate.photoOutput(output, willBeginCaptureFor: settings)
        delegate.photoOutput(output, willCapturePhotoFor: settings)
        delegate.photoOutput(output, didCapturePhotoFor: settings)
      }
      for (settings, output) in [(second, other), (first, one)] {
        delegate.photoOutput(output, didFinishProcessingPhoto: .make(resolvedSettings: settings), error: nil)
        delegate.photoOutput(output, didFinishCaptureFor: settings, error: nil)
      }
      #expect(laws(CaptureLaws.check(delegate.calls)) == (other === one ? [.photoOrder] : []))
    }
  }

  @Test(
    "lawful courses pass",
    arguments: [
      "B W C P R M F", "B R M W C P F", "B W R C M P F", "B P! R M! F!", "B W C P R M! F!", "B W C D R M F",
      "B W C P! R M F!", "B R W C P M F",
    ])
  func lawful(course: String) {
    let report = CaptureLaws.check(events(course, live))
    #expect(report.passes)
    #expect(report.captureCount == 1)
  }

  @Test(
    "each breach is found and named",
    arguments: [
      ("W B C P R M F", [CaptureLaws.Law.beginsFirst]), ("W C P R M F", [.beginsFirst, .badge]),
      ("B B W C P R M F", [.beginsFirst, .badge]), ("B W C P R M", [.finishesLast]),
      ("B W C P R F M", [.finishesLast]), ("B W C P R M F F", [.finishesLast]),
      ("B C W P R M F", [.causesFirst]), ("B W P C R M F", [.causesFirst]), ("B W C P M R F", [.causesFirst]),
      ("B W W C P R M F", [.happensOnce]), ("B W C P R R M F", [.happensOnce, .badge]),
      ("B W C C P R M F", [.happensOnce]), ("B P R M F", [.exposureIsTold, .exposureIsTold]),
      ("B W P R M F", [.exposureIsTold]), ("B C P R M F", [.exposureIsTold]),
      ("B D R M F", [.exposureIsTold, .exposureIsTold]),
      ("B P R M! F!", [.exposureIsTold, .exposureIsTold]), ("B W P! R M! F!", [.exposureIsTold]),
      ("B C P! R M! F!", [.exposureIsTold]), ("B W C P R M M F", [.happensOnce]), ("B W C R M F", [.photoCount]),
      ("B W C P P R M F", [.photoCount]),
      ("B W C P D R M F", [.photoCount]), ("B W C P R F", [.movieIsTold]), ("B W C P M F", [.movieIsTold, .badge]),
      ("B W C P! R M F", [.errorsAreTold]), ("B W C P R M! F", [.errorsAreTold]),
      ("B W C P R M F!", [.errorsAreTold]),
    ])
  func breaches(course: String, expected: [CaptureLaws.Law]) {
    let report = CaptureLaws.check(events(course, live))
    #expect(laws(report) == expected, "\(report)")
    #expect(report.violations.allSatisfy { $0.capture == ($0.law == .badge ? nil : 1) })
  }

  @Test("exposure is told of where there is a photo, and else where the profile has it so")
  func exposure() {
    #expect(laws(CaptureLaws.check(events("B P F", still))) == [.exposureIsTold, .exposureIsTold])
    #expect(laws(CaptureLaws.check(events("B W P F", still))) == [.exposureIsTold])
    // As soon as there is a photo, or the end: nothing that is missing can come any more.
    for course in ["B W P", "B C P", "B W P! F!"] {
      #expect(laws(CaptureLaws.check(events(course, still), areFinished: false)) == [.exposureIsTold])
    }
    #expect(CaptureLaws.check(events("B W P!", still), areFinished: false).passes)
    var profile = CaptureProfile()
    for (calls, isLawful) in [(CaptureProfile.ExposureCalls.needExposure, true), (.alwaysCome, false)] {
      profile.exposureCalls = calls
      for areFinished in [true, false] {
        let report = CaptureLaws.check(events("B P! F!", still), areFinished: areFinished, profile: profile)
        #expect(laws(report) == (isLawful ? [] : [.exposureIsTold, .exposureIsTold]))
      }
      #expect(CaptureLaws.check(events("B P!", still), areFinished: false, profile: profile).passes)
      #expect(CaptureLaws.check(events("B W C P! F!", still), profile: profile).passes)
    }
    // Of a bracket one photo is enough.
    let bracket = ResolvedPhotoSettings.make(expectedPhotoCount: 2)
    #expect(CaptureLaws.check(events("B W C P P! F!", bracket)).passes)
    #expect(laws(CaptureLaws.check(events("B P P! F!", bracket))) == [.exposureIsTold, .exposureIsTold])
  }

  @Test("a still has no movie, and one that has says so")
  func stills() {
    #expect(CaptureLaws.check(events("B W C P F", still)).passes)
    #expect(laws(CaptureLaws.check(events("B W C P M F", still))) == [.happensOnce])
    #expect(laws(CaptureLaws.check(events("B W C P R M F", still))) == [.happensOnce, .happensOnce, .badge])
  }

  @Test("the profile decides whether a movie's error is the capture's")
  func profile() {
    var profile = CaptureProfile()
    profile.movieFailure = .isToldOnce
    #expect(CaptureLaws.check(events("B W C P R M! F", live), profile: profile).passes)
    #expect(laws(CaptureLaws.check(events("B W C P R M! F!", live), profile: profile)) == [.errorsAreTold])
  }

  @Test("what is still to come is not missed while captures are under way")
  func unfinished() {
    for course in ["B", "B W C", "B W C P", "B W C P R"] {
      #expect(CaptureLaws.check(events(course, live), areFinished: false).passes)
      #expect(!CaptureLaws.check(events(course, live)).passes)
    }
    #expect(laws(CaptureLaws.check(events("B F W", live), areFinished: false)) == [.finishesLast])
  }

  @Test("settings are the same in all calls")
  func settings() {
    var other = live
    other.expectedPhotoCount = 1
    other.isFlashEnabled = true
    let mixed = events("B W C P R M", live) + events("F", other)
    #expect(laws(CaptureLaws.check(mixed)) == [.sameSettings])
  }

  @Test("photos come in the order of their requests, whatever else is mixed")
  func photoOrder() {
    let first = ResolvedPhotoSettings.make(uniqueID: CaptureID(rawValue: 9))
    let second = ResolvedPhotoSettings.make(uniqueID: CaptureID(rawValue: 4))
    let (a, b) = (events("B W C P F", first), events("B W C P F", second))
    #expect(CaptureLaws.check([a[0], b[0], a[1], b[1], a[2], b[2], a[3], b[3], b[4], a[4]]).passes)
    let swapped = CaptureLaws.check([a[0], b[0], a[1], b[1], a[2], b[2], b[3], a[3], b[4], a[4]])
    #expect(laws(swapped) == [.photoOrder] && swapped.violations[0].capture == 1)
    #expect(swapped.description.contains("photoOrder: capture 1: its photo came after the one of capture 2"))
  }

  @Test("photos of a capture are numbered from 1")
  func numbers() {
    let settings = ResolvedPhotoSettings.make(expectedPhotoCount: 2)
    #expect(CaptureLaws.check(events("B W C P P F", settings)).passes)
    let course = events("B W C P P F", settings)
    #expect(laws(CaptureLaws.check(course.prefix(3) + [course[4], course[3]] + course.suffix(1))) == [.photoCount])
  }

  @Test("a badge counts what the calls say")
  func badge() {
    let other = ResolvedPhotoSettings.make(livePhotoMoviePath: "2.mov")
    let (a, b) = (events("B W C P R M F", live), events("B W C P R M F", other))
    let overlapping = a.prefix(4) + b.prefix(4) + a.suffix(3) + b.suffix(3)
    #expect(CaptureLaws.checkBadge([0, 1, 2, 1, 0], of: Array(overlapping)).passes)
    #expect(laws(CaptureLaws.checkBadge([0, 1, 0, 1, 0], of: Array(overlapping))) == [.badge])
    #expect(laws(CaptureLaws.checkBadge([0, 1], of: Array(a.prefix(4)))) == [.badge], "it stays on")
    #expect(laws(CaptureLaws.checkBadge([0, -1], of: [a[4]])) == [.badge])
  }

  @Test("a real session keeps the laws in every order that the contract allows", arguments: UInt64(1)...12)
  func session(seed: UInt64) async throws {
    var setup = CaptureBench.Setup()
    setup.order = .shuffled(seed: seed)
    let bench = try await CaptureBench(setup)
    let events = StreamLog(bench.output.events)
    let badge = StreamLog(bench.output.liveIndicator.counts)
    try await bench.run("60v v* 11v v!* 5v v* 239v {press: still} |")
    let report = CaptureLaws.check(bench.delegate.calls, profile: setup.profile)
    #expect(report.passes)
    #expect(report.captureCount == 5)
    let told = await events.finish()
    #expect(told.count == bench.delegate.calls.count)
    #expect(CaptureLaws.check(told).passes)
    let counts = CaptureLaws.checkBadge(await badge.finish(), of: told)
    #expect(counts.passes)
    #expect(await events.finish().isEmpty, "a recorder is finished once")
  }
}

import CaptureDevices
import LiveCapture
import LiveCaptureTesting
import MediaCore
import Testing

/// The course of captures, as their delegate hears it.
///
/// One timeline says what happens (see `CaptureTimeline`), the other what is heard (see `CaptureStep`).
@Suite struct CaptureCourseTests {
  struct Course: Sendable, CustomStringConvertible {
    let name: String
    let script: String
    let timeline: String
    init(_ name: String, _ script: String, _ timeline: String) {
      (self.name, self.script, self.timeline) = (name, script, timeline)
    }
    var description: String { name }
  }

  private static let courses = [
    Course("a still alone", "60v v! 29v", "B1 W1 C1 P1 F1"),
    Course("a still before the first frame", "{advance: 0} v! 29v", "B1 W1 C1 P1 F1"),
    Course("a Live Photo", "60v v* 119v", "B1 W1 C1 P1 R1 M1 F1"),
    Course("a Live Photo before the first frame", "{advance: 0} v* 119v", "B1 W1 C1 P1 R1 M1 F1"),
    Course("the movie is not there before its time", "60v v* 41v", "B1 W1 C1 P1"),
    Course("two that overlap", "60v v* 29v v* 119v", "B1 W1 C1 P1 B2 W2 C2 P2 R1 M1 F1 R2 M2 F2"),
    Course("two at the same instant", "60v v** 119v", "B1 B2 W1 C1 W2 C2 P1 P2 R1 R2 M1 F1 M2 F2"),
    Course("a still during a Live Photo", "60v v* 14v v! 119v", "B1 W1 C1 P1 B2 W2 C2 P2 F2 R1 M1 F1"),
    Course(
      "the camera fails before the still is chosen", "60v {press: live} {unplug: camera} 120v", "B1 P1! R1 M1! F1!"),
    Course("the camera fails before a still alone is chosen", "60v {press: still} {unplug: camera} 120v", "B1 P1! F1!"),
    Course("the camera fails during the post-roll", "60v v* 29v {unplug: camera} 120v", "B1 W1 C1 P1 R1 M1! F1!"),
    Course("the camera fails afterwards", "60v v* 119v {unplug: camera} 120v", "B1 W1 C1 P1 R1 M1 F1"),
    Course(
      "the camera fails during two", "60v v* 29v v* 23v {unplug: camera} 120v",
      "B1 W1 C1 P1 B2 W2 C2 P2 R1 M1 F1 R2 M2! F2!"),
    Course(
      "the camera freezes before the still is chosen", "60v {press: live} {freeze: camera} 120v", "B1 P1! R1 M1! F1!"),
    Course("the camera freezes during the post-roll", "60v v* 29v {freeze: camera} 120v", "B1 W1 C1 P1 R1 M1! F1!"),
    Course(
      "the camera freezes for a while", "60v v* 29v {freeze: camera} 60v {thaw: camera} 30v", "B1 W1 C1 P1 R1 M1 F1"),
    Course("the microphone fails during the post-roll", "60v v* 29v {unplug: microphone} 120v", "B1 W1 C1 P1 R1 M1 F1"),
    Course(
      "the microphone freezes during the post-roll", "60v v* 29v {freeze: microphone} 150v", "B1 W1 C1 P1 R1 M1 F1"),
    Course("the microphone fails before", "30v {unplug: microphone} 30v v* 119v", "B1 W1 C1 P1 R1 M1 F1"),
    Course("the session stops before the still is chosen", "60v {press: live} |", "B1 P1! R1 M1! F1!"),
    Course("the session stops during the post-roll", "60v v* 29v |", "B1 W1 C1 P1 R1 M1! F1!"),
    Course("the session stops when all is done", "60v v* 119v |", "B1 W1 C1 P1 R1 M1 F1"),
    Course("the session stops twice", "60v v* 29v {session: stop} |", "B1 W1 C1 P1 R1 M1! F1!"),
    Course("frames get lost at the shutter", "60v {drop: 5} v* 119v", "B1 W1 C1 P1 R1 M1 F1"),
  ]

  @Test("every capture takes its course", arguments: courses)
  func course(course: Course) async throws {
    let bench = try await CaptureBench()
    try await bench.run(course.script)
    #expect(bench.delegate.timeline == course.timeline)
    #expect(bench.output.liveIndicator.count == 0 || course.name.contains("before its time"))
    #expect(!bench.delegate.hadOverlappingCalls)
    try await bench.session.stopRunning()
    await bench.session.settle()
    expectContract(bench)
  }

  @Test("the events tell the same as the calls", arguments: courses)
  func events(course: Course) async throws {
    let bench = try await CaptureBench()
    let events = bench.output.events
    try await bench.run(course.script)
    try await bench.session.stopRunning()
    await bench.session.settle()
    let calls = bench.delegate.calls
    var heard: [CaptureEvent] = []
    for await event in events {
      heard.append(event)
      if heard.count == calls.count { break }
    }
    #expect(CaptureStep.timeline(heard) == bench.delegate.timeline)
    #expect(heard.map(\.time) == calls.map(\.time))
    #expect(heard.map(\.resolvedSettings) == calls.map(\.settings))
    #expect(heard.map { $0.error?.description } == calls.map { $0.error?.description })
  }

  @Test("movies without sound, sizes, times and names are as they were resolved")
  func results() async throws {
    var setup = CaptureBench.Setup()
    setup.audio = nil
    let bench = try await CaptureBench(setup)
    try await bench.run("60v v* 119v")
    let movie = try #require(bench.delegate.calls.first { $0.step == .didProcessMovie })
    #expect(movie.settings.livePhotoMoviePath == "1.mov")
    #expect(movie.settings.livePhotoMovieDimensions == .init(width: 160, height: 120))
    #expect(movie.movieTimes?.duration == MediaTime(value: 3, timescale: 1))
    #expect(movie.movieTimes?.photoDisplayTime == MediaTime(value: 3, timescale: 2))
  }

  /// Whatever happened: the begin first, the finish last, nothing twice, one set of settings throughout.
  private func expectContract(_ bench: CaptureBench) {
    for (id, calls) in Dictionary(grouping: bench.delegate.calls, by: \.settings.uniqueID) {
      let steps = calls.map(\.step)
      #expect(steps.first == .willBegin, "capture \(id)")
      #expect(steps.last == .didFinish, "capture \(id)")
      #expect(Set(steps).count == steps.count, "capture \(id)")
      #expect(Set(calls.map(\.settings)).count == 1, "capture \(id)")
      let isLive = calls[0].settings.isLive
      let wanted: Set<CaptureStep> =
        isLive
        ? [.willBegin, .didProcessPhoto, .didRecordMovie, .didProcessMovie, .didFinish]
        : [.willBegin, .didProcessPhoto, .didFinish]
      #expect(wanted.isSubset(of: steps), "capture \(id)")
      for call in calls where call.step == .didProcessPhoto {
        #expect((call.photo?.fileDataRepresentation() == nil) == (call.error != nil))
        #expect(call.photo?.timestamp.isValid == (call.error == nil))
      }
    }
  }
}

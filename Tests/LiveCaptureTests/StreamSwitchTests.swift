import CaptureCodecs
import CaptureDevices
import LiveCapture
import LiveCaptureTesting
import MediaCore
import SceneJudging
import Simulator
import TestSupport
import Testing

/// Connections and inputs that are switched off while something is recorded from them.
@Suite struct StreamSwitchTests {
  private func duration(_ bench: CaptureBench) -> [Double] {
    bench.delegate.calls.compactMap { $0.movieTimes?.duration.seconds }
  }

  @Test("a Live Photo's movie ends when its picture is switched off", arguments: ["connection", "input", "both"])
  func pictureOff(what: String) async throws {
    let bench = try await CaptureBench(CaptureBench.Setup(media: .standard))
    try await bench.run("60v v* 14v")
    let connections = await bench.session.connections
    for connection in connections where what == "both" || connection.mediaType == .video {
      if what == "input" { connection.input.isEnabled = false } else { connection.isEnabled = false }
    }
    await bench.session.settle()
    #expect(bench.delegate.timeline.hasPrefix("B1 W1 C1 P1 R1"))
    try await bench.run("120v")
    #expect(bench.delegate.timeline == "B1 W1 C1 P1 R1 M1 F1")
    #expect(duration(bench) == [2])
    for connection in connections {
      connection.isEnabled = true
      connection.input.isEnabled = true
    }
    try await bench.run("60v v* 119v")
    #expect(bench.delegate.timeline.hasSuffix("B2 W2 C2 P2 R2 M2 F2"))
    #expect(duration(bench) == [2, 3])
  }

  @Test("a still that waits for its frame fails when its camera is switched off")
  func stillWaits() async throws {
    let bench = try await CaptureBench(CaptureBench.Setup(media: .standard))
    try await bench.run("60v {freeze: camera} 15v {press: still}")
    #expect(bench.delegate.timeline == "B1")
    let input = try #require(await bench.session.inputs.first)
    input.isEnabled = false
    try await bench.run("3v")
    #expect(bench.delegate.timeline == "B1 P1! F1!")
  }

  @Test("a movie goes on in silence when its sound is switched off", arguments: ["connection", "input"])
  func soundOff(what: String) async throws {
    let folder = try TemporaryFolder()
    let bench = try await CaptureBench(CaptureBench.Setup(folder: folder.path, media: .standard))
    try await bench.run("{advance: 2.02} {press: live} 27v")
    let sound = try #require(await bench.session.connections.first { $0.mediaType == .audio })
    if what == "input" { sound.input.isEnabled = false } else { sound.isEnabled = false }
    try await bench.run("150v")
    #expect(bench.delegate.timeline == "B1 W1 C1 P1 R1 M1 F1")
    #expect(duration(bench) == [3])
    let report = try MovieProbe().report(onMovie: folder.path + "/1.mov")
    // The movie lasts from 0.52 s to 3.52 s, the sound to 2.92 s: the beeps of seconds 1 and 2 are in it.
    #expect(report.beeps.count == 2)
    #expect(report.sound.suffix(24_000).allSatisfy { abs($0) < 0.01 })
  }

  @Test("sound that another output's movie shares is switched off for one of them alone")
  func sharedSound() async throws {
    let folder = try TemporaryFolder()
    let bench = try await CaptureBench(CaptureBench.Setup(folder: folder.path, media: .standard))
    let second = try SceneCatalog(clock: bench.clock, scene: bench.scene, pictures: StandardPictures()).openVideo(
      "scene", wish: CaptureBench.Setup().video
    ).source
    try await bench.session.addInput(second)
    let other = PhotoOutput()
    try await bench.session.addOutput(other)
    try other.setLivePhotoCaptureEnabled(true)
    let delegate = DelegateLog(clock: bench.clock)
    try await bench.run("{advance: 2.02} {press: live}")
    try other.capturePhoto(
      with: PhotoSettings(livePhotoMoviePath: folder.path + "/other.mov"), delegate: delegate)
    try await bench.run("27v")
    let sounds = await bench.session.connections.filter { $0.mediaType == .audio }
    #expect(sounds.count == 2)
    sounds.first { $0.output === bench.output }?.isEnabled = false
    try await bench.run("150v")
    let muted = try MovieProbe().report(onMovie: folder.path + "/1.mov")
    let heard = try MovieProbe().report(onMovie: folder.path + "/other.mov")
    #expect(muted.beeps.count == 2 && heard.beeps.count == 3)
    #expect(muted.sound.suffix(24_000).allSatisfy { abs($0) < 0.01 })
  }

  @Test("a recording ends with its picture, and goes on without its sound", arguments: ["connection", "input"])
  func recording(what: String) async throws {
    let bench = try await RecordingBench()
    try await bench.start()
    let events = StreamLog(bench.movies.events)
    for mediaType in [MediaType.audio, .video] {
      try await bench.record(to: "\(mediaType).mov", for: 1)
      let all = await bench.session.connections
      let connection = try #require(all.first { $0.output === bench.movies && $0.mediaType == mediaType })
      if what == "input" { connection.input.isEnabled = false } else { connection.isEnabled = false }
      await bench.advance(1)
      #expect(bench.movies.isRecording == (mediaType == .audio))
      bench.movies.stopRecording()
      await bench.advance(1)
      connection.isEnabled = true
      connection.input.isEnabled = true
    }
    #expect(bench.delegate.errors.map { $0?.code } == [nil, .configurationChanged])
    let lengths = await events.finish().compactMap { event in
      if case .didFinishRecording(let movie, _, _, _) = event { return movie?.duration.seconds }
      return nil
    }
    #expect(lengths.map { ($0 * 10).rounded() / 10 } == [2, 1])
  }
}

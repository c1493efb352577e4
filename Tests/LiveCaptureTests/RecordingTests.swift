import CaptureDevices
import FileStorage
import Foundation
import LiveCapture
import LiveCaptureTesting
import MediaCore
import SceneJudging
import Simulator
import TestSupport
import Testing
import VideoCoding

/// What a movie-file output records, by the judgement of others.
@Suite struct RecordingTests {
  @Test("a movie begins with the first frame of its time, ends with the last, and has the sound that goes with it")
  func wholeMovie() async throws {
    let folder = try TemporaryFolder()
    let bench = try await RecordingBench(files: DiskFiles())
    let events = bench.movies.events
    try await bench.start(thenFor: 2.51)
    let start = bench.clock.now
    try await bench.record(to: folder.path + "/walk.mov", for: 3.5)
    #expect(bench.movies.isRecording && bench.delegate.calls == ["start walk.mov"])
    #expect(abs(bench.movies.recordedDuration.seconds - 3.5) < 0.1 && bench.movies.recordedFileSize > 10_000)
    bench.movies.stopRecording()
    #expect(!bench.movies.isRecording)
    await bench.advance(0.5)
    #expect(bench.delegate.calls == ["start walk.mov", "finish walk.mov"])
    #expect(bench.delegate.errors.compactMap { $0 }.isEmpty)
    let movie = try #require(await RecordingBench.movie(in: events))
    let report = try MovieProbe().report(onMovie: movie.path)
    // Frames come every 1/30 s from the scene's beginning on: those from 2.51 s to 6.01 s.
    let epoch = bench.devices.scene.epoch
    let codes = report.frames.compactMap { $0.code?.time }
    #expect(codes.count == 105 && report.frames.count == 105 && movie.frameCount == 105)
    let first = try #require(codes.first)
    #expect(epoch + first >= start && epoch + first < start + MediaTime(value: 1, timescale: 30))
    #expect((movie.startTime - epoch - first).magnitude.seconds < 0.002)
    #expect(abs(try #require(report.videoDuration).seconds - movie.duration.seconds) < 0.001)
    // The probe counts what the encoder puts before the sound: 1600 frames.
    #expect(abs(try #require(report.audioDuration).seconds - movie.duration.seconds) < 0.034)
    #expect(abs(movie.duration.seconds - 3.5) < 0.035)
    #expect(report.sync.count == 3 && report.sync.allSatisfy { $0.offset.magnitude.seconds < 0.01 })
    #expect(movie.droppedFrameCount == 0 && movie.hasAudio && movie.audioFiller.seconds < 0.03)
    let decoded = try ForeignTool.ffmpeg.attempt(["-v", "warning", "-i", movie.path, "-f", "null", "-"])
    #expect(decoded.status == 0 && decoded.errors.isEmpty, "\(decoded.errors)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["walk.mov"])
  }

  @Test("exiftool reads who made it and when, and how it is turned")
  func metadata() async throws {
    let folder = try TemporaryFolder()
    let bench = try await RecordingBench(files: DiskFiles())
    let connection = try #require(await bench.session.connections.first { $0.output === bench.movies })
    try connection.setVideoRotationAngle(90)
    try await bench.start()
    try await bench.record(to: folder.path + "/1.mov", for: 1)
    bench.movies.stopRecording()
    await bench.advance(0.5)
    let tags = try #require(
      try ForeignTool.exiftool.json(["-json", "-n", folder.path + "/1.mov"]) as? [[String: Any]])
    let text = { (name: String) in tags.first?[name].map { "\($0)" } }
    #expect(text("MIMEType") == "video/quicktime" && text("MajorBrand") == "qt  ")
    #expect(text("Make") == "livecam" && text("Model") == "Simulated camera camera" && text("Software") == "livecam")
    #expect(text("ImageWidth") == "320" && text("ImageHeight") == "240" && text("Rotation") == "90")
    #expect(text("CreationDate")?.isEmpty == false && text("Warning") == nil && text("Error") == nil)
  }

  @Test("sound as plain samples, HEVC, and no sound at all", arguments: ["pcm", "hevc", "silent"])
  func otherCodings(what: String) async throws {
    let folder = try TemporaryFolder()
    let bench = try await RecordingBench(files: DiskFiles(), hasSound: what != "silent") { configuration in
      if what == "pcm" { configuration.audioCoding = .linearPCM }
    }
    if what == "hevc" { bench.movies.videoCodecType = .hevc }
    try await bench.start()
    try await bench.record(to: folder.path + "/1.mov", for: 2.5)
    bench.movies.stopRecording()
    await bench.advance(0.5)
    #expect(bench.delegate.errors.count == 1 && bench.delegate.errors.compactMap { $0 }.isEmpty)
    let report = try MovieProbe().report(onMovie: folder.path + "/1.mov")
    #expect((74...75).contains(report.frames.count) && report.frames.allSatisfy { $0.code != nil })
    if what == "silent" {
      #expect(report.audioDuration == nil)
    } else {
      #expect(report.sync.count >= 2 && report.sync.allSatisfy { $0.offset.magnitude.seconds < 0.01 })
      #expect(abs(try #require(report.audioDuration).seconds - 2.5) < 0.05)
    }
  }

  @Test("however long it records, the disk has all but the last fragment")
  func boundedMemory() async throws {
    let files = WatchedFileStore()
    let bench = try await RecordingBench(files: files)
    try await bench.start(thenFor: 1)
    try bench.movies.startRecording(to: "1.mov", delegate: bench.delegate)
    var largest = 0
    for _ in 0..<20 {
      await bench.advance(1)
      largest = max(largest, bench.movies.recordedFileSize - files.writtenBytes)
    }
    #expect(files.writtenBytes > 4 * largest, "\(largest) bytes wait, \(files.writtenBytes) are written")
    #expect(files.files.isEmpty, "it has no name before it is whole")
    bench.movies.stopRecording()
    await bench.advance(0.5)
    #expect(files.files["1.mov"]?.count == files.writtenBytes)
  }

  @Test("stills are taken while it records, Live Photos are not, and the next movie can begin at once")
  func stillsMeanwhile() async throws {
    let files = MemoryFiles()
    let bench = try await RecordingBench(files: files)
    try await bench.start()
    try await bench.record(for: 1)
    let photos = DelegateLog(clock: bench.clock)
    try bench.photos.capturePhoto(with: PhotoSettings(), delegate: photos)
    #expect(throws: CaptureError.self) {
      try bench.photos.capturePhoto(with: PhotoSettings(livePhotoMoviePath: "live.mov"))
    }
    let again = #expect(throws: CaptureError.self) { try bench.movies.startRecording(to: "2.mov") }
    #expect(again?.code == .recordingInProgress && again?.avErrorCode == -11_859)
    await bench.advance(1)
    #expect(CaptureStep.course(of: 1, in: photos.timeline) == "B W C P F")
    bench.movies.stopRecording()
    try await bench.record(to: "2.mov", for: 1)
    bench.movies.stopRecording()
    await bench.advance(0.5)
    #expect(bench.delegate.calls.sorted() == ["finish 1.mov", "finish 2.mov", "start 1.mov", "start 2.mov"])
    #expect(files.files.keys.sorted() == ["1.mov", "2.mov"])
  }

  @Test("an encoder that falls behind costs frames, not memory, and the movie is whole")
  func backlog() async throws {
    let files = MemoryFiles()
    let bench = try await RecordingBench(files: files)
    let events = bench.movies.events
    try await bench.start()
    try await bench.record(for: 1)
    // Nothing is encoded while nobody settles.
    bench.clock.fallBehind(by: MediaTime(value: 5, timescale: 1))
    await bench.advance(1)
    bench.movies.stopRecording()
    await bench.advance(0.5)
    let movie = try #require(await RecordingBench.movie(in: events))
    #expect((85...92).contains(movie.droppedFrameCount), "two of five seconds wait, the rest is dropped")
    #expect(abs(movie.duration.seconds - 7) < 0.05 && movie.frameCount + movie.droppedFrameCount == 210)
    #expect(files.files["1.mov"]?.count == movie.byteCount)
  }
}

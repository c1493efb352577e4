import CaptureCodecs
import Diagnostics
import FileStorage
import LiveCapture
import LiveCaptureTesting
import MediaCore
import Simulator
import Synchronization
import Testing

/// Movies that come with their bytes, and delegates that hear events.
@Suite struct HandedOverMovieTests {
  /// Writes down everything, and does some work for the still.
  private final class EventLog: CaptureEventDelegate {
    let events = Mutex<[CaptureEvent]>([])

    func photoOutput(_ output: PhotoOutput, didEmit event: CaptureEvent, timer: CaptureTimer?) {
      events.withLock { $0.append(event) }
      guard case .didFinishProcessingPhoto(_, _, let time) = event else { return }
      timer?.delegateRecorder.add(StageSpan(wallNanoseconds: 5), to: .write)
      timer?.mark(.stillSaved, at: time)
    }
  }

  private func settings(_ destination: LivePhotoMovieDestination) -> PhotoSettings {
    var settings = PhotoSettings()
    settings.livePhotoMovieDestination = destination
    return settings
  }

  private func bench(
    _ files: MemoryFiles, stageClock: (any StageClock)? = nil
  ) async throws -> CaptureBench {
    var setup = CaptureBench.Setup(media: .standard)
    setup.files = files
    setup.stageClock = stageClock
    let bench = try await CaptureBench(setup)
    try await bench.session.startRunning()
    await bench.advance(by: MediaTime(value: 2, timescale: 1))
    return bench
  }

  @Test("a movie that is handed over has the bytes that its file would have, and no file")
  func bytes() async throws {
    let (files, written) = (MemoryFiles(), MemoryFiles())
    let log = EventLog()
    let bench = try await bench(files)
    try bench.output.capturePhoto(with: settings(.handedOver), delegate: log)
    await bench.advance(by: MediaTime(value: 4, timescale: 1))
    let other = try await self.bench(written)
    try other.output.capturePhoto(with: settings(.file("1.mov")), delegate: other.delegate)
    await other.advance(by: MediaTime(value: 4, timescale: 1))
    #expect(log.events.withLock { String($0.map { CaptureStep($0).rawValue }) } == "BWCPRMF")
    let movies = log.events.withLock { events in
      events.compactMap { event -> CapturedMovie? in
        if case .didFinishProcessingMovie(let movie, _, _, _) = event { movie } else { nil }
      }
    }
    let movie = try #require(movies.first)
    #expect(movie.path == "" && movie.fileDataRepresentation()?.count == movie.byteCount)
    #expect(movie.fileDataRepresentation() == written.files["1.mov"])
    #expect(movie.withoutFileData().fileDataRepresentation() == nil)
    #expect(files.files.isEmpty)
    for event in log.events.withLock({ $0 }) { #expect(event.resolvedSettings.livePhotoMoviePath == nil) }
  }

  @Test("a delegate that cannot be handed bytes is refused them")
  func refused() async throws {
    let bench = try await bench(MemoryFiles())
    let error = #expect(throws: CaptureError.self) {
      try bench.output.capturePhoto(with: settings(.handedOver), delegate: bench.delegate)
    }
    #expect(error?.rule == .delegateReceivesMovie)
    #expect(bench.delegate.timeline == "")
  }

  @Test("what a delegate measures is in the capture's timings, and its files are no work of the delegate's")
  func timings() async throws {
    let log = EventLog()
    let bench = try await bench(MemoryFiles(), stageClock: SteppingStageClock())
    let measured = bench.output.timings
    let id = try bench.output.capturePhoto(with: settings(.handedOver), delegate: log)
    await bench.advance(by: MediaTime(value: 4, timescale: 1))
    let timings = try #require(await measured.first { $0.resolvedSettings.uniqueID == id })
    #expect(timings.work[.write] == StageTotals(StageSpan(wallNanoseconds: 5)), "no movie was written")
    #expect(timings.work[.delegate].count == 7)
    #expect(timings.marks[.stillSaved] == timings.marks[.stillReady])
  }
}

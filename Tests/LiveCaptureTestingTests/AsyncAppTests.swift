import ByteCoding
import CaptureScripts
import LiveCapture
import LiveCaptureTesting
import MediaCore
import Simulator
import Synchronization
import Testing

/// Apps in the shape of Apple's present sample: an actor that captures, a delegate that resumes a continuation, and a
/// model on the main actor that follows a stream.
@Suite struct AsyncAppTests {
  @Test("a hundred runs of an async app have equal logs and equal bytes")
  func repeatable() async throws {
    var logs: Set<[String]> = []
    for _ in 0..<100 {
      let bench = try await AppBench { world in try await Model(world) }
      try await bench.run { try await $0.start() }
      await bench.pass(.seconds(2))
      try await bench.run { model in
        async let one = model.service.shoot()
        async let two = model.service.shoot()
        model.note("took \(try await one) and \(try await two)")
        await model.settleDown()
      }
      try await bench.run { try await $0.service.stop() }
      var log = bench.app.log
      for (name, bytes) in bench.world.files.files.sorted(by: { $0.key < $1.key }) {
        log.append("\(name): \(bytes.count) bytes, \(Checksum.fnv1a(bytes))")
      }
      logs.insert(log)
    }
    #expect(logs.count == 1)
    let log = try #require(logs.first)
    #expect(log.first == "LIVE 0" && log.contains("LIVE 2") && log.contains("took 1 and 2"), "\(log)")
    #expect(log.suffix(2).allSatisfy { $0.hasPrefix("movie-") && !$0.contains(": 0 bytes") }, "\(log)")
  }

  @Test("an operation ends at the instant at which it can, and time stands still then")
  func instant() async throws {
    let bench = try await AppBench { world in try await Model(world) }
    try await bench.run { try await $0.start() }
    await bench.pass(.seconds(2))
    let before = bench.clock.now
    _ = try await bench.run { try await $0.service.shoot() }
    let duration = (bench.clock.now - before).seconds
    // The half of a Live Photo that is to come, and the frame that ends it; then three events 10 ms apart.
    #expect(duration > 1.5 && duration < 1.6, "\(duration)")
    let later = bench.clock.now
    #expect(try await bench.run { _ in 7 } == 7)
    #expect(bench.clock.now == later)
  }

  @Test("an operation that throws throws; one that never ends is named, with the capture that it waits for")
  func mistakes() async throws {
    struct Refusal: Error {}
    let bench = try await AppBench { world in try await Model(world) }
    await #expect(throws: Refusal.self) { try await bench.run { _ in throw Refusal() } }
    let idle = await #expect(throws: UnendedOperation.self) {
      try await bench.run { _ in
        await withCheckedContinuation { (never: CheckedContinuation<Void, Never>) in keep(never) }
      }
    }
    #expect("\(try #require(idle))".contains("nothing more is due on the clock"))
    try await bench.run { try await $0.start() }
    await bench.pass(.seconds(2))
    let forgotten = await #expect(throws: UnendedOperation.self) {
      try await bench.run(within: .seconds(5)) { model in try await model.service.shoot(resumes: false) }
    }
    let text = "\(try #require(forgotten))"
    #expect(text.contains("has not ended within 5.0 s") && text.contains("has finished"), "\(text)")
    #expect(text.contains("B W C P R M F") && text.contains("didFinishCaptureFor"), "\(text)")
    let early = await #expect(throws: UnendedOperation.self) {
      try await bench.run(within: .seconds(1)) { try await $0.service.shoot() }
    }
    #expect("\(try #require(early))".contains("is under way: B W C P, the last at"), "\(early.map { "\($0)" } ?? "")")
    await bench.pass(.seconds(5))
    let released = await #expect(throws: UnendedOperation.self) {
      try await bench.run(within: .seconds(5)) { try await $0.service.shoot(keepsDelegate: false) }
    }
    #expect("\(try #require(released))".contains("was released before willBeginCaptureFor; keep it until"))
    let report = await bench.finish()
    #expect(report.problems.contains { $0.contains("was released before willBeginCaptureFor") }, "\(report)")
  }

  @Test("time that is moved past a session's work ends the process and says what to write")
  func forgottenSettling() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let bench = try await AppBench { world in try await PlainApp(world) }
      try await bench.run { try await $0.session.startRunning() }
      bench.clock.advance(by: .seconds(2))
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("Move it by advance(by:settling: session)"), "\(text)")
  }

  @Test("an app's tasks, its main actor among them, run at the instant that set them off")
  func eventually() async throws {
    let bench = try await AppBench { world in try await Model(world) }
    try await bench.run { try await $0.start() }
    await bench.pass(.seconds(2))
    try await bench.run { $0.press() }
    #expect(await bench.eventually(within: .seconds(1)) { await $0.liveCount == 1 })
    #expect(await bench.eventually { await $0.liveCount == 0 })
    #expect(await bench.eventually(within: .seconds(1)) { await $0.liveCount == 5 } == false)
  }
}

/// Never resumed, and kept, so that the runtime has nothing to complain of.
private let kept = Mutex<[CheckedContinuation<Void, Never>]>([])
private func keep(_ continuation: CheckedContinuation<Void, Never>) { kept.withLock { $0.append(continuation) } }

/// The camera side: one capture after the other, each a continuation.
private actor Service {
  nonisolated let session: CaptureSession
  nonisolated let output = PhotoOutput()
  private var delegates: [CaptureID: Delegate] = [:]
  private var count = 0

  init(_ world: AppBench<Model>.World) async throws {
    session = try await .plain(world.system, world.environment, output)
  }

  func start() async throws { try await session.startRunning() }
  func stop() async throws { try await session.stopRunning() }

  func shoot(resumes: Bool = true, keepsDelegate: Bool = true) async throws -> Int {
    count += 1
    let number = count
    let settings = PhotoSettings(livePhotoMoviePath: "movie-\(number).mov")
    defer { delegates[settings.uniqueID] = nil }
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      let delegate = Delegate { error in
        guard resumes else { return }
        if let error { continuation.resume(throwing: error) } else { continuation.resume() }
      }
      if keepsDelegate { delegates[settings.uniqueID] = delegate }
      do { try output.capturePhoto(with: settings, delegate: delegate) } catch { continuation.resume(throwing: error) }
    }
    return number
  }
}

private final class Delegate: PhotoProcessingDelegate, LivePhotoCaptureDelegate {
  private let didFinish: @Sendable (CaptureError?) -> Void

  init(_ didFinish: @escaping @Sendable (CaptureError?) -> Void) { self.didFinish = didFinish }

  func photoOutput(_ output: PhotoOutput, didFinishProcessingPhoto photo: CapturePhoto, error: CaptureError?) {}

  func photoOutput(
    _ output: PhotoOutput, didFinishProcessingLivePhotoToMovieFileAt path: String, duration: MediaTime,
    photoDisplayTime: MediaTime, resolvedSettings: ResolvedPhotoSettings, error: CaptureError?
  ) {}

  func photoOutput(
    _ output: PhotoOutput, didFinishCaptureFor settings: ResolvedPhotoSettings, error: CaptureError?
  ) {
    didFinish(error)
  }
}

/// What a view shows: it follows the output's count from a task that is the model's own.
private final class Model: Sendable {
  let service: Service
  private let lines = Mutex<[String]>([])
  @MainActor private var shown = 0

  var log: [String] { lines.withLock { $0 } }

  init(_ world: AppBench<Model>.World) async throws { service = try await Service(world) }

  func note(_ line: String) { lines.withLock { $0.append(line) } }

  func start() async throws {
    let counts = service.output.liveIndicator.counts
    Task { [weak self] in for await count in counts { await self?.show(count) } }
    try await service.start()
  }

  func press() { Task { try await service.shoot() } }

  @MainActor var liveCount: Int { shown }

  @MainActor private func show(_ count: Int) {
    shown = count
    note("LIVE \(count)")
  }

  func settleDown() async { await Task { @MainActor in note("settled at LIVE \(shown)") }.value }
}

import CaptureDevices
import Glibc
import LiveCapture
import MediaCore

/// Leads a session with several cameras through being armed and one shutter.
struct CameraCourse {
  let clock: any MediaClock
  let session: CaptureSession
  let outputs: [PhotoOutput]

  /// What a camera's shutter brought.
  private struct Shot: Sendable {
    var stillTime = MediaTime.invalid
    var stillSequence: UInt64 = 0
    var frames = 0
    var drops = 0
    var failure: CaptureError?

    init(_ events: [CaptureEvent]) {
      failure = events.lazy.compactMap(\.error).first
      for event in events {
        switch event {
        case .didFinishProcessingPhoto(let photo, _, _):
          stillTime = photo.timestamp
          stillSequence = photo.sequence ?? 0
        case .didFinishProcessingMovie(let movie?, _, _, _):
          frames = movie.frameCount
          drops = movie.droppedFrameCount
        default: break
        }
      }
    }
  }

  /// Lets time pass.
  func wait(seconds: Double) async {
    let end = clock.now + MediaTime(seconds: seconds, preferredTimescale: 1_000_000_000)
    await withCheckedContinuation { continuation in _ = clock.schedule(at: end) { continuation.resume() } }
  }

  /// Processor time of this process and frames of all cameras over so many seconds.
  func measureArmed(seconds: Double) async throws {
    let (begin, before) = (processorSeconds(), try await counts())
    let instant = clock.now
    await wait(seconds: seconds)
    let (cpu, after) = (processorSeconds() - begin, try await counts())
    Terminal.tell(
      """
      {"event": "armed", "cpu": \(cpu), "seconds": \((clock.now - instant).seconds), \
      "received": \(zip(after.received, before.received).map { $0 - $1 }), "skipped": \(after.skipped)}
      """)
  }

  /// One shutter for all cameras.
  func shoot(into folder: String) async throws {
    let shutter = clock.now
    let shots = try await withThrowingTaskGroup(of: (Int, Shot).self) { group in
      for (number, output) in outputs.enumerated() {
        let events = output.events
        let settings = PhotoSettings(livePhotoMoviePath: "\(folder)/\(number + 1).mov", shutterTime: shutter)
        let id = try output.capturePhoto(with: settings)
        group.addTask { (number, await Self.shot(id, events)) }
      }
      var shots: [(number: Int, shot: Shot)] = []
      for try await (number, shot) in group { shots.append((number, shot)) }
      return shots.sorted { $0.number < $1.number }.map(\.shot)
    }
    let (_, skipped) = try await counts()
    let failures = shots.compactMap { $0.failure.map { "\"\($0.code)\"" } }.joined(separator: ", ")
    Terminal.tell(
      """
      {"event": "shot", "shutter": \(shutter.seconds), "stills": \(shots.map { $0.stillTime.seconds }), \
      "sequences": \(shots.map(\.stillSequence)), "frames": \(shots.map(\.frames)), "drops": \(shots.map(\.drops)), \
      "skipped": \(skipped), "failures": [\(failures)]}
      """)
  }

  /// What the events of a capture tell, once it is over.
  private static func shot(_ id: CaptureID, _ events: AsyncStream<CaptureEvent>) async -> Shot {
    var heard: [CaptureEvent] = []
    for await event in events where event.resolvedSettings.uniqueID == id {
      heard.append(event)
      if case .didFinishCapture = event { break }
    }
    return Shot(heard)
  }

  private func counts() async throws -> (received: [Int], skipped: [Int]) {
    var (received, skipped): ([Int], [Int]) = ([], [])
    for input in await session.inputs {
      guard let statistics = await session.statistics(of: input) else { continue }
      received.append(statistics.received)
      skipped.append(statistics.skippedCount)
    }
    return (received, skipped)
  }

  private func processorSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

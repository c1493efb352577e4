import CaptureDevices
import Glibc
import MediaCore
import Synchronization

@testable import LinuxDevices

/// A PCM that follows a script instead of a sound card: what each wake-up finds, without waiting for real time.
///
/// The samples are a count, so that a test can tell which frames it got: every byte of frame *n* is *n* mod 251,
/// plus one, and thus never zero. Unread sound is lost at a restart, as it is in the kernel.
final class ALSAScriptedStream: ALSAStream {
  /// What a wake-up finds.
  enum Step: Sendable {
    /// So many new frames; the driver's clock stamps them with so many nanoseconds.
    case sound(Int, at: Int64)
    /// So many new frames that can't be read, because of this error number.
    case unreadable(Int, at: Int64, errno: Int32)
    /// No sound, but this state.
    case state(ALSAStatus.State)
    /// The wait fails.
    case waitFailure(Int32)
    /// The user stops, in the middle of everything.
    case stop
  }

  /// A call that the loop made to mend something.
  enum Call: Sendable, Equatable {
    case restart, resume, pause, close
  }

  private struct Script {
    var steps: [Step]
    var restartResults: [Int32] = []
    var resumeResults: [Int32] = []
    var calls: [Call] = []
    var status = ALSAStatus(state: .running, available: 0, time: .zero)
    var readError: Int32?
    var frame = 0
  }

  let format: AudioFormat
  let periodFrames: Int
  /// The most frames that one read gives.
  private let readLimit: Int
  /// Whether the end of the script stops the stream; otherwise the stream then waits to be stopped.
  private let endsByItself: Bool
  private let script: Mutex<Script>

  /// A PCM with a script. A result of `resume` above zero says that it worked although the PCM sleeps on, as
  /// plugins do.
  init(
    _ steps: [Step], format: AudioFormat = AudioFormat(sampleRate: 48_000, channelCount: 2, sampleFormat: .s16),
    periodFrames: Int = 480, readLimit: Int = .max, restartResults: [Int32] = [], resumeResults: [Int32] = [],
    endsByItself: Bool = true
  ) {
    self.format = format
    self.periodFrames = periodFrames
    self.readLimit = readLimit
    self.endsByItself = endsByItself
    script = Mutex(Script(steps: steps, restartResults: restartResults, resumeResults: resumeResults))
  }

  /// The calls made so far, reads and waits left out.
  var calls: [Call] { script.withLock { $0.calls } }

  func restart() -> Int32 {
    script.withLock { script in
      script.calls.append(.restart)
      script.frame += script.status.available
      script.status = ALSAStatus(state: .running, available: 0, time: script.status.time)
      return script.restartResults.isEmpty ? 0 : script.restartResults.removeFirst()
    }
  }

  func wait(stop: StopSignal) -> ALSAWake {
    let wake = script.withLock { script -> ALSAWake? in
      guard !script.steps.isEmpty else { return endsByItself ? .stopped : nil }
      script.readError = nil
      switch script.steps.removeFirst() {
      case .sound(let frames, let time):
        script.status = ALSAStatus(
          state: .running, available: script.status.available + frames, time: MediaTime(nanoseconds: time))
      case .unreadable(let frames, let time, let errno):
        script.status = ALSAStatus(
          state: .running, available: script.status.available + frames, time: MediaTime(nanoseconds: time))
        script.readError = errno
      case .state(let state): script.status.state = state
      case .waitFailure(let errno): return .failed(errno)
      case .stop: return .stopped
      }
      return .ready
    }
    if let wake { return wake }
    var descriptor = pollfd(fd: stop.descriptor, events: Int16(POLLIN), revents: 0)
    while poll(&descriptor, 1, -1) < 0 {}
    return .stopped
  }

  func pause(stop: StopSignal, milliseconds: Int32) -> Bool {
    script.withLock { $0.calls.append(.pause) }
    return stop.isRaised
  }

  func status() -> ALSAStatus { script.withLock { $0.status } }

  func read(into memory: UnsafeMutableRawPointer, frames: Int) -> Int {
    script.withLock { script in
      if let error = script.readError { return Int(-error) }
      let count = min(frames, readLimit, script.status.available)
      guard count > 0 else { return Int(-EAGAIN) }
      for index in 0..<count {
        (memory + index * format.frameBytes).initializeMemory(
          as: UInt8.self, repeating: Self.byte(ofFrame: script.frame + index), count: format.frameBytes)
      }
      script.frame += count
      script.status.available -= count
      return count
    }
  }

  func resume() -> Int32 {
    script.withLock { script in
      script.calls.append(.resume)
      let result = script.resumeResults.isEmpty ? -ENOSYS : script.resumeResults.removeFirst()
      if result == 0 { script.status.state = .running }
      return min(result, 0)
    }
  }

  func close() { script.withLock { $0.calls.append(.close) } }

  /// What every byte of a captured frame is.
  static func byte(ofFrame frame: Int) -> UInt8 { UInt8(frame % 251 + 1) }
}

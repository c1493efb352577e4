public import Dispatch
public import MediaCore
import Synchronization

/// Hands an app each stretch of sound as it arrives, on a queue of the app's.
///
/// Chunks share their bytes with the ring; beyond ``maximumWaiting`` they are dropped and counted. Stands for
/// `AVCaptureAudioDataOutput`.
public final class AudioDataOutput: CaptureOutput {
  private struct State {
    weak var delegate: (any AudioDataOutputDelegate)?
    var queue: DispatchQueue?
    var statistics = DataOutputStatistics()
    var inFlight = 0
  }

  /// The most chunks that wait for the delegate.
  public static let maximumWaiting = 128

  private let state = Mutex(State())

  /// Creates an output, to be added to a session.
  public init() {}

  /// Sets the delegate that receives sound, held weakly, and its queue, which must be serial. `nil` removes the
  /// delegate.
  public func setSampleBufferDelegate(_ delegate: (any AudioDataOutputDelegate)?, queue: DispatchQueue?) {
    state.withLock { state in
      state.delegate = delegate
      state.queue = queue ?? DispatchQueue(label: "livecam.audio-data-output.delegate")
    }
  }

  /// The number of chunks that were delivered and dropped since the output was made.
  public var statistics: DataOutputStatistics { state.withLock { $0.statistics } }

  func take(_ chunk: AudioChunk, from connection: CaptureConnection, _ scheduler: any WorkScheduler) {
    state.withLock { state in
      guard state.delegate != nil, let queue = state.queue else { return }
      guard state.inFlight < Self.maximumWaiting else {
        state.statistics.dropped[.outOfBuffers, default: 0] += 1
        return
      }
      state.inFlight += 1
      scheduler.run(on: queue) { self.deliver(chunk, from: connection) }
    }
  }

  private func deliver(_ chunk: AudioChunk, from connection: CaptureConnection) {
    let delegate = state.withLock { state in
      if state.delegate != nil { state.statistics.delivered += 1 }
      return state.delegate
    }
    delegate?.captureOutput(self, didOutput: chunk, from: connection)
    state.withLock { $0.inFlight -= 1 }
  }
}

/// Receives sound as it arrives, one call at a time.
///
/// Stands for `AVCaptureAudioDataOutputSampleBufferDelegate`.
public protocol AudioDataOutputDelegate: AnyObject, Sendable {
  /// A stretch of sound has arrived: its samples, and the instant of the first on the session's clock.
  func captureOutput(_ output: AudioDataOutput, didOutput chunk: AudioChunk, from connection: CaptureConnection)
}

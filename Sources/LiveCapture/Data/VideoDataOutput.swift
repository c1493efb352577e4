import Diagnostics
public import Dispatch
public import MediaCore
import Synchronization

/// Delivers each frame to an app as it arrives, on a queue of the app's.
///
/// Frames do not accumulate: those that arrive while the app is busy with another are dropped and reported to its
/// delegate, and neither the camera nor the ring waits. Live Photos can be taken at the same time. Stands for
/// `AVCaptureVideoDataOutput`.
public final class VideoDataOutput: CaptureOutput {
  private struct State {
    weak var delegate: (any VideoDataOutputDelegate)?
    var queue: DispatchQueue?
    var discardsLateFrames = true
    var pixelFormat: PixelFormat?
    var statistics = DataOutputStatistics()
    /// Frames that were handed to the queue and that the delegate has not come back from.
    var inFlight = 0
    var lent = 0
    var drops: [(frame: DroppedVideoFrame, connection: CaptureConnection)] = []
  }

  /// The most frames that wait for a delegate that wants late ones too.
  public static let maximumWaiting = 8
  /// The largest number of frames that an app may hold. Beyond it, all frames are dropped until the app releases some.
  public static let maximumHeld = 16
  // Drops beyond so many are counted, and not told of one by one.
  private static let maximumTold = 64

  private let state = Mutex(State())

  /// Creates an output, to be added to a session.
  public init() {}

  /// The pixel formats that frames can be turned into, as ``setVideoPixelFormat(_:)`` takes them.
  public var availableVideoPixelFormatTypes: [PixelFormat] { PixelFormat.uncompressed }

  /// The format that frames are converted to before they are delivered; `nil`, the default, delivers them as captured.
  public var videoPixelFormat: PixelFormat? { state.withLock { $0.pixelFormat } }

  /// Sets what frames are turned into, from the next one on.
  /// - Throws: ``CaptureError`` naming `formatIsAvailable`.
  public func setVideoPixelFormat(_ format: PixelFormat?) throws(CaptureError) {
    if let format, !availableVideoPixelFormatTypes.contains(format) {
      throw CaptureError(
        breaking: .formatIsAvailable, context: "videoPixelFormat",
        "take one of \(availableVideoPixelFormatTypes.map(\.description).joined(separator: ", "))")
    }
    state.withLock { $0.pixelFormat = format }
  }

  /// A Boolean value that indicates whether frames that arrive while the delegate is busy are dropped at once.
  /// Otherwise up to ``maximumWaiting`` frames wait.
  public var alwaysDiscardsLateVideoFrames: Bool {
    get { state.withLock { $0.discardsLateFrames } }
    set { state.withLock { $0.discardsLateFrames = newValue } }
  }

  /// Sets the delegate that receives frames, held weakly, and its queue, which must be serial. `nil` removes the
  /// delegate.
  public func setSampleBufferDelegate(_ delegate: (any VideoDataOutputDelegate)?, queue: DispatchQueue?) {
    state.withLock { state in
      state.delegate = delegate
      state.queue = queue ?? DispatchQueue(label: "livecam.video-data-output.delegate")
    }
  }

  /// The number of frames that were delivered and dropped since the output was made.
  public var statistics: DataOutputStatistics { state.withLock { $0.statistics } }

  func take(
    _ frame: VideoFrame, from connection: CaptureConnection, _ scheduler: any WorkScheduler,
    _ pictures: any PictureConverting
  ) {
    state.withLock { state in
      guard state.delegate != nil, let queue = state.queue else { return }
      if let reason = Self.reasonToDrop(state) {
        if state.drops.isEmpty { scheduler.run(on: queue) { self.tellDrops() } }
        return Self.drop(frame, reason, connection, &state)
      }
      state.inFlight += 1
      state.lent += 1
      scheduler.run(on: queue) { self.deliver(frame, from: connection, pictures) }
    }
  }

  private static func reasonToDrop(_ state: State) -> DroppedVideoFrame.Reason? {
    if state.discardsLateFrames, state.inFlight > 0 { return .frameWasLate }
    return state.inFlight >= maximumWaiting || state.lent >= maximumHeld ? .outOfBuffers : nil
  }

  private static func drop(
    _ frame: VideoFrame, _ reason: DroppedVideoFrame.Reason, _ connection: CaptureConnection, _ state: inout State,
    cause: CodingError? = nil
  ) {
    state.statistics.dropped[reason, default: 0] += 1
    guard state.drops.count < maximumTold else { return }
    let dropped = DroppedVideoFrame(time: frame.time, sequence: frame.sequence, reason: reason, cause: cause)
    state.drops.append((dropped, connection))
  }

  private func deliver(
    _ frame: VideoFrame, from connection: CaptureConnection, _ pictures: any PictureConverting
  ) {
    let lease = Lease(self)
    defer { state.withLock { $0.inFlight -= 1 } }
    let (delegate, format) = state.withLock { ($0.delegate, $0.pixelFormat) }
    guard let delegate else { return }
    do throws(CodingError) {
      let picture = if let format { try pictures.convert(frame, to: format, size: nil) } else { frame }
      state.withLock { $0.statistics.delivered += 1 }
      delegate.captureOutput(self, didOutput: VideoSampleBuffer(picture, lease), from: connection)
    } catch {
      state.withLock { Self.drop(frame, .damaged, connection, &$0, cause: error) }
      tellDrops()
    }
  }

  private func tellDrops() {
    let (delegate, drops) = state.withLock { state in
      defer { state.drops = [] }
      return (state.delegate, state.drops)
    }
    for (frame, connection) in drops { delegate?.captureOutput(self, didDrop: frame, from: connection) }
  }

  /// Says when the app has let go of a frame.
  final class Lease: Sendable {
    private let output: VideoDataOutput

    init(_ output: VideoDataOutput) { self.output = output }

    deinit { output.state.withLock { $0.lent -= 1 } }
  }
}

/// Receives frames as they arrive, one call at a time.
///
/// Stands for `AVCaptureVideoDataOutputSampleBufferDelegate`.
public protocol VideoDataOutputDelegate: AnyObject, Sendable {
  /// A frame has arrived.
  func captureOutput(
    _ output: VideoDataOutput, didOutput sampleBuffer: VideoSampleBuffer, from connection: CaptureConnection)
  /// A frame has arrived and is not delivered. Of many at once only the first are told; the statistics count all.
  func captureOutput(
    _ output: VideoDataOutput, didDrop frame: DroppedVideoFrame, from connection: CaptureConnection)
}

extension VideoDataOutputDelegate {
  /// Does nothing.
  public func captureOutput(
    _ output: VideoDataOutput, didDrop frame: DroppedVideoFrame, from connection: CaptureConnection
  ) {}
}

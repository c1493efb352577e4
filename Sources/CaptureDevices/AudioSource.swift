public import MediaCore

/// A microphone that is open and set to a format.
///
/// A real microphone, a scene or a fixture. `start` and `stop` may be called anywhere but inside the sink's calls.
public protocol AudioSource: AnyObject, Sendable {
  /// The microphone.
  var device: AudioDevice { get }
  /// The shape of every chunk.
  var format: AudioFormat { get }

  /// Begins to deliver sound to `sink`, which is held until `stop` or failure.
  /// - Throws: ``DeviceError`` when the microphone does not start. A running source throws `.invalidState`.
  func start(delivering sink: any AudioSink) throws(DeviceError)

  /// Ends delivery: when it returns, the sink is not being called and will not be. Harmless when not running.
  func stop()
}

/// A receiver of a microphone's sound. Calls come one at a time, on a thread of the source's own, and must be short.
public protocol AudioSink: AnyObject, Sendable {
  /// Sound, lent for the call. Positions have no gap: what was lost comes as a filler of the measured length.
  func audioSource(_ source: any AudioSource, didCapture chunk: BorrowedAudioChunk)
  /// An overrun or a suspension lost `frames` frames, which the next chunks make good as filler.
  func audioSource(_ source: any AudioSource, didLose frames: Int)
  /// The stream has ended by itself; nothing follows. `stop` has still to be called.
  func audioSource(_ source: any AudioSource, didFail error: DeviceError)
}

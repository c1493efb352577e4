import MediaCore

/// One capture PCM, open and set to a format, as ``ALSACaptureLoop`` sees it.
///
/// Real for microphones, scripted in tests. Calls follow those of libasound and return its negative error
/// numbers. Only one thread at a time uses a stream.
protocol ALSAStream: AnyObject, Sendable {
  /// The shape of the sound, as the driver really gave it.
  var format: AudioFormat { get }
  /// The frames of one period, the unit in which sound arrives.
  var periodFrames: Int { get }
  /// Makes the PCM ready and starts it, from whatever state it is in. `snd_pcm_prepare`, `snd_pcm_start`.
  func restart() -> Int32
  /// Waits until there is sound, the state has changed or `stop` is raised. `poll`.
  func wait(stop: StopSignal) -> ALSAWake
  /// Waits for `stop` alone, `milliseconds` at most; returns whether it has been raised.
  func pause(stop: StopSignal, milliseconds: Int32) -> Bool
  /// The state, and both clocks read together. `snd_pcm_status`.
  func status() -> ALSAStatus
  /// Copies up to `frames` frames to `memory`, which has room for them, and returns how many. `snd_pcm_readi`.
  func read(into memory: UnsafeMutableRawPointer, frames: Int) -> Int
  /// Wakes the PCM from suspension; `-EAGAIN` when it is not awake yet. `snd_pcm_resume`.
  func resume() -> Int32
  /// Gives the device back. Nothing else may be called afterwards; calling it again is harmless.
  func close()
}

public import LiveCapture
public import MediaCore
public import Simulator

/// An action that can be done in a step.
public enum ScriptAction: Sendable, Hashable {
  /// Presses the shutter.
  case press(ScriptPress)
  /// Sets the state of the flash: ready, or too hot.
  case flash(CaptureScript.FlashState)
  /// Releases the delegate of a capture.
  case release(capture: Int)
  /// Gives devices an order; no devices stand for the first of the kind that it is for.
  case order(DeviceOrder, to: [String] = [])
  /// Makes every encoder of pictures fail after a number of frames; `nil` lets those that begin from now on work again.
  case failEncoders(afterFrames: Int?)
  /// Makes every encoder of sound fail after a number of its frames; `nil` lets those that begin from now on work
  /// again.
  case failAudioEncoders(afterFrames: Int?)
  /// Makes the next stills fail, as many as given.
  case failStills(Int)
  /// Makes delegates take a time for each call.
  case slowDelegate(MediaTime)
  /// Changes the disk.
  case disk(ScriptDisk)
  /// Puts a file where it is in the way.
  case createFile(String)
  /// Starts the session.
  case start
  /// Stops the session.
  case stop
  /// Sets a preset.
  case preset(SessionPreset)
  /// Enables or disables Live Photos.
  case live(Bool)
  /// Suspends or resumes Live Photos.
  case suspend(Bool)
  /// Switches a feature.
  case feature(CaptureScript.Feature, Bool)
  /// Puts one camera in the place of another.
  case switchCamera(from: String, to: String)
  /// Adds a device to the session.
  case addInput(String)
  /// Removes a device from the session.
  case removeInput(String)
  /// Adds or removes a movie-file output.
  case movieOutput(Bool)
  /// Records a movie with the movie-file output.
  case record(ScriptRecording)
  /// Ends the movie that is recorded.
  case stopRecording
  /// Begins or commits a configuration.
  case configuration(begins: Bool)
  /// Sets a camera to a format, its own or another one's, with or without the lock.
  case activeFormat(ScriptFormat)
  /// Sets the largest size of stills.
  case maxPhotoDimensions(ResolvedPhotoSettings.Dimensions)
  /// Asks the output to be ready for such captures.
  case prepare([ScriptPress.Kind])
  /// Asks the user for access to devices of a kind.
  case requestAccess(MediaType)
  /// The user answers the question about devices of a kind.
  case answer(MediaType, isGranted: Bool)
  /// Finishes the stills that wait: at once, or when the session has ended, as a program would that starts next.
  case finishDeferred(afterRestart: Bool)
  /// Begins an interruption.
  case interrupt(InterruptionReason)
  /// Ends an interruption.
  case endInterruption(InterruptionReason)
  /// Advances the clock by a time.
  case advance(MediaTime)
}

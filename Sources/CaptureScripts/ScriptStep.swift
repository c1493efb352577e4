public import LiveCapture
public import MediaCore
public import Simulator

/// One step of a script: what is done, and when.
public struct ScriptStep: Sendable, Hashable {
  /// When a step is taken.
  public enum Moment: Sendable, Hashable {
    /// At once after the step before it.
    case next
    /// So long after the script's beginning.
    case at(MediaTime)
    /// So long after the step before it.
    case after(MediaTime)
    /// As soon as the first camera has delivered so many frames since it was opened.
    case frame(Int)
  }

  /// When.
  public var moment: Moment
  /// What.
  public var action: ScriptAction
  /// The photo output that it is about; `nil` is the first.
  public var output: String?
  /// Its line in the script, if it has one.
  public var line: Int?

  /// A step from its parts.
  public init(_ moment: Moment = .next, _ action: ScriptAction, output: String? = nil, line: Int? = nil) {
    self.moment = moment
    self.action = action
    self.output = output
    self.line = line
  }
}

/// What can be done in a step.
public enum ScriptAction: Sendable, Hashable {
  /// Presses the shutter.
  case press(ScriptPress)
  /// Lets the flash cool down, or get too hot.
  case flash(CaptureScript.FlashState)
  /// Lets go of the delegate of a capture.
  case release(capture: Int)
  /// Unplugs devices.
  case unplug([String])
  /// Plugs devices in again; of one alone, perhaps under another node, or with another name.
  case replug([String], node: String?, name: String?)
  /// Lets another program have a device, or takes it back.
  case busy(String, Bool)
  /// Spoils so many of a camera's frames; `nil` is the first camera.
  case spoil(FrameFault, frames: Int, camera: String?)
  /// Freezes or thaws devices.
  case freeze([String], Bool)
  /// Sets a camera's clock.
  case stepClock(MediaTime, camera: String?)
  /// Has a camera deliver such a share of its frames only; above 1 it delivers more than its mode says.
  case share(Double, camera: String?)
  /// Loses so many frames of a microphone's sound.
  case overrun(frames: Int, microphone: String?)
  /// Lets every encoder fail after so many frames; `nil` lets those that begin from now on work again.
  case failEncoders(afterFrames: Int?)
  /// Lets every encoder of a microphone's sound fail after so many frames; `nil` lets those that begin from now on work.
  case failAudioEncoders(afterFrames: Int?, microphone: String?)
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
  /// Takes or gives this user's right to open devices.
  case permit([String], Bool)
  /// Finishes the stills that wait: at once, or when the session has ended, as a program would that starts next.
  case finishDeferred(afterRestart: Bool)
  /// Begins an interruption.
  case interrupt(InterruptionReason)
  /// Ends an interruption.
  case endInterruption(InterruptionReason)
  /// Lets time pass.
  case advance(MediaTime)
}

/// A format that a camera is set to.
public struct ScriptFormat: Sendable, Hashable {
  /// The camera; `nil` is the first.
  public var camera: String?
  /// The camera whose format it is; `nil` is the camera itself.
  public var owner: String?
  /// The format's size.
  public var size: ResolvedPhotoSettings.Dimensions
  /// Whether the camera is locked for it, as it has to be.
  public var isLocked = true

  /// A format of the first camera.
  public init(size: ResolvedPhotoSettings.Dimensions) { self.size = size }
}

/// A movie that is recorded by a movie-file output.
public struct ScriptRecording: Sendable, Hashable {
  /// The file's name; `nil` is `recording-1.mov` for the script's first, and so on.
  public var name: String?
  /// How it is compressed.
  public var codec = VideoCodec.h264
  /// How long it may get.
  public var maximumDuration: MediaTime?
  /// How many bytes its file may have.
  public var maximumSize: Int?

  /// A movie of any length.
  public init(name: String? = nil) { self.name = name }
}

/// What can be wrong with the disk.
public enum ScriptDisk: Sendable, Hashable {
  /// Nothing.
  case works
  /// So many more bytes fit.
  case full(atByte: Int)
  /// The folder cannot be written to.
  case unwritable
  /// The folder goes away between question and writing.
  case vanishes
  /// Every movie waits so long before it is written.
  case slow(MediaTime)
}

/// How the shutter is pressed.
public struct ScriptPress: Sendable, Hashable {
  /// What is asked for.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A Live Photo.
    case live
    /// A still.
    case still
    /// A bracket.
    case bracket
    /// A bracket of RAW and processed stills.
    case rawBracket
    /// A RAW still.
    case raw
    /// A RAW still and a processed one.
    case rawAndStill
  }

  /// Who hears of the capture.
  public enum Delegate: String, Sendable, Hashable, CaseIterable {
    /// A delegate that receives everything.
    case full
    /// One that receives stills alone.
    case photos
    /// One that receives no results.
    case bare
    /// Nobody.
    case none
  }

  /// How many of codec and pixel format the request names, of which it must name one.
  public enum Format: String, Sendable, Hashable, CaseIterable {
    /// One, as it has to be.
    case one
    /// Both.
    case both
    /// Neither.
    case neither
  }

  /// How a photo of a bracket is exposed by hand.
  public struct Exposure: Sendable, Hashable {
    /// For so long; `nil` keeps what is set.
    public var duration: MediaTime?
    /// At such a sensitivity, in the camera's own unit; `nil` keeps what is set.
    public var gain: Double?

    /// An exposure from its parts.
    public init(duration: MediaTime? = nil, gain: Double? = nil) {
      self.duration = duration
      self.gain = gain
    }
  }

  /// What is asked for.
  public var kind = Kind.live
  /// How the still is compressed.
  public var codec = PhotoCodec.jpeg
  /// A still as pixels instead.
  public var pixels: PixelFormat?
  /// How the movie is compressed; `nil` is the output's first.
  public var movieCodec: VideoCodec?
  /// The name of the movie's file in the script's folder; `nil` is the capture's number. What lies elsewhere is refused.
  public var movie: String?
  /// Who hears of it.
  public var delegate = Delegate.full
  /// How much the still may cost.
  public var quality = PhotoQualityPrioritization.balanced
  /// The flash.
  public var flash = FlashMode.off
  /// How the picture is turned.
  public var orientation: Orientation?
  /// A preview of such a size.
  public var preview: ResolvedPhotoSettings.Dimensions?
  /// How long before the call the shutter was pressed.
  public var lag = MediaTime.zero
  /// The biases of a bracket; `nil` is one less, none and one more where there are no exposures.
  public var biases: [Double]?
  /// The exposures of a bracket by hand. With biases beside them, which is an error, they come after these.
  public var exposures: [Exposure] = []
  /// Whether the still is asked for unambiguously.
  public var format = Format.one
  /// The largest size of the still.
  public var maxDimensions: ResolvedPhotoSettings.Dimensions?
  /// What the still says of itself.
  public var metadata: [String: String] = [:]
  /// What the movie says of itself.
  public var movieMetadata: [String: String] = [:]
  /// The capture whose settings are used again, which is an error.
  public var again: Int?

  /// A Live Photo.
  public init(_ kind: Kind = .live) { self.kind = kind }
}

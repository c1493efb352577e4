/// The progress of a shot.
public struct KioskShot: Sendable, Encodable {
  /// The latest step of a shot.
  public enum Step: String, Sendable, Encodable {
    /// The countdown runs, or the guest's screen is about to name a frame.
    case waiting
    /// The shutter has been pressed.
    case begun
    /// The frame of the still has been taken.
    case exposed
    /// The still is there to be looked at.
    case still
    /// The movie's last frame has been filmed.
    case gathered
    /// The picture is in the library.
    case saved
    /// A combined picture or a movie has been made of the pictures.
    case made
    /// The shot has failed.
    case failed
    /// The shot is over: no more steps follow.
    case done
  }

  /// The reason why a shot has failed.
  public struct Failure: Sendable, Hashable, Encodable {
    /// A word for programs.
    public let code: String
    /// A sentence for people.
    public let message: String

    /// Creates a failure from its parts.
    public init(code: String, message: String) { (self.code, self.message) = (code, message) }
  }

  /// The number of the shot, from 1 since the start.
  public let shot: Int
  /// The kind of picture that is taken.
  public let mode: KioskMode
  /// The number of the current picture of the shot, from 1.
  public var part: Int
  /// The number of pictures of the shot.
  public let parts: Int
  /// The latest step of the shot.
  public var step: Step
  /// The number of the frame that becomes the still.
  public var frame: UInt64?
  /// The address of the still, for review.
  public var still: String?
  /// The picture in the library.
  public var asset: KioskAsset?
  /// The kind of picture made of the shot's pictures, such as `strip` or `boomerang`.
  public var kind: String?
  /// The reason why the shot has failed.
  public var error: Failure?

  /// Creates a shot that has just been asked for.
  public init(shot: Int, mode: KioskMode, part: Int, parts: Int, step: Step) {
    (self.shot, self.mode, self.part, self.parts, self.step) = (shot, mode, part, parts, step)
  }
}

/// How far a shot has come.
public struct KioskShot: Sendable, Encodable {
  /// What has happened last.
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
    /// Something has been made of the pictures.
    case made
    /// It has failed.
    case failed
    /// Nothing more comes of it.
    case done
  }

  /// Why it has failed.
  public struct Failure: Sendable, Hashable, Encodable {
    /// A word for programs.
    public let code: String
    /// A sentence for people.
    public let message: String

    /// A failure from its parts.
    public init(code: String, message: String) { (self.code, self.message) = (code, message) }
  }

  /// Its number, from 1 since the start.
  public let shot: Int
  /// What is taken.
  public let mode: KioskMode
  /// Which of its pictures, from 1.
  public var part: Int
  /// How many pictures it has.
  public let parts: Int
  /// What has happened last.
  public var step: Step
  /// The number of the frame that becomes the still.
  public var frame: UInt64?
  /// Where the still can be looked at.
  public var still: String?
  /// The picture in the library.
  public var asset: KioskAsset?
  /// What has been made: `strip` or `boomerang`.
  public var kind: String?
  /// Why it has failed.
  public var error: Failure?

  /// A shot that has just been asked for.
  public init(shot: Int, mode: KioskMode, part: Int, parts: Int, step: Step) {
    (self.shot, self.mode, self.part, self.parts, self.step) = (shot, mode, part, parts, step)
  }
}

/// What a page must know to show a booth or a gallery, as of one event.
public struct KioskState: Sendable, Encodable {
  /// What there is: a booth, or a gallery to look at.
  public enum Host: String, Sendable, Encodable {
    /// A booth that takes pictures.
    case booth
    /// A gallery, to be looked at alone.
    case view
  }

  /// What a client may do.
  public enum Permission: String, Sendable, Encodable {
    /// Take pictures.
    case shoot
    /// Put pictures into the trash, and take them out.
    case trash
    /// Mark pictures.
    case favourite
    /// Make links to pictures.
    case share
    /// Give guests the link to the gallery.
    case invite
    /// Print pictures.
    case print
    /// Open the operator's page.
    case `operator`
  }

  /// What a booth is doing.
  public enum Phase: String, Sendable, Encodable {
    /// Its devices are being started.
    case starting
    /// It waits for a guest.
    case ready
    /// It counts down.
    case countdown
    /// It takes pictures.
    case capturing
    /// It has no camera for now.
    case interrupted
    /// It ends.
    case stopping
  }

  /// Why a booth is interrupted.
  public struct Reason: Sendable, Hashable, Encodable {
    /// A word for programs, such as `cameraLost`.
    public let code: String
    /// A sentence for people.
    public let message: String

    /// A reason from its parts.
    public init(code: String, message: String) { (self.code, self.message) = (code, message) }
  }

  /// A countdown in progress.
  public struct Countdown: Sendable, Hashable, Encodable {
    /// The shot.
    public let shot: Int
    /// How many seconds it has in all.
    public let length: Int
    /// How many seconds are left.
    public let remaining: Double
    /// The number that is shown.
    public let step: Int

    /// A countdown from its parts.
    public init(shot: Int, length: Int, remaining: Double, step: Int) {
      (self.shot, self.length, self.remaining, self.step) = (shot, length, remaining, step)
    }
  }

  /// A camera or a microphone.
  public struct Device: Sendable, Hashable, Encodable {
    /// Whether it delivers.
    public enum Condition: String, Sendable, Encodable {
      /// It does.
      case running
      /// It has been unplugged, has failed, or is another program's.
      case away
    }

    /// What it is called.
    public let name: String
    /// Pixels in a row; of a camera.
    public var width: Int?
    /// Rows; of a camera.
    public var height: Int?
    /// Frames a second; of a camera.
    public var rate: Double?
    /// Whether it is simulated; of a camera.
    public var isSimulated: Bool?
    /// Whether it delivers.
    public var state: Condition

    /// A device by its name.
    public init(name: String, state: Condition) { (self.name, self.state) = (name, state) }
  }

  /// Room for pictures.
  public struct Storage: Sendable, Hashable, Encodable {
    /// Whether there is enough.
    public enum Condition: String, Sendable, Encodable {
      /// There is.
      case good
      /// There is for some hundred pictures.
      case low
      /// There is not: shots are refused.
      case full
    }

    /// How many bytes are free; `nil` if nobody knows.
    public let freeBytes: Int?
    /// Whether that is enough.
    public let state: Condition

    /// Room from its parts.
    public init(freeBytes: Int?, state: Condition) { (self.freeBytes, self.state) = (freeBytes, state) }
  }

  /// What is shown of the camera.
  public struct Preview: Sendable, Hashable, Encodable {
    /// Whether it is to be shown as in a mirror.
    public let mirrored: Bool
    /// Pixels in a row.
    public let width: Int
    /// Rows.
    public let height: Int

    /// A preview from its parts.
    public init(isMirrored: Bool, width: Int, height: Int) {
      (mirrored, self.width, self.height) = (isMirrored, width, height)
    }
  }

  /// What can be taken.
  public struct Mode: Sendable, Hashable, Encodable {
    /// Its name in orders.
    public let id: KioskMode
    /// How often the shutter is pressed.
    public let shots: Int

    /// A mode from its parts.
    public init(id: KioskMode, shots: Int) { (self.id, self.shots) = (id, shots) }
  }

  /// The movie of a Live Photo.
  public struct MovieShape: Sendable, Hashable, Encodable {
    /// Seconds before the shutter.
    public let preRoll: Double
    /// Seconds after it.
    public let postRoll: Double
    /// Whether it has sound.
    public let hasSound: Bool

    /// A shape from its parts.
    public init(preRoll: Double, postRoll: Double, hasSound: Bool) {
      (self.preRoll, self.postRoll, self.hasSound) = (preRoll, postRoll, hasSound)
    }
  }

  /// How many pictures there are.
  public struct AssetCounts: Sendable, Hashable, Encodable {
    /// In all.
    public let total: Int
  }

  /// What people should know.
  public struct Notice: Sendable, Hashable, Encodable {
    /// How bad it is: `info`, `warning` or `error`.
    public let level: String
    /// A sentence.
    public let message: String

    /// A notice from its parts.
    public init(level: String, message: String) { (self.level, self.message) = (level, message) }
  }

  /// The form of these data.
  public let version = 1
  /// The number of the newest event that is in it.
  public var event: Int64 = 0
  /// What there is.
  public let host: Host
  /// What it is called.
  public let name: String
  /// What the client is.
  public var role = "viewer"
  /// What the client may do.
  public var permissions: [Permission] = []
  /// What the booth is doing.
  public var phase = Phase.ready
  /// Why it is interrupted.
  public var reason: Reason?
  /// How many Live Photos are being filmed.
  public var live = 0
  /// The shot under way, as its latest event told it.
  public var shot: KioskShot?
  /// The countdown in progress.
  public var countdown: Countdown?
  /// The camera.
  public var camera: Device?
  /// The microphone.
  public var microphone: Device?
  /// What is shown of the camera.
  public var preview: Preview?
  /// What can be taken, preferred first.
  public var modes: [Mode] = []
  /// What is usual.
  public var defaults: KioskSettings?
  /// The movie of a Live Photo.
  public var movie: MovieShape?
  /// Room for pictures.
  public var storage: Storage?
  /// The printer.
  public var printer: KioskPrinterState?
  /// How many pictures there are.
  public var assets: AssetCounts
  /// What people should know, latest last.
  public var notices: [Notice] = []

  /// A state of a booth or a gallery of so many pictures.
  public init(host: Host, name: String, total: Int) {
    (self.host, self.name, assets) = (host, name, AssetCounts(total: total))
  }

  /// Sets how many pictures there are.
  public mutating func count(_ total: Int) { assets = AssetCounts(total: total) }
}

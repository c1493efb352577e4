/// The state that a page needs to show a booth or a gallery, as of one event.
public struct KioskState: Sendable, Encodable {
  /// The kind of site: a booth, or a gallery to look at.
  public enum Host: String, Sendable, Encodable {
    /// A booth that takes pictures.
    case booth
    /// A gallery, to be looked at alone.
    case view
  }

  /// An action that a client may perform.
  public enum Permission: String, Sendable, Encodable {
    /// The page may take pictures.
    case shoot
    /// The page may put pictures into the trash, and take them out.
    case trash
    /// The page may mark pictures as favourites.
    case favourite
    /// The page may apply effects to pictures.
    case edit
    /// The page may make links to pictures.
    case share
    /// The page may show guests the link to the gallery.
    case invite
    /// The page may print pictures.
    case print
    /// Open the operator's page.
    case `operator`
  }

  /// The current activity of a booth.
  public enum Phase: String, Sendable, Encodable, CaseIterable {
    /// The booth is starting its devices.
    case starting
    /// The booth waits for a guest.
    case ready
    /// The booth counts down.
    case countdown
    /// The booth takes pictures.
    case capturing
    /// The booth has no camera for now.
    case interrupted
    /// The booth is stopping.
    case stopping
  }

  /// The reason why a booth is interrupted.
  public struct Reason: Sendable, Hashable, Encodable {
    /// A word for programs, such as `cameraLost`.
    public let code: String
    /// A sentence for people.
    public let message: String

    /// Creates a reason from its parts.
    public init(code: String, message: String) { (self.code, self.message) = (code, message) }
  }

  /// A countdown in progress.
  public struct Countdown: Sendable, Hashable, Encodable {
    /// The number of the shot that is counted down.
    public let shot: Int
    /// The length of the countdown in seconds.
    public let length: Int
    /// The time that is left, in seconds.
    public let remainingSeconds: Double
    /// The number that is shown.
    public let step: Int

    /// Creates a countdown from its parts.
    public init(shot: Int, length: Int, remainingSeconds: Double, step: Int) {
      (self.shot, self.length, self.remainingSeconds, self.step) = (shot, length, remainingSeconds, step)
    }

    private enum CodingKeys: String, CodingKey {
      case shot, length, step
      case remainingSeconds = "remaining"
    }
  }

  /// A camera or a microphone.
  public struct Device: Sendable, Hashable, Encodable {
    /// The condition of a device.
    public enum Condition: String, Sendable, Encodable {
      /// The device delivers frames or sound.
      case running
      /// The device has been unplugged, has failed, or is used by another program.
      case away
    }

    /// The name of the device.
    public let name: String
    /// The width of the camera's frames in pixels; `nil` for a microphone.
    public var width: Int?
    /// The height of the camera's frames in pixels; `nil` for a microphone.
    public var height: Int?
    /// The number of frames a second; `nil` for a microphone.
    public var rate: Double?
    /// A Boolean value that indicates whether the camera is simulated; `nil` for a microphone.
    public var isSimulated: Bool?
    /// The condition of the device.
    public var state: Condition

    /// Creates a device by its name.
    public init(name: String, state: Condition) { (self.name, self.state) = (name, state) }
  }

  /// The disk space for pictures.
  public struct Storage: Sendable, Hashable, Encodable {
    /// The amount of free space, as a condition for taking pictures.
    public enum Condition: String, Sendable, Encodable {
      /// The space is sufficient.
      case good
      /// The space suffices for some hundred pictures.
      case low
      /// The space is insufficient: shots are refused.
      case full
    }

    /// The number of free bytes; `nil` if unknown.
    public let freeBytes: Int?
    /// The condition that follows from the free space.
    public let state: Condition

    /// Creates a description of the disk space; `freeBytes` is `nil` if it is unknown.
    public init(freeBytes: Int?, state: Condition) { (self.freeBytes, self.state) = (freeBytes, state) }
  }

  /// The preview of the camera.
  public struct Preview: Sendable, Hashable, Encodable {
    /// A Boolean value that indicates whether the preview is to be shown mirrored.
    public let mirrored: Bool
    /// The width in pixels.
    public let width: Int
    /// The height in pixels.
    public let height: Int

    /// Creates a preview from its parts.
    public init(isMirrored: Bool, width: Int, height: Int) {
      (mirrored, self.width, self.height) = (isMirrored, width, height)
    }
  }

  /// A mode that guests can choose.
  public struct Mode: Sendable, Hashable, Encodable {
    /// The name of the mode in orders.
    public let id: KioskMode
    /// The number of times that the shutter is pressed.
    public let shots: Int

    /// Creates a mode from its parts.
    public init(id: KioskMode, shots: Int) { (self.id, self.shots) = (id, shots) }
  }

  /// The movie of a Live Photo.
  public struct MovieShape: Sendable, Hashable, Encodable {
    /// The duration before the shutter, in seconds.
    public let preRollSeconds: Double
    /// The duration after the shutter, in seconds.
    public let postRollSeconds: Double
    /// A Boolean value that indicates whether the movie has sound.
    public let hasSound: Bool

    /// Creates a shape from its parts.
    public init(preRollSeconds: Double, postRollSeconds: Double, hasSound: Bool) {
      (self.preRollSeconds, self.postRollSeconds, self.hasSound) = (preRollSeconds, postRollSeconds, hasSound)
    }

    private enum CodingKeys: String, CodingKey {
      case hasSound
      case preRollSeconds = "preRoll"
      case postRollSeconds = "postRoll"
    }
  }

  /// The number of pictures in a gallery.
  public struct AssetCounts: Sendable, Hashable, Encodable {
    /// The number of all pictures.
    public let total: Int
  }

  /// A notice for people at the booth.
  public struct Notice: Sendable, Hashable, Encodable {
    /// The severity: `info`, `warning` or `error`.
    public let level: String
    /// A sentence.
    public let message: String

    /// Creates a notice from its parts.
    public init(level: String, message: String) { (self.level, self.message) = (level, message) }
  }

  /// The form of these data.
  public let version = 1
  /// The number of the newest event that is in it.
  public var event: Int64 = 0
  /// The kind of site.
  public let host: Host
  /// The name of the booth or the gallery.
  public let name: String
  /// The role of the client: `viewer`, `guest`, `kiosk` or `operator`.
  public var role = "viewer"
  /// The actions that the client may perform.
  public var permissions: [Permission] = []
  /// A Boolean value that indicates whether other machines reach the pages, so that links and codes lead somewhere.
  public var isReachable = true
  /// The current activity of the booth.
  public var phase = Phase.ready
  /// The reason why the booth is interrupted; `nil` while it is not.
  public var reason: Reason?
  /// The number of Live Photos that are being filmed.
  public var live = 0
  /// The shot in progress, as of its latest event.
  public var shot: KioskShot?
  /// The countdown in progress.
  public var countdown: Countdown?
  /// The camera; `nil` without one.
  public var camera: Device?
  /// The microphone; `nil` without one.
  public var microphone: Device?
  /// The preview of the camera.
  public var preview: Preview?
  /// The modes that guests can choose, preferred first.
  public var modes: [Mode] = []
  /// The booth's settings, which apply where an order names nothing else.
  public var defaults: KioskSettings?
  /// The movie of a Live Photo.
  public var movie: MovieShape?
  /// The disk space for pictures.
  public var storage: Storage?
  /// The printer; `nil` without one.
  public var printer: KioskPrinterState?
  /// The number of pictures in the gallery.
  public var assets: AssetCounts
  /// The notices for people at the booth, latest last.
  public var notices: [Notice] = []

  /// Creates the state of a booth or a gallery with `total` pictures.
  public init(host: Host, name: String, total: Int) {
    (self.host, self.name, assets) = (host, name, AssetCounts(total: total))
  }

  /// Sets how many pictures there are.
  public mutating func count(_ total: Int) { assets = AssetCounts(total: total) }
}

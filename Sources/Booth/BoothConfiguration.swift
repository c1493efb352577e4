public import KioskWeb
public import MediaCore
import SystemCalls

/// The configuration of a booth. ``/KioskWeb/KioskSettings`` has the settings that the operator may change.
public struct BoothConfiguration: Sendable {
  /// The name that guests read on the pages, and by which other booths know this one.
  public var name = "livecam"
  /// The address at which the booth serves its pages.
  public var address = ListenAddress.anyOfLoopback
  /// The access to the pages.
  public var access = KioskAccess()
  /// Returns a new secret word for a cookie or a link. By default the system's random numbers make it.
  public var makeToken: @Sendable () -> String = SecretToken.random
  /// The beginning of links, such as `http://192.168.1.5:8080`. `nil` stands for the host that a page was requested
  /// from, or for the machine's address in the network where that host leads to the machine from itself alone.
  public var publicAddress: String?
  /// The number of free bytes below which people are warned.
  public var lowSpace = 2_000_000_000
  /// The number of free bytes below which no picture is taken.
  public var leastSpace = 200_000_000
  /// Returns the number of free bytes on a folder's disk; `nil` if it is not known. By default the system is asked.
  public var freeBytes: @Sendable (_ folder: String) -> Int? = { FreeSpace.bytes(at: $0) }
  /// The longest time that a screen may take to name the frame that it showed at the end of a countdown.
  public var pressTime = MediaTime(value: 7, timescale: 10)
  /// A folder of templates for strips and postcards, in addition to livecam's own.
  public var templates: String?
  /// The printer and the limits of guests' prints; `nil` without one.
  public var printing: PrintingConfiguration?
  /// The connection with a fleet and with other programs; `nil` for a booth by itself.
  public var fleet: (any KioskFleet)?
  /// The configured values of settings that the operator may change later. A value that has changed since the booth was
  /// last started or reloaded replaces the operator's; otherwise the operator's is kept.
  public var settings = KioskSettingsChange()
  /// What the booth has been configured with, for its report; without secrets.
  package var given: PlainJSON?
  /// The limits that the server sets its clients.
  public var limits = WebLimits()

  /// Creates the usual configuration: this machine alone, at any free port.
  public init() {}
}

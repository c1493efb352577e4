public import KioskWeb
public import MediaCore

/// How a booth is set up. What its operator may change is in ``/KioskWeb/KioskSettings``.
public struct BoothConfiguration: Sendable {
  /// What it is called.
  public var name = "livecam"
  /// Where its pages are served.
  public var address = ListenAddress.anyOfLoopback
  /// Who may open them.
  public var access = KioskAccess()
  /// What links begin with, such as `http://192.168.1.5:8080`; `nil` for the host that a page was asked of, or where that
  /// leads to this machine from itself alone, for its address in the network.
  public var publicAddress: String?
  /// Below so many free bytes people are warned.
  public var lowSpace = 2_000_000_000
  /// Below so many free bytes no picture is taken.
  public var leastSpace = 200_000_000
  /// How long a screen may take to name the frame that it showed at the end of a countdown.
  public var pressTime = MediaTime(value: 7, timescale: 10)
  /// A folder of templates for strips and postcards, besides livecam's own.
  public var templates: String?
  /// The printer, and how much of it guests may use; `nil` without one.
  public var printing: PrintingConfiguration?
  /// How much clients may do.
  public var limits = WebLimits()

  /// The usual configuration: this machine alone, at any free port.
  public init() {}
}

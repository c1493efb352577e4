package import MediaCore

/// The settings of a booth that its operator may change.
public struct KioskSettings: Sendable, Hashable, Codable {
  /// The length of the countdown in seconds.
  public var countdown = 3
  /// The mode of shots that name none.
  public var mode = KioskMode.live
  /// The modes that guests can choose, preferred first.
  public var modes: [KioskMode]
  /// A Boolean value that indicates whether the preview is mirrored.
  public var mirrored = true
  /// The time for which a picture is shown after it was taken, in seconds.
  public var reviewSeconds = 12
  /// The pages' language.
  public var language = "en"
  /// The pages' theme.
  public var theme = "default"
  /// The time after which the operator's page locks itself if nobody touches it, in minutes; `nil` for the usual ten.
  public var lockMinutes: Int?
  /// The names of the templates, by their modes' names; a mode that is missing uses the first template.
  public var templates: [String: String]?

  /// The languages that the pages speak.
  static let languages = ["en", "de", "zh"]
  /// The looks that the pages have.
  static let themes = ["default", "ivory", "blossom", "midnight"]

  static let usualLockTime = MediaTime(value: 600, timescale: 1)
  /// The time after which an operator who does nothing is one no more.
  package var lockTime: MediaTime {
    lockMinutes.map { MediaTime(value: Int64($0) * 60, timescale: 1) } ?? Self.usualLockTime
  }

  /// Creates the usual settings of a booth that takes pictures of these kinds.
  public init(modes: [KioskMode]) { self.modes = modes }

  /// Returns the settings with a change in them.
  /// - Throws: ``WebFailure`` naming the setting that makes no sense.
  public func changed(by change: KioskSettingsChange, of available: [KioskMode]) throws(WebFailure) -> KioskSettings {
    func require(_ holds: Bool, _ message: String) throws(WebFailure) { if !holds { throw .invalid(message) } }
    var settings = self
    settings.countdown = change.countdown ?? countdown
    settings.modes = change.modes ?? modes
    settings.mode = change.mode ?? mode
    settings.mirrored = change.mirrored ?? mirrored
    settings.reviewSeconds = change.reviewSeconds ?? reviewSeconds
    settings.language = change.language ?? language
    settings.theme = change.theme ?? theme
    settings.templates = change.templates ?? templates
    settings.lockMinutes = change.lockMinutes ?? lockMinutes
    try require((0...10).contains(settings.countdown), "countdown: name 0 to 10 seconds.")
    try require((2...120).contains(settings.reviewSeconds), "reviewSeconds: name 2 to 120 seconds.")
    try require(settings.lockMinutes.map { (1...120).contains($0) } ?? true, "lockMinutes: name 1 to 120 minutes.")
    try require(
      !settings.modes.isEmpty && settings.modes.allSatisfy(available.contains)
        && Set(settings.modes).count == settings.modes.count,
      "modes: name some of \(available.map(\.rawValue).joined(separator: ", ")), each once.")
    try require(settings.modes.contains(settings.mode), "mode: name one of the modes.")
    for (name, word, words) in [
      ("language", settings.language, Self.languages), ("theme", settings.theme, Self.themes),
    ] {
      try require(words.contains(word), "\(name): there are \(words.joined(separator: ", ")).")
    }
    return settings
  }
}

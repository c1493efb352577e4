public import Foundation
public import MediaCore
public import Simulator

extension FixtureCatalog {
  /// The devices of a recording among a test target's resources: `NAME.livecam`, copied there by
  /// `resources: [.copy("NAME.livecam")]`.
  ///
  /// ```
  /// let devices = try FixtureCatalog.recording("lobby", in: .module, clock: clock)
  /// let system = try DeviceSystem(devices)
  /// ```
  /// Make one with `livecam record --duration 2 --output NAME.livecam`.
  /// - Throws: `FixtureError`, with `.missing` when there is no such resource.
  public static func recording(
    _ name: String, in bundle: Bundle, clock: any MediaClock, options: FixtureOptions = FixtureOptions()
  ) throws(FixtureError) -> FixtureCatalog {
    try FixtureCatalog(path: path(of: name, in: bundle), clock: clock, options: options)
  }

  private static func path(of name: String, in bundle: Bundle) -> String {
    let folder = bundle.resourcePath ?? bundle.bundlePath
    return folder + "/" + (name.hasSuffix(".livecam") ? name : name + ".livecam")
  }
}

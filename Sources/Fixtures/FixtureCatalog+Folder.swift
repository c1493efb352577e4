public import MediaCore

extension FixtureCatalog {
  /// Returns the devices of a fixture in a folder: `NAME.livecam`, such as among a test target's resources, copied
  /// there by
  /// `resources: [.copy("NAME.livecam")]`.
  ///
  /// ```
  /// let devices = try FixtureCatalog.named("lobby", in: Bundle.module.bundlePath, clock: clock)
  /// let system = try DeviceSystem(devices)
  /// ```
  /// Make one with `livecam record --duration 2 --output NAME.livecam`.
  /// - Throws: `FixtureError`, with `.missing` when there is no such fixture.
  public static func named(
    _ name: String, in folder: String, clock: any MediaClock, options: FixtureOptions = FixtureOptions()
  ) throws(FixtureError) -> FixtureCatalog {
    // A path and no bundle: the type for that is in the whole of Foundation, which brings 50 MB into every program.
    let file = name.hasSuffix(".livecam") ? name : name + ".livecam"
    return try FixtureCatalog(path: "\(folder)/\(file)", clock: clock, options: options)
  }
}

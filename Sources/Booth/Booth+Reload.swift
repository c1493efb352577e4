import KioskWeb
public import MediaCore
public import Station

extension Booth {
  /// Adopts another configuration, as far as possible while the booth runs. These are its name, links, access, limits
  /// and templates, the limits and paper of guests' prints, and those of the operator's settings that differ from the
  /// previous configuration.
  ///
  /// Either all of it takes effect, or nothing.
  /// - Returns: The names of what has changed and takes effect at the next start.
  /// - Throws: `StationError` for settings that make no sense.
  public func adopt(_ configuration: BoothConfiguration) throws(StationError) -> [String] {
    try adoptSettings(of: configuration)
    names.adopt(configuration)
    site.adopt(configuration.access)
    server.adopt(configuration.limits)
    for notice in studio.adopt(folder: configuration.templates, title: configuration.name) {
      desk.notify("warning", notice)
    }
    desk.update { state, _ in state.partCounts = studio.partCounts(state.settings) }
    desk.mend(.configuration)
    // The whole state tells it to all pages.
    desk.events.forget()
    var waiting: [String] = []
    if configuration.address != self.configuration.address { waiting.append("listen") }
    switch (prints, configuration.printing) {
    case (nil, nil): break
    case (let prints?, let printing?): if !prints.adopt(printing) { waiting.append("printer") }
    default: waiting.append("printer")
    }
    return waiting
  }

  /// Tells the operator of a configuration that cannot be used, which is over with the next one that can.
  public func warn(_ message: String) { desk.notify("warning", message, about: .configuration) }

  /// Takes up the values of the operator's settings that have changed in the configuration since they were taken up.
  func adoptSettings(of configuration: BoothConfiguration) throws(StationError) {
    let change = configuration.settings.since(memory.configured)
    if change != KioskSettingsChange() {
      do throws(WebFailure) { _ = try host.adopt(change) } catch {
        throw StationError(
          .invalidConfiguration, context: "booth.settings", message: error.message, underlying: error)
      }
    }
    if configuration.settings != memory.configured { memory.keep(configured: configuration.settings) }
  }
}

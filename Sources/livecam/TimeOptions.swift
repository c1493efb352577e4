import ArgumentParser
import Diagnostics
import Station

/// The options for the passing of time.
struct TimeOptions: ParsableArguments {
  @Flag(help: "Film scene, fixture: or movie: as fast as the machine can work; times are those of real time.")
  var virtualTime = false

  /// Time waits for no device of the machine's.
  func check(_ devices: DeviceOptions) throws {
    guard virtualTime else { return }
    for (option, name) in [("--camera", devices.camera), ("--microphone", devices.microphone)] {
      if case .named = DeviceChoice(name, schemes: DeviceOptions.schemes) {
        throw ValidationError(
          "--virtual-time \(option) \(name): a device of this machine delivers in real time. Name scene, "
            + "fixture:NAME.livecam or movie:FILE, or leave --virtual-time out.")
      }
    }
  }
}

extension StationWorld {
  /// Creates the world of this machine, with everything that the command lets its user name, and its user to be asked.
  /// In a time lapse nothing of the machine's can be named.
  static func ofCommand(
    _ configuration: StationConfiguration, stageClock: (any StageClock)? = nil, timeLapse: TimeLapse? = nil
  ) -> StationWorld {
    var world =
      timeLapse.map { .lapsing($0) } ?? StationWorld.machine(configuration, stageClock: stageClock)
    world.environment.stageClock = stageClock
    world.schemes = DeviceOptions.schemes
    world.prompt = AccessPrompt.prompt
    return world
  }
}

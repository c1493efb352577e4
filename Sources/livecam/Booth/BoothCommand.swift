import ArgumentParser
import Booth
import CaptureDevices
import FoundationEssentials
import Glibc
import KioskWeb
import LinuxDevices
import MediaCore
import PhotoLibrary
import Station

struct BoothCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "booth", abstract: "Run a photo booth in the browser.",
    discussion: """
      Takes Live Photos into a library, and serves pages that show the camera, count down, and show the pictures. The still
      is the frame that was on the screen when the guest pressed.
      The first Ctrl-C, or SIGTERM, ends it; pictures whose frames are complete are stored. SIGHUP reads the file of
      --config again.
      """)

  @OptionGroup var devices: DeviceOptions

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The library's folder, which is made if it is not there; or postgres://HOST/DATABASE?originals=FOLDER for one whose "
        + "catalogue is on a server. (default: $LIVECAM_LIBRARY, or Pictures/livecam in your home)", valueName: "path"),
    completion: .directory)
  var library: String?

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "A camera beside the first, for wigglegrams; may be given repeatedly, in the order in which they stand. The "
        + "simulated scene can be filmed from the side, as scene?view=0.05.", valueName: "camera"))
  var sideCamera: [String] = []

  @OptionGroup var serving: ServingOptions

  @OptionGroup var printing: PrintingOptions

  @OptionGroup var mqtt: MQTTOptions

  @Option(
    parsing: .unconditional, help: "A folder of templates for strips and postcards, each in a folder of its own.",
    completion: .directory)
  var templates: String?

  @Option(
    parsing: .unconditional,
    help: "The operator's number, of 4 to 12 digits. (default: $LIVECAM_BOOTH_PIN, or one that is printed)")
  var pin: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "A file whose first line, of 16 characters or more, lets a program such as Prometheus read /metrics, as a bearer "
        + "token. (default: $LIVECAM_BOOTH_METRICS_TOKEN)", valueName: "path"), completion: .file())
  var metricsTokenFile: String?

  @Option(parsing: .unconditional, help: "What the booth is called on its pages. (default: livecam)")
  var title: String?

  @Option(
    parsing: .unconditional, help: "A configuration file; livecam.json5(5) explains every setting.",
    completion: .file())
  var config: String?

  func validate() throws {
    guard let pin else { return }
    guard (4...12).contains(pin.utf8.count), pin.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      throw ValidationError("--pin: name 4 to 12 digits.")
    }
  }

  func run() async throws {
    try await ExitReason.reporting {
      let terminal = Terminal()
      let given = pin ?? ProcessInfo.processInfo.environment["LIVECAM_BOOTH_PIN"]
      let number = given ?? String(Int.random(in: 100_000...999_999))
      let file = try ConfigurationFile(config)
      var configuration = try configuration(file, pin: number)
      var world = StationWorld.machine(file.station)
      configuration.fleet = try mqtt.fleet(file.booth, clock: world.environment.clock)
      world.schemes = DeviceOptions.schemes
      var wishes = devices.wishes
      // What is replayed loops: a booth runs for days.
      (wishes.video.priority, wishes.loops) = (.movie, true)
      let place = try LibraryPlace(library)
      let shelf = try await CaptureLibrary(
        place, authorization: Self.authorization, waiting: Self.patience, moving: "the booth moves them when it is back"
      )
      let signals = ProgramSignals()
      let station = try await Station(file.station, wishes, in: world)
      let names = sideCamera.isEmpty ? file.booth.sideCameras ?? [] : sideCamera
      let sides = try await Self.sides(names, like: wishes, of: file.station, in: world)
      let booth = try Self.booth(station, sides, place, shelf, configuration)
      let address = try await booth.start()
      for notice in station.notices { terminal.line(notice) }
      for notice in booth.notices { Terminal.complain("livecam: \(notice)") }
      terminal.line("Pictures: \(place.folder)")
      if given == nil { terminal.line("Operator's number: \(number)") }
      serving.announce(address, publicAddress: configuration.publicAddress)
      ServiceManager.tell("READY=1")
      let watchdog = Watchdog(station)
      watchdog?.start()
      await signals.first {
        ServiceManager.tell("RELOADING=1")
        reload(booth, file, pin: number, telling: terminal)
        ServiceManager.tell("READY=1")
      }
      ServiceManager.tell("STOPPING=1")
      await booth.stop()
      withExtendedLifetime(watchdog) {}
    }
  }

  private static let authorization = LibraryAuthorizationPolicy.fixed(.authorized)
  /// No picture waits longer than this for a server that is away before it is kept beside the library.
  private static let patience = MediaTime.seconds(2)

  /// The booth of a library, or of one that is opened as soon as its server is back.
  private static func booth(
    _ station: Station, _ sides: [Station], _ place: LibraryPlace, _ shelf: CaptureLibrary,
    _ configuration: BoothConfiguration
  ) throws -> Booth {
    guard shelf.isAway, let offline = shelf.offline else {
      return try Booth(station, besides: sides, library: shelf.library, offline: shelf.offline, configuration)
    }
    return try Booth(
      station, besides: sides, libraryIn: place.folder, offline: offline,
      opening: { try CaptureLibrary.open(place, authorization, patience) }, configuration)
  }

  /// Opens the cameras beside the first, as that one was wished for.
  /// - Throws: `DeviceError`, `CaptureError`.
  private static func sides(
    _ names: [String], like wishes: DeviceWishes, of configuration: StationConfiguration, in world: StationWorld
  ) async throws -> [Station] {
    // They keep as much of the past as the first: a frame that it holds is taken from all of them.
    var wishes = wishes
    wishes.microphone = .none
    var sides: [Station] = []
    for name in names {
      wishes.camera = DeviceChoice(name, schemes: DeviceOptions.schemes)
      sides.append(try await Station(configuration, wishes, in: world))
    }
    return sides
  }

  /// The booth's configuration by the options, and by a file for what they do not say.
  private func configuration(_ source: ConfigurationFile, pin: String) throws -> BoothConfiguration {
    let file = source.booth
    var configuration = BoothConfiguration()
    configuration.given = source.given(
      Array(CommandLine.arguments.dropFirst()), environment: ProcessInfo.processInfo.environment)
    configuration.name = title ?? file.title ?? configuration.name
    configuration.address = serving.listen
    configuration.limits.trustedProxies = Set(serving.trustedProxies + (file.trustedProxies ?? []))
    configuration.publicAddress = serving.publicURL ?? file.publicURL
    configuration.access = try serving.access(
      hasProxies: !configuration.limits.trustedProxies.isEmpty, publicAddress: configuration.publicAddress)
    configuration.access.pin = pin
    configuration.access.metricsToken = try ServingOptions.password(
      metricsTokenFile ?? file.metricsTokenFile, "LIVECAM_BOOTH_METRICS_TOKEN", least: 16)
    configuration.printing = try printing.configuration(file)
    configuration.templates = templates ?? file.templates
    configuration.settings = file.settings
    return configuration
  }

  /// Reads the configuration's file again, for a booth that was started with it as it was in `first`. Says what takes
  /// effect at the next start; a file that cannot be used changes nothing.
  private func reload(_ booth: Booth, _ first: ConfigurationFile, pin: String, telling terminal: Terminal) {
    guard let config else {
      return Terminal.complain("livecam: There is no file to read again: the booth was started without --config.")
    }
    do {
      let file = try ConfigurationFile(config)
      let waiting = try booth.adopt(try configuration(file, pin: pin))
      terminal.line("\(config): read again.")
      for name in first.lastingSettings(differingIn: file) + waiting {
        Terminal.complain("livecam: \(config): \(name): takes effect at the next start of the booth.")
      }
    } catch {
      let reason = "The configuration stays as it is: \(error)"
      Terminal.complain("livecam: \(reason)")
      booth.warn(reason)
    }
  }
}

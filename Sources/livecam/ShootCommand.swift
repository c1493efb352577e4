import ArgumentParser
import CaptureDevices
import LinuxDevices
import LiveCapture
import Logging
import MediaCore
import Shooting
import Station

struct ShootCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "shoot", abstract: "Take stills or Live Photos.",
    discussion: """
      Writes IMG_0001.JPG (with --codec heic IMG_0001.HEIC), with --live also IMG_0001.MOV, under the next free number.
      With --raw IMG_0001.DNG, with --bracket IMG_0001_1.JPG, IMG_0001_2.JPG and so on, with --defer IMG_0001_PROXY.JPG
      until 'livecam finish' makes IMG_0001.JPG or IMG_0001.HEIC.
      With --format motionphoto the two become one file, IMG_0001.MP.jpg. Nothing is overwritten.
      After the first Ctrl-C no more photos are taken, and those under way are completed; the second abandons them.
      """)

  @Flag(help: "Take Live Photos: the still and the movie around it.")
  var live = false

  @OptionGroup var devices: DeviceOptions

  @OptionGroup var time: TimeOptions

  @Flag(help: "Loop fixture:NAME.livecam seamlessly.")
  var loop = false

  @Option(
    parsing: .unconditional,
    help: "photo prefers the largest picture, movie a steady rate, if --size and --rate leave a choice.")
  var priority = NamedCase(VideoWish.Priority.movie)

  @Option(
    name: .customLong("pre"), parsing: .unconditional,
    help: "Seconds of the movie before the shutter, 0 to 10. (default: 1.5)")
  var preSeconds: Double?

  @Option(
    name: .customLong("post"), parsing: .unconditional,
    help: "Seconds of the movie after the shutter, 0 to 10. (default: 1.5)")
  var postSeconds: Double?

  @Option(parsing: .unconditional, help: "How many photos. (default: 1)")
  var count: Int?

  @Option(
    name: .customLong("interval"), parsing: .unconditional, help: "Seconds from one shutter to the next. (default: 2.0)"
  )
  var intervalSeconds: Double?

  @Option(
    name: .customLong("delay"), parsing: .unconditional,
    help: "Seconds from the first frame to the first shutter. (default: until the pre-roll is full)")
  var delaySeconds: Double?

  @Option(
    parsing: .unconditional,
    help: "The codec of stills: jpeg keeps a camera's own JPEG, heic compresses it a second time. (default: jpeg)")
  var codec: NamedCase<PhotoCodec>?

  @Option(
    parsing: .unconditional,
    help: "speed or balanced take the camera's own picture, quality makes one of several frames, with less noise.")
  var quality = NamedCase(PhotoQualityPrioritization.balanced)

  @Flag(
    help: "Take the sensor's own samples, as DNG: in place of the still, or beside it if --codec names one.")
  var raw = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Take each shot several times: bias:-1,0,1 in EV; or exposure:1/100@200,1/50@100, times in seconds, gains in the "
        + "camera's own unit behind the @, either of which may be left out.",
      valueName: "bias:…|exposure:…"))
  var bracket: Bracket?

  @Flag(
    name: .customLong("defer"),
    help: "Leave expensive stills (--codec heic, --quality quality) to 'livecam finish', and write a proxy at once."
  )
  var defers = false

  @Option(
    parsing: .unconditional,
    help: """
      off, on, or auto for when it is dark. on and auto need a flash: the camera's own, or --flash-device. Without one \
      they are refused.
      """)
  var flash = NamedCase(FlashMode.off)

  @Option(
    parsing: .unconditional,
    help: """
      The flash: led:NAME of /sys/class/leds, gpio:N of /sys/class/gpio, or screen for this terminal, whose \
      background turns white. (default: the camera's own)
      """)
  var flashDevice: FlashChoice?

  @Option(parsing: .unconditional, help: "The codec of movies: h264 or hevc. (default: h264)")
  var movieCodec: NamedCase<VideoCodec>?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The preset of x264 or x265: auto for the one that this machine keeps up with, or ultrafast, superfast, veryfast "
        + "and so on to veryslow. (default: auto)", valueName: "auto|preset"))
  var preset: NamedCase<PresetChoice>?

  @Option(
    parsing: .unconditional,
    help: "livephoto (two files), motionphoto (one, as Android has it: IMG_0001.MP.jpg), or both. (default: livephoto)")
  var format: NamedCase<FileFormat>?

  @Option(parsing: .unconditional, help: "The movie's sound: aac, or lpcm as phones write it. (default: aac)")
  var audioCodec: NamedCase<AudioCodec>?

  @Option(
    parsing: .unconditional,
    help: "The library that makes AAC: visualon, or libavcodec if it is installed. (default: visualon)")
  var audioEncoder: NamedCase<AudioEncoder>?

  @Option(
    parsing: .unconditional, help: "A folder for the files; it is made if it is not there.", completion: .directory)
  var output = "."

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Take the photos into a library, in place of a folder: each is one asset. Without a path, the default of "
        + "'livecam library'; it is made if it is not there.", valueName: "path"), completion: .directory)
  var library: String?

  @Option(
    parsing: .unconditional, help: "A configuration file; livecam.json5(5) explains every setting.",
    completion: .file())
  var config: String?

  @Flag(
    help: """
      For each photo, print how long each stage took, how long you waited, and how close the result came to the \
      request; with --json as an event.
      """)
  var timings = false

  @Flag(help: "Print every step of a photo with its distance from the shutter, and not only its files.")
  var verbose = false

  @Flag(help: "Print one JSON object a line for each event.")
  var json = false

  @Option(parsing: .unconditional, help: LogOptions.file, completion: .file())
  var log: String?

  @Option(parsing: .unconditional, help: LogOptions.level)
  var logLevel = NamedCase(Logger.Level.info)

  enum FileFormat: String, Named {
    case livephoto
    case motionphoto
    case both
  }

  /// The codings of sound that the command offers.
  enum AudioCodec: String, Named {
    case aac
    case lpcm
  }

  func validate() throws {
    try time.check(devices)
    if let count { try check((1...100_000).contains(count), "--count \(count): take 1 to 100000 photos.") }
    if let intervalSeconds {
      try check((0...86_400).contains(intervalSeconds), "--interval \(intervalSeconds): wait 0 to 86400 seconds.")
    }
    try check(delaySeconds.map { (0...86_400).contains($0) } ?? true, "--delay: wait 0 to 86400 seconds.")
    for (name, roll) in [("--pre", preSeconds), ("--post", postSeconds)] {
      try check(roll.map { (0...10).contains($0) } ?? true, "\(name): a movie shows 0 to 10 seconds on either side.")
    }
    try check(preSeconds != 0 || postSeconds != 0, "--pre 0 --post 0: the movie would be empty; leave one of them out.")
    try check(live || format == nil, "--format: a still alone has no movie; add --live, or leave --format out.")
    try check(
      !loop || [devices.camera, devices.microphone].contains { $0.hasPrefix("fixture:") },
      "--loop: only fixtures are repeated; name one, such as --camera fixture:NAME.livecam. 'livecam record --camera "
        + "movie:FILE' makes one of a movie.")
    try check(
      library == nil || format == nil || format?.value == .livephoto,
      "--library --format: a library keeps pairs; 'livecam library export --format motionphoto' makes Motion Photos.")
    try check(library == nil || output == ".", "--library --output: photos go to one place; leave one of them out.")
    try validateStills()
  }

  /// Checks that the still's options go together.
  private func validateStills() throws {
    try check(
      !raw || !live || codec != nil, "--raw --live: a Live Photo's still is JPEG or HEIC; name one with --codec.")
    try check(
      !raw || quality.value != .quality,
      "--raw --quality quality: a sensor's own samples are taken as they are; leave --quality out.")
    try check(bracket == nil || !live, "--bracket --live: a Live Photo has one still; leave one of them out.")
    try check(
      bracket == nil || flash.value == .off, "--bracket --flash: exposures are compared without flash; leave it out.")
    try check(
      !defers || (!raw && bracket == nil),
      "--defer: RAW and brackets are never finished later; leave --raw and --bracket out.")
    try check(
      !defers || format == nil || format?.value == .livephoto,
      "--defer --format: a Motion Photo needs its still at once; leave one of them out.")
  }

  func run() async throws {
    defer { LogFile.flush() }
    let (result, printer) = try await ExitReason.reporting(shoot)
    printer.summarize(result)
    if result.wasAbandoned || (result.wasInterrupted && result.completed < result.requested) {
      throw ExitReason.interrupted.exitCode
    }
    if let failure = result.failures.first {
      throw (result.begun == 0 ? ExitReason(failure) : .captureFailed).exitCode
    }
  }

  private func shoot() async throws -> (ShootResult, ShootPrinter) {
    let configuration = try stationConfiguration()
    // The folder, or the library, is tried before any device is: a mistake there costs no waiting.
    let target = try await ShootTarget(self)
    defer { target.end() }
    let timeLapse = time.virtualTime ? TimeLapse() : nil
    var world = StationWorld.ofCommand(
      configuration, stageClock: timings ? SystemStageClock() : nil, timeLapse: timeLapse)
    let logger = try Logger(log, from: logLevel, world.environment)
    if defers {
      try checkDeferral(configuration)
      world.environment.deferredStorage = try target.deferredStorage()
    }
    let printer = ShootPrinter(isJSON: json, isVerbose: verbose, clock: world.environment.clock)
    let station = try await Station(configuration, wishes, in: world, logger: logger)
    let shoot = try station.shoot(plan, into: target.destination)
    for notice in station.notices { printer.print(.notice(notice)) }
    try checkFlash(of: station.output)
    let interrupts = Interrupts { count in if count == 1 { shoot.finish() } else { shoot.abandon() } }
    defer { interrupts.end() }
    let printing = Task { for await event in shoot.events { printer.print(event) } }
    let (scheduler, happenings) = (world.environment.scheduler, station.session.events)
    // Before all devices have started, time that passes would be different on every run.
    let result = try await logger.noting {
      try await TimeLapse.run(
        timeLapse, since: { for await event in happenings { if case .didStartRunning = event { break } } },
        settling: { await scheduler.settle() }, shoot.run)
    }
    await printing.value
    return (result, printer)
  }

  /// No photo comes of a flash that is not there: said once, before the first one.
  private func checkFlash(of output: PhotoOutput) throws(StationError) {
    guard flash.value != .off, !output.supportedFlashModes.contains(flash.value) else { return }
    throw StationError(
      .invalidConfiguration, context: "--flash \(flash.value.word)",
      message: "the camera has no flash; name what flashes with --flash-device, such as screen, led:NAME or "
        + "gpio:N, or leave --flash out")
  }

  private func checkDeferral(_ configuration: StationConfiguration) throws(StationError) {
    guard configuration.photoCodec == .heic || quality.value == .quality else {
      throw StationError(
        .invalidConfiguration, context: "--defer",
        message: "a JPEG as it comes costs too little to be finished later; add --codec heic or --quality quality")
    }
  }

  private var wishes: DeviceWishes {
    var wishes = devices.wishes
    if !live { wishes.microphone = .none }
    wishes.video.priority = priority.value
    (wishes.isRaw, wishes.loops, wishes.flash) = (raw, loop, flashDevice)
    return wishes
  }

  private var plan: ShootPlan {
    var plan = ShootPlan(isLive: live, delay: delaySeconds.map(Self.time))
    if let count { plan.count = count }
    if let intervalSeconds { plan.interval = Self.time(intervalSeconds) }
    plan.quality = quality.value
    plan.flashMode = flash.value
    plan.raw = !raw ? .none : codec == nil ? .alone : .besideStill
    plan.bracket = bracket?.elements ?? []
    plan.isDeferred = defers
    return plan
  }

  private func stationConfiguration() throws -> StationConfiguration {
    var configuration = try StationConfiguration.reading(config)
    configuration.photoCodec = codec?.value ?? configuration.photoCodec
    configuration.movieCodec = movieCodec?.value ?? configuration.movieCodec
    preset?.value.apply(to: &configuration.session, for: configuration.movieCodec)
    // In virtual time nothing has to be kept up with, and nothing can be measured.
    if time.virtualTime { configuration.session.pacedCodecs = [] }
    if let preSeconds { configuration.session.preRoll = Self.time(preSeconds) }
    if let postSeconds { configuration.session.postRoll = Self.time(postSeconds) }
    if let audioEncoder { configuration.session.audioEncoder = audioEncoder.value }
    switch audioCodec?.value {
    case .lpcm: configuration.session.audioCoding = .linearPCM
    case .aac:
      if case .linearPCM = configuration.session.audioCoding {
        configuration.session.audioCoding = SessionConfiguration().audioCoding
      }
    case nil: break
    }
    return configuration
  }

  private static func time(_ seconds: Double) -> MediaTime {
    MediaTime(seconds: seconds, preferredTimescale: 1_000_000_000)
  }
}

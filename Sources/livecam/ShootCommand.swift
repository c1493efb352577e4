import CaptureCodecs
import FileStorage
import ArgumentParser
import CaptureDevices
import LinuxDevices
import LiveCapture
import MediaCore
import Simulator
import Station

/// `livecam shoot`: takes photos.
struct ShootCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "shoot", abstract: "Take stills or Live Photos.",
    discussion: """
      Writes IMG_0001.JPG (with --codec heic IMG_0001.HEIC), with --live also IMG_0001.MOV, under the next free number.
      With --raw IMG_0001.DNG, with --bracket IMG_0001_1.JPG, IMG_0001_2.JPG and so on, with --defer IMG_0001_PROXY.JPG
      until 'livecam finish' makes IMG_0001.JPG or IMG_0001.HEIC.
      With --format motionphoto the two become one file, IMG_0001.MP.jpg. Nothing is overwritten.
      The first Ctrl-C takes no more photos and completes those under way; the second gives them up.
      """)

  @Flag(help: "Take Live Photos: the still and the movie around it.")
  var live = false

  @Option(
    parsing: .unconditional,
    help: """
      auto, scene (simulated), a node such as /dev/video0, an id or name from 'livecam devices', fixture:NAME.livecam, \
      or movie:FILE.
      """)
  var camera = "auto"

  @Option(
    parsing: .unconditional,
    help: "auto, none, scene (simulated), an ALSA PCM or card such as hw:1,0, fixture:NAME.livecam, or movie:FILE.")
  var microphone = "auto"

  @Flag(help: "Begin fixture:NAME.livecam anew, without a seam, where it ends.")
  var loop = false

  @Option(parsing: .unconditional, help: "Width and height in pixels, such as 1280x720. (default: the camera's best)")
  var size: PictureSize?

  @Option(parsing: .unconditional, help: "Frames a second. (default: the camera's best, up to 30)")
  var rate: Double?

  @Option(
    parsing: .unconditional,
    help: "The camera's coding of frames, such as MJPG or YUYV; BGRA is AR24. (default: the camera's best)")
  var pixelFormat: String?

  @Option(
    parsing: .unconditional,
    help: "photo for the largest picture, movie for a steady rate, when size and rate are open.")
  var priority = Priority.movie

  @Option(parsing: .unconditional, help: "Seconds of the movie before the shutter, 0 to 10. (default: 1.5)")
  var pre: Double?

  @Option(parsing: .unconditional, help: "Seconds of the movie after the shutter, 0 to 10. (default: 1.5)")
  var post: Double?

  @Option(parsing: .unconditional, help: "How many photos.")
  var count = 1

  @Option(parsing: .unconditional, help: "Seconds from one shutter to the next.")
  var interval = 2.0

  @Option(
    parsing: .unconditional,
    help: "Seconds from the first frame to the first shutter. (default: until the pre-roll is full)")
  var delay: Double?

  @Option(
    parsing: .unconditional,
    help: "How stills are compressed: jpeg keeps a camera's own, heic makes a second generation of it. (default: jpeg)")
  var codec: StillCodec?

  @Option(
    parsing: .unconditional,
    help: "speed or balanced for the camera's own picture, quality for one made of several frames, with less noise.")
  var quality = Quality.balanced

  @Flag(
    help: "Take the sensor's own samples, as DNG: in place of the still, or beside it where --codec names one.")
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
    help: "Leave stills that cost much (--codec heic, --quality quality) to 'livecam finish'; a proxy is there at once."
  )
  var defers = false

  @Option(
    parsing: .unconditional,
    help: """
      off, on, or auto for when it is dark. on and auto need a flash: the camera's own, or --flash-device. Without one \
      they are refused (rule V13).
      """)
  var flash = FlashWish.off

  @Option(
    parsing: .unconditional,
    help: """
      What flashes: led:NAME of /sys/class/leds, gpio:N of /sys/class/gpio, or screen for this terminal, whose \
      background turns white. (default: the camera's own)
      """)
  var flashDevice: FlashDevice?

  @Option(parsing: .unconditional, help: "How movies are compressed: h264 or hevc. (default: h264)")
  var movieCodec: MovieCodec?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The preset of x264 or x265: auto for the one that this machine keeps up with, or ultrafast, superfast, veryfast "
        + "and so on to veryslow. (default: auto)", valueName: "auto|preset"))
  var preset: PresetWish?

  @Option(
    parsing: .unconditional,
    help: "livephoto (two files), motionphoto (one, as Android has it: IMG_0001.MP.jpg), or both. (default: livephoto)")
  var format: FileFormat?

  @Option(parsing: .unconditional, help: "The movie's sound: aac, or lpcm as phones write it. (default: aac)")
  var audioCodec: AudioCodec?

  @Option(
    parsing: .unconditional,
    help: "The library that makes AAC: visualon, or libavcodec if it is installed. (default: visualon)")
  var audioEncoder: AudioEncoderName?

  @Option(parsing: .unconditional, help: "A folder for the files; it is made if it is not there.")
  var output = "."

  @Option(parsing: .unconditional, help: "A configuration file; Configs/livecam.json5 shows every setting.")
  var config: String?

  @Flag(
    help: """
      Tell of each photo where its time went, by stage, how long it let you wait, and how near it came to what was asked \
      for; with --json as an event.
      """)
  var timings = false

  @Flag(help: "Print one JSON object a line for each event.")
  var json = false

  /// What matters more when not both can be had.
  enum Priority: String, ExpressibleByArgument, CaseIterable {
    case photo
    case movie
  }

  /// What becomes of a still and its movie.
  enum FileFormat: String, ExpressibleByArgument, CaseIterable {
    case livephoto
    case motionphoto
    case both
  }

  /// The codings of stills that the command offers.
  enum StillCodec: String, ExpressibleByArgument, CaseIterable {
    case jpeg
    case heic

    var value: PhotoCodec {
      switch self {
      case .jpeg: .jpeg
      case .heic: .heic
      }
    }
  }

  /// The codings of movies that the command offers.
  enum MovieCodec: String, ExpressibleByArgument, CaseIterable {
    case h264
    case hevc

    var value: VideoCodec {
      switch self {
      case .h264: .h264
      case .hevc: .hevc
      }
    }
  }

  /// A library, by its name.
  struct AudioEncoderName: ExpressibleByArgument {
    let value: AudioEncoder
    static let allValueStrings = AudioEncoder.allCases.map(\.rawValue)

    init?(argument: String) {
      guard let value = AudioEncoder(rawValue: argument) else { return nil }
      self.value = value
    }
  }

  /// The codings of sound that the command offers.
  enum AudioCodec: String, ExpressibleByArgument, CaseIterable {
    case aac
    case lpcm
  }

  func validate() throws {
    func check(_ holds: Bool, _ message: String) throws { if !holds { throw ValidationError(message) } }
    try check((1...100_000).contains(count), "--count \(count): take 1 to 100000 photos.")
    try check((0...86_400).contains(interval), "--interval \(interval): wait 0 to 86400 seconds.")
    try check(delay.map { (0...86_400).contains($0) } ?? true, "--delay: wait 0 to 86400 seconds.")
    for (name, roll) in [("--pre", pre), ("--post", post)] {
      try check(roll.map { (0...10).contains($0) } ?? true, "\(name): a movie shows 0 to 10 seconds on either side.")
    }
    try check(pre != 0 || post != 0, "--pre 0 --post 0: the movie would be empty; leave one of them out.")
    try check(rate.map { $0 > 0 && $0 <= 1000 } ?? true, "--rate: name 1 to 1000 frames a second.")
    try check(live || format == nil, "--format: a still alone has no movie; add --live, or leave --format out.")
    try check(
      !loop || [camera, microphone].map({ DeviceChoice($0) }).contains { $0.isFixture },
      "--loop: only fixtures are repeated; name one, such as --camera fixture:NAME.livecam. 'livecam record --camera "
        + "movie:FILE' makes one of a movie.")
    try validateStills(check)
    if let pixelFormat, PixelFormat(named: pixelFormat.uppercased()) == nil {
      throw ValidationError("--pixel-format \(pixelFormat): a coding has four characters, such as MJPG or YUYV.")
    }
  }

  /// What of the still's options goes together.
  private func validateStills(_ check: (Bool, String) throws -> Void) throws {
    try check(
      !raw || !live || codec != nil, "--raw --live: a Live Photo's still is JPEG or HEIC; name one with --codec.")
    try check(
      !raw || quality != .quality,
      "--raw --quality quality: a sensor's own samples are taken as they are; leave --quality out.")
    try check(bracket == nil || !live, "--bracket --live: a Live Photo has one still; leave one of them out.")
    try check(bracket == nil || flash == .off, "--bracket --flash: exposures are compared without flash; leave it out.")
    try check(
      !defers || (!raw && bracket == nil),
      "--defer: RAW and brackets are never finished later; leave --raw and --bracket out.")
    try check(
      !defers || format == nil || format == .livephoto,
      "--defer --format: a Motion Photo needs its still at once; leave one of them out.")
  }

  func run() async throws {
    let (result, printer): (ShootResult, ShootPrinter)
    do {
      (result, printer) = try await shoot()
    } catch {
      throw ExitReason.fail(error)
    }
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
    let folder = try OutputFolder(output)
    defer { folder.removeIfEmpty() }
    DiskFiles().sweep(output)
    let clock = MonotonicClock()
    let movies =
      format == .motionphoto || format == .both
      ? HeldMovies(files: DiskFiles(), leavesFiles: format == .both) : nil
    var environment = CaptureEnvironment(
      clock: clock, wallClock: SystemWallClock(), files: movies ?? DiskFiles(), media: .standard,
      makePairIdentifier: CaptureEnvironment.randomPairIdentifier)
    let stageClock = timings ? SystemStageClock() : nil
    environment.stageClock = stageClock
    environment.flash = try flashDevice?.open()
    let deferred = try deferredStills(configuration)
    environment.deferredStorage = deferred
    let printer = ShootPrinter(isJSON: json, clock: clock)
    // The folder is tried before any device is: a mistake there costs no waiting.
    let names = try PairNames(folder: output)
    names.release(try names.reserve())
    let machine = LinuxCatalog(
      clock: clock, bufferCount: configuration.v4l2Buffers, stageClock: stageClock)
    let sound = try await permittedMicrophone(AccessPrompt(access: configuration.access, machine: machine), printer)
    let devices = try DeviceChooser(machine: machine, scene: SceneCatalog(clock: clock), loops: loop).open(
      camera: DeviceChoice(camera), wish: wish, microphone: sound, audioWish: AudioWish(), isRaw: raw)
    if let bracket { try CameraAbilities(devices.video).check(bracket.elements) }
    for notice in devices.notices { printer.notice(notice) }

    let session = try CaptureSession(configuration: configuration.session, environment: environment)
    let photoOutput = PhotoOutput()
    try await session.addInput(devices.video)
    if let audio = devices.audio { try await session.addInput(audio) }
    try await session.addOutput(photoOutput)
    try checkFlash(of: photoOutput)
    let shoot = try Shoot(
      session: session, output: photoOutput, environment: environment, options: options(configuration, deferred),
      movies: movies)
    let interrupts = Interrupts { count in if count == 1 { shoot.finish() } else { shoot.abandon() } }
    defer { interrupts.end() }
    let printing = Task { for await event in shoot.events { printer.print(event) } }
    let result = try await shoot.run()
    await printing.value
    return (result, printer)
  }

  /// No photo comes of a flash that is not there: said once, before the first one.
  private func checkFlash(of output: PhotoOutput) throws(StationError) {
    guard flash != .off, !output.supportedFlashModes.contains(flash.value) else { return }
    throw StationError(
      .invalidConfiguration, context: "--flash \(flash.rawValue)",
      message: "the camera has no flash (rule V13); name what flashes with --flash-device, such as screen, led:NAME or "
        + "gpio:N, or leave --flash out")
  }

  /// The microphone that is to be used, once the user lets both be used; none where the user lets the camera alone.
  private func permittedMicrophone(_ prompt: AccessPrompt, _ printer: ShootPrinter) async throws -> DeviceChoice {
    try await prompt.permitting(live ? DeviceChoice(microphone) : .none) { error in
      printer.notice("\(error) Movies will be silent.")
    }
  }

  private var wish: VideoWish {
    VideoWish(
      size: size.map { ($0.width, $0.height) }, frameRate: rate,
      pixelFormat: pixelFormat.flatMap { PixelFormat(named: $0.uppercased()) },
      priority: priority == .photo ? .photo : .movie)
  }

  private func deferredStills(_ configuration: StationConfiguration) throws -> DeferredStills? {
    guard defers else { return nil }
    guard configuration.photoCodec == .heic || quality == .quality else {
      throw StationError(
        .invalidConfiguration, context: "--defer",
        message: "a JPEG as it comes costs too little to be finished later; add --codec heic or --quality quality")
    }
    return DeferredStills(folder: output)
  }

  private func options(_ configuration: StationConfiguration, _ deferred: DeferredStills?) -> ShootOptions {
    var options = ShootOptions(
      isLive: live, photoCodec: configuration.photoCodec, movieCodec: configuration.movieCodec, count: count,
      interval: Self.time(interval), delay: delay.map(Self.time), folder: output)
    options.quality = quality.value
    options.flashMode = flash.value
    options.raw = !raw ? .none : codec == nil ? .alone : .besideStill
    options.bracket = bracket?.elements ?? []
    options.deferred = deferred
    return options
  }

  private func stationConfiguration() throws -> StationConfiguration {
    var configuration = try StationConfiguration.reading(config)
    configuration.photoCodec = codec?.value ?? configuration.photoCodec
    configuration.movieCodec = movieCodec?.value ?? configuration.movieCodec
    preset?.choice.apply(to: &configuration.session, for: configuration.movieCodec)
    if let pre { configuration.session.preRoll = Self.time(pre) }
    if let post { configuration.session.postRoll = Self.time(post) }
    if let audioEncoder { configuration.session.audioEncoder = audioEncoder.value }
    switch audioCodec {
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

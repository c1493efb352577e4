import ArgumentParser
import CaptureCodecs
import CaptureSupport
import Dispatch
import FileStorage
import Glibc
import LinuxDevices
import LiveCapture
import LiveCaptureTesting
import MediaCore
import Simulator
import VideoCoding

/// The main thread waits and does nothing else. Were it to become one of the dispatcher's own, which leaves its stack,
/// callgrind would lose its way.
@main
enum Program {
  static func main() {
    // As livecam does.
    ProcessHeap.giveBackLargeBlocks()
    let isDone = DispatchSemaphore(value: 0)
    // Detached: the main actor is the thread that waits.
    Task.detached {
      await CaptureMeasure.main()
      isDone.signal()
    }
    isDone.wait()
  }
}

/// Takes Live Photos of pictures from a file in virtual time and says what that cost.
///
/// `Scripts/bench` runs it turn by turn with a program that does nothing but call the codecs on the same pictures.
struct CaptureMeasure: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "capture-measure", abstract: "Measures captures in virtual time; a line of JSON for each group.")

  /// Which encoders make the movies.
  enum Encoders: String, ExpressibleByArgument { case null, real }

  @OptionGroup var input: MeasureInput
  @Option(help: "Encoders of movies: real, or null for none; then sound is kept as it is.") var encoders = Encoders.real
  @Option(help: "Threads of the video encoder.") var threads = 1
  @Option(help: "x264's preset.") var preset = "veryfast"
  @Option(help: "Cameras, all alike, and a photo output for each: a shutter is pressed on all of them.") var cameras = 1
  @Option(help: "Seconds that a movie shows from before the shutter.") var preRoll = 1.5
  @Option(help: "Seconds that a movie shows from after the shutter.") var postRoll = 1.5
  @Option(help: "Captures in a group.") var captures = 1
  @Option(help: "Seconds between the captures of a group.") var apart = 0.4
  @Option(help: "Groups, one after the other.") var groups = 1
  @Option(help: "Seconds for which nothing is taken before each group; as many as fill the ring if not said.")
  var armed: Double?
  @Option(help: "Seconds for which nothing is taken before the first group.") var idle = 0.0
  @Flag(help: "Take a single capture first and tell nothing of it.") var warmUp = false
  @Flag(help: "Take a group for each line of standard input, whatever --groups says, until that ends.")
  var onRequest = false
  @Flag(help: "Take stills alone, without movies.") var stills = false
  @Flag(help: "Do work piece by piece, always in the same order.") var stepwise = false
  @Option(help: "The folder for movies, each of which is removed when its group is over.") var output: String

  func run() async throws {
    let clock = VirtualClock()
    let (session, outputs) = try await makeSession(clock: clock)
    try await session.startRunning()
    let course = GroupCourse(clock: clock, session: session, outputs: outputs, folder: stills ? nil : output)
    await course.advance(seconds: idle)
    // The ring is full by the time a shutter is pressed: it reaches back a second further than the pre-roll.
    let armed = self.armed ?? preRoll + 0.5
    if warmUp { _ = try await course.takeGroup(1, secondsApart: apart, afterArmed: preRoll + 0.5) }
    // The first group meets cold caches and loads libraries: its number tells it from the others.
    for group in 0..<(onRequest ? Int.max : groups) {
      guard !onRequest || readLine() != nil else { break }
      let cost = try await course.takeGroup(captures, secondsApart: apart, afterArmed: armed)
      Terminal.tell(cost.line(group: group, captures: captures))
    }
    try await session.stopRunning()
  }

  private func makeSession(clock: VirtualClock) async throws -> (CaptureSession, [PhotoOutput]) {
    var environment = CaptureEnvironment.virtual(
      clock: clock, files: DiskFiles(), scheduler: stepwise ? SteppedWork() : CountedWork(),
      media: .standard)
    // As on a machine with a camera.
    environment.isCPUIndependent = false
    if encoders == .null { environment.media.movies = NullMovies() }
    let session = try CaptureSession(configuration: try configuration(), environment: environment)
    for camera in try input.cameras(cameras, clock: clock) { try await session.addInput(camera) }
    if let microphone = try input.microphone(clock: clock) { try await session.addInput(microphone) }
    // Each output finds a camera that feeds no other.
    let outputs = (0..<cameras).map { _ in PhotoOutput() }
    for photoOutput in outputs {
      try await session.addOutput(photoOutput)
      try photoOutput.setLivePhotoCaptureEnabled(true)
    }
    return (session, outputs)
  }

  private func configuration() throws -> SessionConfiguration {
    var configuration = SessionConfiguration()
    configuration.videoThreads = threads
    guard let known = MovieEncoderSettings.Preset(rawValue: preset) else {
      throw ValidationError("no preset of x264: \(preset)")
    }
    configuration.videoPreset = known
    configuration.preRoll = MediaTime(seconds: preRoll, preferredTimescale: 1_000_000)
    configuration.postRoll = MediaTime(seconds: postRoll, preferredTimescale: 1_000_000)
    if encoders == .null { configuration.audioCoding = .linearPCM }
    return configuration
  }
}

/// Writes lines to standard output, each at once.
enum Terminal {
  static func tell(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    guard write(STDOUT_FILENO, bytes, bytes.count) == bytes.count else { exit(74) }
  }
}

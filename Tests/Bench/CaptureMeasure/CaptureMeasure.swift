import ArgumentParser
import FileStorage
import Glibc
import LiveCapture
import LiveCaptureTesting
import MediaCore
import Simulator
import VideoCoding

/// Takes Live Photos of pictures from a file in virtual time and says what that cost.
///
/// `Scripts/bench` runs it turn by turn with a program that does nothing but call the codecs on the same pictures.
@main
struct CaptureMeasure: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "capture-measure", abstract: "Measures captures in virtual time; a line of JSON for each group.")

  /// Which encoders make the movies.
  enum Encoders: String, ExpressibleByArgument { case null, real }

  @OptionGroup var input: MeasureInput
  @Option(help: "Encoders of movies: real, or null for none; then sound is kept as it is.") var encoders = Encoders.real
  @Option(help: "Threads of the video encoder.") var threads = 1
  @Option(help: "x264's preset.") var preset = "veryfast"
  @Option(help: "Captures in a group.") var captures = 1
  @Option(help: "Seconds between the captures of a group.") var apart = 0.4
  @Option(help: "Groups, one after the other.") var groups = 1
  @Option(help: "Seconds from one group's end to the next one's beginning.") var pause = 0.0
  @Option(help: "The folder for movies, each of which is removed when its group is over.") var output: String

  func run() async throws {
    let clock = VirtualClock()
    var configuration = SessionConfiguration()
    configuration.videoThreads = threads
    guard let known = H264EncoderSettings.Preset(rawValue: preset) else {
      throw ValidationError("no preset of x264: \(preset)")
    }
    configuration.videoPreset = known
    var environment = CaptureEnvironment.virtual(clock: clock, files: AtomicFileStore(), isStepwise: false)
    if encoders == .null {
      environment.encoders = NullEncoders()
      configuration.audioCoding = .linearPCM
    }
    let session = try CaptureSession(configuration: configuration, environment: environment)
    let photoOutput = PhotoOutput()
    try await session.addInput(try input.camera(clock: clock))
    if let microphone = try input.microphone(clock: clock) { try await session.addInput(microphone) }
    try await session.addOutput(photoOutput)
    try photoOutput.setLivePhotoCaptureEnabled(true)
    try await session.startRunning()

    let course = GroupCourse(clock: clock, session: session, output: photoOutput, folder: output)
    // The first group meets cold caches and loads libraries: its number tells it from the others.
    for group in 0..<groups {
      await course.advance(seconds: 2 + pause)
      let cost = try await course.takeGroup(captures, secondsApart: apart)
      Terminal.tell(cost.line(group: group, captures: captures))
    }
    try await session.stopRunning()
  }
}

/// Writes lines to standard output, each at once.
enum Terminal {
  static func tell(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    guard write(STDOUT_FILENO, bytes, bytes.count) == bytes.count else { exit(74) }
  }
}

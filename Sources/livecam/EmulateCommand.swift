import ArgumentParser
import ByteCoding
import CaptureScripts
import FileStorage
import Fixtures
import Glibc
import LinuxDevices
import MediaCore
import OutsidePrograms
import ScriptFiles
import Simulator
import SystemCalls

struct EmulateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "emulate", abstract: "Run a program that sees a fixture as a V4L2 camera, in real time.",
    discussion: """
      A program that opens the device, and every program that it starts, gets what the recorded camera delivered: bytes,
      times, numbers, losses. Each stream starts where the fixture starts. At the fixture's end the camera is
      unplugged, and plugged in again at once.
      It is done by a library that is loaded before the program's own. Programs that are linked statically or run with
      another user's rights don't see it. Sound is not emulated.
      Several cameras: livecam emulate A --device /dev/video0 -- livecam emulate B --device /dev/video1 -- PROGRAM.
      Ends with the program's exit code, or with 128 plus the signal's number if a signal ended it.
      """)

  @Argument(help: "The fixture, such as NAME.livecam.", completion: .directory)
  var fixture: String

  @Flag(help: "Loop the fixture seamlessly.")
  var loop = false

  @Option(parsing: .unconditional, help: "What the camera is called: /dev/video0 to /dev/video255.")
  var device = "/dev/video0"

  @Option(
    parsing: .unconditional,
    help: """
      A script with steps \(CaptureScript.emulationWords), such as \
      '{version: 1, steps: [{at: 2, unplug: camera}, {after: 1, replug: camera}]}'. Times count from the first \
      stream's start.
      """, completion: .file(extensions: ["yaml", "yml", "json"]))
  var script: String?

  @Option(
    parsing: .unconditional,
    help: """
      A file to append a line of JSON to for each open, stream, frame taken and frame lost, with its time in seconds \
      of the monotonic clock.
      """, completion: .file())
  var log: String?

  @Argument(parsing: .postTerminator, help: "Behind --, the program and its arguments.")
  var command: [String] = []

  func validate() throws {
    try check(
      !command.isEmpty, "Name the program to run behind --, such as: livecam emulate \(fixture) -- v4l2-ctl --all")
    try check(number != nil, "--device \(device): name a node from /dev/video0 to /dev/video255.")
  }

  private var number: Int? { EmulationStep.number(ofNode: device) }

  func run() throws { throw ExitCode(try ExitReason.reporting(emulate)) }

  private func emulate() throws -> Int32 {
    let library = try Self.findLibrary()
    var options = EmulationOptions(number: number ?? 0, loops: loop)
    if let script { options.steps = try SimulateCommand.read(script).emulationSteps() }
    let reader = try FixtureReader(path: fixture)
    try reader.verify()
    let index = try EmulationIndex(reader, options: options)
    var environment = Environment.all
    let journal = try log.map(AppendedFile.init)
    let folder = try EmulationFolder(of: reader, index: index, in: environment["TMPDIR"] ?? "/tmp", log: log)
    defer { folder.remove() }
    var preload = library
    if environment["LIVECAM_EMULATE"].map({ $0.isEmpty }) ?? true {
      environment["LIVECAM_EMULATE"] = folder.path
    } else {
      // Beside another camera, which has the library already: a copy of it, which knows its folder by its own place.
      preload = "\(folder.path)/preload.so"
      try Self.copy(library, to: preload)
    }
    let others = environment["LD_PRELOAD"].map { $0.isEmpty ? "" : ":\($0)" } ?? ""
    environment["LD_PRELOAD"] = preload + others
    // The preload library goes on with this file.
    let (seconds, rest) = MonotonicClock().now.nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    journal?.append("{\"event\": \"program\", \"time\": \(seconds).\(rest.digits(9))}")
    return try ChildProgram.run(command, environment: environment)
  }

  private static func copy(_ library: String, to path: String) throws {
    do {
      try DiskFiles().create(path, DiskFiles().open(library).allBytes())
    } catch {
      Terminal.complain("livecam: \(error) Name another folder in TMPDIR.")
      throw ExitReason.unusableFolder.exitCode
    }
  }

  private static func findLibrary() throws -> String {
    guard let folder = OwnFolder.path else {
      Terminal.complain("livecam: where it lies cannot be told; see that /proc is mounted. \(SystemError("realpath"))")
      throw ExitReason.internalError.exitCode
    }
    let library = "\(folder)/libCaptureShim.so"
    let isThere = access(library.systemPath, R_OK) == 0
    if isThere, !library.contains(where: { $0 == ":" || $0.isWhitespace }) { return library }
    let reason =
      isThere
      ? "a library is loaded only from folders without spaces and colons in their names. Move livecam to another."
      : "this library, which shows the camera to programs, is not there. Build it with 'swift build --product "
        + "CaptureShim', and keep it beside livecam."
    Terminal.complain("livecam: \(library): \(reason)")
    throw ExitReason.internalError.exitCode
  }
}

import ArgumentParser
import CaptureDevices
import Glibc
import LiveCapture
import Station

/// Has several cameras of this machine in one session, each with a photo output of its own, armed, and presses one
/// shutter for all of them. Says what being armed cost and what came of the shutter, a line of JSON for each.
///
/// `Scripts/bench` runs it with emulated cameras. `livecam shoot` takes one camera; an app takes as many as it likes.
@main
struct CameraMeasure: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "camera-measure", abstract: "Measures several cameras in one session, in real time.")

  @Argument(help: "The cameras' nodes, such as /dev/video0.") var cameras: [String]
  @Option(help: "Seconds to be armed for, once the rings are full.") var seconds = 5.0
  @Option(help: "A folder for a Live Photo of each camera, 1.mov and so on; without it no shutter is pressed.")
  var output: String?

  func run() async throws {
    let world = StationWorld.machine()
    let session = try CaptureSession(configuration: SessionConfiguration(), environment: world.environment)
    let outputs = cameras.map { _ in PhotoOutput() }
    for camera in cameras {
      try await session.addInput(try await world.open(DeviceWishes(camera: .named(camera), microphone: .none)).video)
    }
    for one in outputs {
      try await session.addOutput(one)
      try one.setLivePhotoCaptureEnabled(true)
    }
    let course = CameraCourse(clock: world.environment.clock, session: session, outputs: outputs)
    try await session.startRunning()
    // A ring reaches back 2.5 s.
    await course.wait(seconds: 3)
    try await course.measureArmed(seconds: seconds)
    if let output { try await course.shoot(into: output) }
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

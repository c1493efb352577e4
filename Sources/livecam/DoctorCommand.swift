import ArgumentParser
import Checkup
import LinuxDevices
import Station

struct DoctorCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor", abstract: "Report what this machine has and lacks for taking photos, and what to do.",
    discussion: """
      Prints a line each for cameras, microphones, encoders, optional libraries, the output folder's disk, the clock, \
      printers and browsers: ok, limited (photos can be taken all the same) or lacking. Encoders and the disk are \
      measured, which takes some seconds.

      Exit codes: 0 nothing that photos need is lacking; 1 H.264 is missing or too slow; 69 no camera can be used; \
      73 the output folder cannot be written to. If several apply, the highest.
      """)

  @Option(parsing: .unconditional, help: "The folder whose disk is measured.", completion: .directory)
  var output = "."

  @Flag(help: "Print a JSON object for each finding, one on a line.")
  var json = false

  func run() async throws {
    let world = StationWorld.machine()
    let environment = world.environment
    let machine = world.machine
    let checkup = MachineCheckup(
      MachineCheckup.Roles(
        cameras: { machine?.examineCameras() ?? [] }, microphones: { machine?.examineMicrophones() ?? [] },
        media: environment.media, files: environment.files, clock: environment.clock))
    let terminal = Terminal()
    var worst: ExitReason?
    checkup.run(folder: output) { finding in
      terminal.show(finding, [finding.line], asJSON: json)
      if let reason = finding.reason { worst = worst.map { max($0, reason) } ?? reason }
    }
    if let worst { throw worst.exitCode }
  }
}

extension CheckupFinding {
  /// The reason for another exit code than 0; `nil` for a finding that does not keep photos from being taken.
  fileprivate var reason: ExitReason? {
    guard verdict == .lacking else { return nil }
    return switch area {
    case .camera: .deviceUnavailable
    case .disk: .unusableFolder
    default: .captureFailed
    }
  }
}

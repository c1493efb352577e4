import ArgumentParser
import Glibc
import LinuxDevices
import Station
import SystemCalls

/// The program: the command, and after all has gone well a look at whether its output has arrived.
@main
enum Livecam {
  static func main() async {
    ProcessHeap.giveBackLargeBlocks()
    do {
      var command = try await LivecamCommand.asyncParseAsRoot(arguments)
      if var waiting = command as? any AsyncParsableCommand { try await waiting.run() } else { try command.run() }
    } catch {
      end(with: error)
    }
    Terminal.endIfOutputWasLost()
  }

  /// The arguments, with the usual library's place behind a `--library` that names none.
  private static var arguments: [String] {
    let given = paths
    return given.indices.flatMap { index -> [String] in
      let isAlone = index + 1 == given.count || given[index + 1].hasPrefix("--")
      return given[index] == "--library" && isAlone ? ["--library", LibraryPlace.usual] : [given[index]]
    }
  }

  /// The arguments as paths: Swift's own list has replaced what is no UTF-8.
  private static var paths: [String] {
    UnsafeBufferPointer(start: CommandLine.unsafeArgv, count: Int(CommandLine.argc)).dropFirst()
      .compactMap { $0.map { String(systemPath: $0) } }
  }

  /// Ends the process with what there is to say about the arguments, which may name any file.
  private static func end(with error: any Error) -> Never {
    let code = LivecamCommand.exitCode(for: error)
    let text = LivecamCommand.fullMessage(for: error)
    if code == .success {
      LivecamCommand.exit(withError: error)
    } else if !text.isEmpty {
      Terminal.complain(text, keepsLines: true)
    }
    exit(code.rawValue)
  }
}

struct LivecamCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "livecam",
    abstract: "Live Photos for Linux: a still and the movie of the moment around it.",
    discussion: """
      Exit codes:
        0   everything that was asked for is on disk
        1   a capture failed in part or altogether; what is on disk is whole.
            Of files: the verdict is no, or not everything could be mended
        64  the arguments or the configuration are invalid
        65  a named file is damaged or cannot be used for this
        66  a named file is missing or cannot be read
        69  a device is missing, busy, unreachable or lacks the mode
        70  livecam itself has failed, which is a bug
        73  the folder for the files cannot be used
        74  all was done, but standard output could not be written to
        130 ended by Ctrl-C before everything was taken
        141 all was done, but the reader of standard output has left, as head does (ended by SIGPIPE)
      """,
    version: "livecam \(LivecamVersion.text)",
    subcommands: [
      DevicesCommand.self, DoctorCommand.self, ShootCommand.self, FinishCommand.self, RecordCommand.self,
      EmulateCommand.self, SimulateCommand.self, InspectCommand.self, VerifyCommand.self,
      RepairCommand.self, PairCommand.self, AssembleCommand.self, DisassembleCommand.self, MotionPhotoCommand.self,
      EditCommand.self, LibraryCommand.self, BoothCommand.self, ViewCommand.self,
    ])
}

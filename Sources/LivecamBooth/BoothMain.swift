import ArgumentParser
import Glibc
import LinuxDevices
import Station

/// The booth's program, which 'livecam booth' and 'livecam view' start in their place.
@main
struct BoothMain: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "livecam-booth", abstract: "A photo booth, and a gallery, in the browser.",
    version: "livecam \(LivecamVersion.text)", subcommands: [BoothCommand.self, ViewCommand.self],
    defaultSubcommand: BoothCommand.self)

  static func main() async {
    ProcessHeap.giveBackLargeBlocks()
    // A client that goes while it is written to is no reason to end.
    ProcessSignals.ignore([SIGPIPE])
    do {
      var command = try parseAsRoot()
      if var waiting = command as? any AsyncParsableCommand { try await waiting.run() } else { try command.run() }
    } catch {
      exit(withError: error)
    }
  }
}

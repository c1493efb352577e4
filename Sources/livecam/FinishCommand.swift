import ArgumentParser
import FileStorage
import Glibc
import LivePhotoFiles
import Logging
import Shooting
import Station

struct FinishCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "finish", abstract: "Finish the stills that 'shoot --defer' has put off.",
    discussion: """
      Makes IMG_0001.JPG or IMG_0001.HEIC of IMG_0001.livecam-deferred, then removes that and IMG_0001_PROXY.JPG.
      Each still appears whole, also of a shoot that crashed; interrupted, the next call does the rest.
      Stills of a shoot that still runs are left to later, those that another 'finish' works on are left to it.
      A source that is damaged is named and kept, with its proxy; the exit code is 1. Nothing to do is no error.
      """)

  @Argument(help: "The folder with the stills.", completion: .directory)
  var folder = "."

  @Option(parsing: .unconditional, help: "A configuration file; quality and presets are taken from it.")
  var config: String?

  @Flag(help: "Print one JSON object a line for each still.")
  var json = false

  @Option(parsing: .unconditional, help: LogOptions.file)
  var log: String?

  @Option(parsing: .unconditional, help: LogOptions.level)
  var logLevel = NamedCase(Logger.Level.info)

  func run() throws {
    defer { LogFile.flush() }
    let terminal = Terminal()
    var worst: ExitReason?
    try ExitReason.reporting {
      let configuration = try StationConfiguration.reading(config)
      let environment = StationWorld.machine(configuration).environment
      let logger = try Logger(log, from: logLevel, environment)
      // Says what is wrong with the folder, if anything is.
      _ = try PairNames(folder: folder)
      DiskFiles().sweep(folder)
      try DeferredStills(folder: folder).finish(with: environment.media, configuration: configuration.session) {
        name, outcome in
        if case .finished(let path, _, let lack) = outcome {
          logger.info("deferred still finished", metadata: ["file": "\(path)"])
          if let lack {
            logger.warning("still without thumbnail", metadata: ["file": "\(path)", "error": "\(lack)"])
            if !json { Terminal.complain("livecam: \(name) has no thumbnail: \(lack)") }
          }
        } else if case .failed(let error) = outcome {
          worst = .captureFailed
          logger.error("deferred still not finished", metadata: ["name": "\(name)", "error": "\(error)"])
          if !json { Terminal.complain("livecam: \(name): \(error)") }
        }
        terminal.show(Self.json(name, outcome), Self.lines(name, outcome), asJSON: json)
      }
    }
    if let worst { throw worst.exitCode }
  }

  private static func lines(_ name: String, _ outcome: DeferredStills.Outcome) -> [String] {
    switch outcome {
    case .finished(let path, let byteCount, _): ["\(name)  finished: \(path), \(byteCount) bytes"]
    case .inUse: ["\(name)  left to later: the shoot that takes it still runs"]
    case .beingFinished: ["\(name)  left alone: another 'livecam finish' is at work on it"]
    case .failed: []
    }
  }

  private static func json(_ name: String, _ outcome: DeferredStills.Outcome) -> JSONObject {
    switch outcome {
    case .finished(let path, let count, let lack):
      ["event": "finished", "name": name, "file": path, "bytes": count, "thumbnailError": lack.map { "\($0)" }]
    case .failed(let error): ["event": "failed", "name": name, "error": "\(error)"]
    case .inUse: ["event": "inUse", "name": name]
    case .beingFinished: ["event": "beingFinished", "name": name]
    }
  }
}

import ArgumentParser
import FileStorage
import Glibc
import LibraryCapture
import LiveCapture
import LivePhotoFiles
import Logging
import PhotoLibrary
import Shooting
import Station

struct FinishCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "finish", abstract: "Finish the stills that 'shoot --defer' has postponed.",
    discussion: """
      Makes IMG_0001.JPG or IMG_0001.HEIC of IMG_0001.livecam-deferred, then removes that and IMG_0001_PROXY.JPG.
      Each still appears whole, even if the shoot has crashed. If 'finish' is interrupted, the next call continues.
      Stills of a running shoot are left for later, and stills that another 'finish' works on are left to it.
      A damaged source is named and kept with its proxy, and the exit code is 1. If there is nothing to do, that is no
      error.
      """)

  @Argument(help: "The folder with the stills.", completion: .directory)
  var folder = "."

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Finish the stills of a library, in place of a folder. Without a path, the default of 'livecam library'.",
      valueName: "path"), completion: .directory)
  var library: String?

  @Option(
    parsing: .unconditional, help: "A configuration file; quality and presets are taken from it.", completion: .file())
  var config: String?

  @Flag(help: "Print one JSON object a line for each still.")
  var json = false

  @Option(parsing: .unconditional, help: LogOptions.file, completion: .file())
  var log: String?

  @Option(parsing: .unconditional, help: LogOptions.level)
  var logLevel = NamedCase(Logger.Level.info)

  func validate() throws {
    try check(library == nil || folder == ".", "FOLDER --library: name one of them.")
  }

  func run() async throws {
    defer { LogFile.flush() }
    let worst: ExitReason?
    if let library {
      let place = try ExitReason.reporting { try LibraryPlace(library) }
      // A library's changes are waited for, which the main thread must not do.
      let work = Task.detached { () -> Result<ExitReason?, any Error> in
        do {
          let library = try LibraryOptions.open(place, makesOne: false)
          try await LibraryOptions.requireAccess(library)
          let deferred = LibraryPairs.deferredFolder(of: library)
          guard DiskFiles().exists(deferred) else { return .success(nil) }
          let waiting = library.originals.waitingCount
          let worst = try finish(deferred) { name, photo in try LibraryPairs.finish(photo, named: name, in: library) }
          LibraryUpload.sendAdditions(since: waiting, from: library)
          return .success(worst)
        } catch {
          return .failure(error)
        }
      }
      let result = await work.value
      worst = try ExitReason.reporting { try result.get() }
    } else {
      worst = try ExitReason.reporting {
        // Says what is wrong with the folder, if anything is.
        _ = try PairNames(folder: folder)
        return try finish(folder, storing: nil)
      }
    }
    if let worst { throw worst.exitCode }
  }

  private func finish(
    _ folder: String, storing: ((String, CapturePhoto) throws -> String)?
  ) throws -> ExitReason? {
    let terminal = Terminal()
    var worst: ExitReason?
    let configuration = try StationConfiguration.reading(config)
    let environment = StationWorld.machine(configuration).environment
    let logger = try Logger(log, from: logLevel, environment)
    DiskFiles().sweep(folder)
    try DeferredStills(folder: folder).finish(
      with: environment.media, configuration: configuration.session, storing: storing
    ) { name, outcome in
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
    return worst
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

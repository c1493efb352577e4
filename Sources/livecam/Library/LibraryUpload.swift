import ArgumentParser
import LibraryCapture
import LivePhotoFiles
import PhotoLibrary

struct LibraryUpload: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "upload", abstract: "Send what waits on this machine: originals to the store, captures to the server.",
    discussion: """
      'shoot', and commands that add files, send them by themselves, unless store or server are away then: originals wait in the
      library's folder, and captures of a library whose catalogue is on a server in its folder 'offline'. What a cut has left
      half sent goes on where it was.
      Exit codes: 0 nothing waits any more; 69 the store or the server cannot be reached; 1 it refuses.
      """)

  @OptionGroup var options: LibraryOptions

  @Flag(help: "Remove files from this machine that the store has: they are fetched again when they are read.")
  var free = false

  func run() async throws {
    let free = free
    try await options.run { library in
      let moved = try Self.moveCaptures(to: library)
      let report = try Self.send(from: library)
      let freed = free ? try library.originals.free() : (0, 0)
      Terminal().show(
        [
          "captures": moved, "sent": report.sentCount, "bytes": report.byteCount, "removed": report.removedCount,
          "waiting": report.waitingCount, "freed": freed.0, "freedBytes": freed.1,
        ] as JSONObject,
        [
          "\(moved) captures moved; \(report.sentCount) files sent, \(report.byteCount) bytes; \(report.removedCount) removed there; "
            + "\(report.waitingCount) wait" + (free ? "; \(freed.0) freed here, \(freed.1) bytes" : "")
        ], asJSON: options.json)
    }
  }

  /// Moves captures that were made while the server was away; returns how many.
  private static func moveCaptures(to library: PhotoLibrary) throws -> Int {
    guard OfflineLibrary.exists(in: library.path) else { return 0 }
    return try OfflineLibrary(in: library.path, environment: library.environment).move(to: library)
  }

  /// Sends what waits, with a progress bar where that takes long.
  @discardableResult
  static func send(from library: PhotoLibrary) throws -> UploadReport {
    let total = library.originals.waitingCount
    let bar = ProgressBar("upload")
    defer { bar.clear() }
    return try library.originals.upload { report in
      try Task.checkCancellation()
      bar.show(Double(total - min(total, report.waitingCount)) / Double(max(1, total)))
    }
  }

  /// Sends what a command has added. A store that is away is told of, and is no error: everything waits here.
  static func sendAdditions(since count: Int, from library: PhotoLibrary, movesCaptures: Bool = false) {
    do {
      if movesCaptures { _ = try moveCaptures(to: library) }
      if library.originals.waitingCount > count { try send(from: library) }
    } catch {
      Terminal.complain(
        "livecam: What is new waits on this machine, and nothing is lost: 'livecam library upload' sends it. \(error)")
    }
  }
}

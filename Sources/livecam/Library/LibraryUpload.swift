import ArgumentParser
import LivePhotoFiles
import PhotoLibrary

struct LibraryUpload: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "upload", abstract: "Send originals that wait here to the library's store.",
    discussion: """
      Commands that add photos send them by themselves, unless the store is away then. What a cut has left half sent goes on
      where it was.
      Exit codes: 0 nothing waits any more; 1 the store cannot be reached, or refuses.
      """)

  @OptionGroup var options: LibraryOptions

  @Flag(help: "Remove files from this machine that the store has: they are fetched again when they are read.")
  var free = false

  func run() async throws {
    let free = free
    try await options.run { library in
      guard try library.originalsStoreURL() != nil else {
        throw PhotosError(
          .changeNotSupported, context: library.path,
          message: "The originals are in this folder. 'livecam library init --store URL' has a store keep them.")
      }
      let report = try Self.send(from: library)
      let freed = free ? try library.freeOriginals() : (0, 0)
      Terminal().show(
        [
          "sent": report.sentCount, "bytes": report.byteCount, "removed": report.removedCount,
          "waiting": report.waitingCount, "freed": freed.0, "freedBytes": freed.1,
        ] as JSONObject,
        [
          "\(report.sentCount) files sent, \(report.byteCount) bytes; \(report.removedCount) removed there; "
            + "\(report.waitingCount) wait" + (free ? "; \(freed.0) freed here, \(freed.1) bytes" : "")
        ], asJSON: options.json)
    }
  }

  /// Sends what waits, with a progress bar where that takes long.
  @discardableResult
  static func send(from library: PhotoLibrary) throws -> UploadReport {
    let total = library.waitingUploadCount
    let bar = ProgressBar("upload")
    defer { bar.clear() }
    return try library.uploadOriginals { report in
      try Task.checkCancellation()
      bar.show(Double(total - min(total, report.waitingCount)) / Double(max(1, total)))
    }
  }

  /// Sends what a command has added. A store that is away is told of, and is no error: everything waits here.
  static func sendAdditions(since count: Int, from library: PhotoLibrary) {
    guard library.waitingUploadCount > count else { return }
    do { try send(from: library) } catch {
      Terminal.complain(
        "livecam: \(library.waitingUploadCount) files wait here for the store, and nothing is lost. "
          + "'livecam library upload' sends them. \(error)")
    }
  }
}

import ArgumentParser
import FileStorage
import FoundationEssentials
import LivePhotoFiles
import OriginalsS3
import PhotoLibrary

struct LibraryInit: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init", abstract: "Make a library in a new or an empty folder; one that is there is left as it is.",
    discussion: """
      --store has an S3-compatible store keep the originals, also those of a library that is there. The folder then holds
      what waits to be sent, so that photos can be taken while the network is away, and copies of what was read. Keys come
      from AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or from ~/.aws/credentials. Where the store cannot be reached or
      refuses, no library is made, and one that is there stays as it is.

      Examples:
        livecam library init --library /srv/photos
        livecam library init --library /srv/photos --store 's3://photos/booths?endpoint=https://minio.example:9000'
      """)

  @OptionGroup var options: LibraryOptions

  @Option(
    help: ArgumentHelp(
      "Keep the originals in this store: s3://BUCKET/PREFIX[?endpoint=URL&region=NAME].", valueName: "url"))
  var store: String?

  func validate() throws {
    guard let store else { return }
    do { try S3Store.check(store, ProcessInfo.processInfo.environment) } catch {
      try check(false, "--store: \(error.message).")
    }
  }

  func run() async throws {
    let store = store
    try await options.run(makesOne: true, store: store) { library in
      // One that was there before.
      if let store { try library.originals.useStore(store) }
    }
    try await options.run { library in
      let url = try library.originals.storeURL()
      Terminal().show(
        ["library": library.path, "store": url] as JSONObject,
        ["library: \(library.path)"] + [url.map { "store: \($0)" }].compactMap { $0 }, asJSON: options.json)
      try LibraryUpload.send(from: library)
    }
  }
}

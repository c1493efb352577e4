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

      What is in the trash for longer than --trash-days is deleted for good when photos are imported or taken, and by
      'library trash'. A library that an older version has made keeps it until this is set.

      Examples:
        livecam library init --library /srv/photos
        livecam library init --library /srv/photos --store 's3://photos/booths?endpoint=https://minio.example:9000'
      """)

  @OptionGroup var options: LibraryOptions

  @Option(
    help: ArgumentHelp(
      "Keep the originals in this store: s3://BUCKET/PREFIX[?endpoint=URL&region=NAME].", valueName: "url"))
  var store: String?

  @Option(
    parsing: .unconditional,
    help: "Delete what has been in the trash for this many days for good; 0 keeps it. (new libraries: 30)")
  var trashDays: Int?

  func validate() throws {
    try check(trashDays.map { (0...36_500).contains($0) } ?? true, "--trash-days: name days, 0 or more.")
    guard let store else { return }
    do { try S3Store.check(store, ProcessInfo.processInfo.environment) } catch {
      try check(false, "--store: \(error.message).")
    }
  }

  func run() async throws {
    let (store, trashDays) = (store, trashDays)
    try await options.run(makesOne: true, store: store) { library in
      // One that was there before.
      if let store { try library.originals.useStore(store) }
      if let trashDays { try LibraryTrashBin(of: library).setDays(trashDays) }
    }
    try await options.run { library in
      let url = try library.originals.storeURL()
      let days = try LibraryTrashBin(of: library).days()
      Terminal().show(
        ["library": library.path, "store": url, "trashDays": days ?? 0] as JSONObject,
        ["library: \(library.path)"] + [url.map { "store: \($0)" }].compactMap { $0 }
          + ["trash: " + (days.map { "deleted for good after \($0) days" } ?? "kept until it is deleted")],
        asJSON: options.json)
      try LibraryUpload.send(from: library)
    }
  }
}

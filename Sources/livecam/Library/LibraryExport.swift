import ArgumentParser
import FileStorage
import LibraryFiles
import LivePhotoFiles
import PhotoLibrary
import Synchronization

struct LibraryExport: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Write copies of assets into a folder, as they are shown or as they came.",
    discussion: """
      A Live Photo becomes a pair of files, a .pvt bundle, a Motion Photo, or a ZIP archive. With --original it is the files
      that were imported, byte for byte, Motion Photos and archives among them; in another --format, what came out of them.
      Nothing is overwritten: a name that another file has gets a number. Files that an earlier export has written stay as
      they are, so that one that was ended is simply run again. Files are compared with the hashes that they were added with.
      An asset with a damaged or missing file is left out; all others are written, and what was left out is listed at the end.
      An edited still without an edited movie goes with the original movie, whose identifier its copy gets, so that both are
      a Live Photo. Hidden assets are exported by name, or with --kind hidden.
      Exit codes: 0 all were written as they were added; 65 files are damaged, 66 missing, 69 in a store that does not
      answer; of several the highest. No asset of the name: 66.

      Examples:
        livecam library export IMG_0001 IMG_0002 --output ~/Desktop
        livecam library export --kind favourites --format motionphoto --output for-android
        livecam library export --kind all --original --output archive
      """)

  enum Format: String, Named {
    case pair, bundle, motionphoto, zip
    var value: LibraryExporter.Format {
      switch self {
      case .pair: .pair
      case .bundle: .bundle
      case .motionphoto: .motionphoto
      case .zip: .zip
      }
    }
  }

  @Argument(
    help: "Assets: by identifier or its first 4 characters or more, or by a file's name. (default: by the options)")
  var assets: [String] = []

  @OptionGroup var options: LibraryOptions
  @OptionGroup var filter: AssetFilter

  @Option(parsing: .unconditional, help: "The folder; it is made if it is not there.", completion: .directory)
  var output: String

  @Option(parsing: .unconditional, help: "pair, bundle (.pvt), motionphoto or zip.")
  var format = NamedCase(Format.pair)

  @Flag(help: "Give away the originals, as they came, also of what was edited or taken apart.")
  var original = false

  @Flag(help: "Write damaged files as they are, and of assets that have lost files what is left; each is told.")
  var damagedToo = false

  func validate() throws { try check(!output.isEmpty, "--output: the path is empty. Name a folder.") }

  func run() async throws {
    let outcome = Mutex<ExitReason?>(nil)
    try await options.run { library in
      var exporter = LibraryExporter(from: library)
      exporter.format = format.value.value
      exporter.isOriginal = original
      exporter.takesDamaged = damagedToo
      // What is wrong with the folder is wrong for all.
      try exporter.prepare(output)
      // What an export that was killed has left.
      DiskFiles().sweep(output)
      let count = assets.isEmpty ? try filter.listedCount(in: library) : assets.count
      var run = LibraryExportRun(exporter, of: count, to: output, asJSON: options.json)
      defer { outcome.withLock { [reason = run.end()] in $0 = reason } }
      if !assets.isEmpty {
        for text in assets {
          try run.export(text) {
            let asset = try AssetArguments.found(text, in: library, inTrash: nil)
            if asset.trashedDate != nil {
              Terminal.complain("livecam: \(text): it is in the trash; 'livecam library restore' takes it out")
            }
            return asset
          }
        }
      } else {
        try filter.forEachPage(in: library) { page in
          for asset in page { try run.export(asset.shortIdentifier) { asset } }
        }
        try filter.tellHidden(in: library, "exported")
      }
    }
    if let reason = outcome.withLock({ $0 }) { throw reason.exitCode }
  }
}

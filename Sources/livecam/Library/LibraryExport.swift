import ArgumentParser
import LibraryFiles
import LivePhotoFiles
import PhotoLibrary

struct LibraryExport: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Write copies of assets into a folder, as they are shown or as they came.",
    discussion: """
      A Live Photo becomes a pair of files, a .pvt bundle, a Motion Photo, or a ZIP archive. With --original it is the files
      that were imported, byte for byte, Motion Photos and archives among them; in another --format, what came out of them.
      Nothing is overwritten: a name that is taken gets a number.

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

  @Option(parsing: .unconditional, help: "The folder; it is made if it is not there.")
  var output: String

  @Option(parsing: .unconditional, help: "pair, bundle (.pvt), motionphoto or zip.")
  var format = NamedCase(Format.pair)

  @Flag(help: "Give away the originals, as they came, also of what was edited or taken apart.")
  var original = false

  func run() async throws {
    try await options.run { library in
      var exporter = LibraryExporter(from: library)
      exporter.format = format.value.value
      exporter.isOriginal = original
      let terminal = Terminal()
      func write(_ asset: Asset) throws {
        try Task.checkCancellation()
        let files = try exporter.export(asset, to: output)
        terminal.show(
          ["identifier": asset.localIdentifier, "files": files] as JSONObject, [files.joined(separator: " + ")],
          asJSON: options.json)
      }
      if !assets.isEmpty {
        for text in assets { try write(AssetArguments.found(text, in: library, inTrash: nil)) }
      } else {
        try filter.forEachPage(in: library) { page in for asset in page { try write(asset) } }
      }
    }
  }
}

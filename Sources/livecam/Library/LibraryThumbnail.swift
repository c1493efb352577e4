import ArgumentParser
import LibraryFiles
import LivePhotoFiles
import PhotoLibrary

struct LibraryThumbnail: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "thumbnail",
    abstract: "Print the paths of small JPEGs of assets, which are made where they are missing.",
    discussion: "They are kept in the library's folder 'thumbnails', which may be deleted at any time.")

  @OptionGroup var arguments: AssetArguments
  @OptionGroup var options: LibraryOptions

  @Option(parsing: .unconditional, help: "The longer side, 16 to 4096 pixels.")
  var side = 512

  func validate() throws { try check((16...4096).contains(side), "--side: name 16 to 4096 pixels.") }

  func run() async throws {
    try await options.run { library in
      let thumbnails = LibraryThumbnails(of: library)
      for asset in try arguments.found(in: library, inTrash: nil) {
        let path = try thumbnails.path(for: asset, side: side)
        Terminal().show(
          ["identifier": asset.localIdentifier, "thumbnail": path] as JSONObject, [path], asJSON: options.json)
      }
    }
  }
}

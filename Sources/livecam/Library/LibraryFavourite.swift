import ArgumentParser
import PhotoLibrary

struct LibraryFavourite: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "favourite", abstract: "Mark assets as favourites.", aliases: ["favorite"])

  @OptionGroup var arguments: AssetArguments
  @OptionGroup var options: LibraryOptions

  @Flag(help: "Take the mark away.")
  var off = false

  func run() async throws {
    try await options.change(
      arguments, off ? "notFavourite" : "favourite", off ? "no longer favourite" : "marked as favourite"
    ) { assets, library in
      for asset in assets { AssetChangeRequest(for: asset, in: library).isFavorite = !off }
    }
  }
}

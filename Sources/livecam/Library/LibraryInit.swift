import ArgumentParser
import LivePhotoFiles
import PhotoLibrary

struct LibraryInit: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init", abstract: "Make a library in a new or an empty folder; one that is there is left as it is.")

  @OptionGroup var options: LibraryOptions

  func run() async throws {
    try await options.run(makesOne: true) { library in
      Terminal().show(["library": library.path] as JSONObject, ["library: \(library.path)"], asJSON: options.json)
    }
  }
}

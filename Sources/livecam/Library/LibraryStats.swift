import ArgumentParser
import LivePhotoFiles
import PhotoLibrary

struct LibraryStats: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stats", abstract: "Count the assets of each kind, and their bytes.")

  @OptionGroup var options: LibraryOptions

  func run() async throws {
    try await options.run { library in
      func count(_ album: AssetCollection.SmartAlbum) throws -> Int {
        var options = FetchOptions()
        options.includeHiddenAssets = true
        return try Asset.countAssets(in: library, of: .smartAlbum(album), options: options).reduce(0) { $0 + $1.count }
      }
      let parts: [(String, Int)] = [
        ("assets", try count(.userLibrary)), ("livePhotos", try count(.livePhotos)), ("videos", try count(.videos)),
        ("raw", try count(.raw)), ("favourites", try count(.favorites)), ("hidden", try count(.hidden)),
        ("unfinished", try count(.unfinished)), ("trash", try count(.recentlyDeleted)),
      ]
      let files = try AssetResource.byteCounts(in: library)
      var json: JSONObject = [
        "albums": try AssetCollection.fetchAlbums(in: library).count, "files": files.reduce(0) { $0 + $1.files },
        "bytes": files.reduce(0) { $0 + $1.bytes },
      ]
      for (name, number) in parts { json[name] = number }
      let lines = parts.map { "\($0)  \($1)" } + files.map { "\($0.type)  \($0.files) files, \($0.bytes) bytes" }
      Terminal().show(json, lines, asJSON: options.json)
    }
  }
}

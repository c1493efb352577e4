import ArgumentParser
import LibraryFiles
import LivePhotoFiles
import PhotoLibrary

struct LibraryAlbum: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "album", abstract: "List, make, fill and remove albums.",
    subcommands: [List.self, Create.self, Add.self, Remove.self, Rename.self, Delete.self], defaultSubcommand: List.self
  )

  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "List the albums, with how many assets each has.")
    @OptionGroup var options: LibraryOptions

    func run() async throws {
      try await options.run { library in
        let terminal = Terminal()
        for album in try AssetCollection.fetchAlbums(in: library) {
          let count = try Asset.countAssets(in: library, of: album).reduce(0) { $0 + $1.count }
          terminal.show(
            ["title": album.title, "identifier": album.localIdentifier, "count": count] as JSONObject,
            ["\(album.title)  \(count)"], asJSON: options.json)
        }
      }
    }
  }

  struct Create: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Make an album.")
    @Argument(help: "Its title.") var title: String
    @OptionGroup var options: LibraryOptions

    func run() async throws {
      try await options.run { library in
        try AlbumFinder.checkIsFree(title, in: library)
        let album = try LibraryAlbums.album(titled: title, in: library)
        Terminal().show(
          ["change": "created", "identifier": album.localIdentifier, "title": album.title] as JSONObject,
          ["album: \(title)"],
          asJSON: options.json)
      }
    }
  }

  struct Add: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Add assets at the end of an album.")
    @Argument(help: "The album's title.") var title: String
    @OptionGroup var arguments: AssetArguments
    @OptionGroup var options: LibraryOptions

    func run() async throws {
      try await options.change {
        (try AlbumFinder.find(title, in: $0), try arguments.found(in: $0))
      } by: { found, library in
        AssetCollectionChangeRequest(for: found.0, in: library).addAssets(found.1)
      } told: { album, assets in
        assets.map { ["change": "added", "identifier": $0.localIdentifier, "album": album.title] }
      }
    }
  }

  struct Remove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Take assets out of an album; they stay in the library.")
    @Argument(help: "The album's title.") var title: String
    @OptionGroup var arguments: AssetArguments
    @OptionGroup var options: LibraryOptions

    func run() async throws {
      try await options.change {
        (try AlbumFinder.find(title, in: $0), try arguments.found(in: $0))
      } by: { found, library in
        AssetCollectionChangeRequest(for: found.0, in: library).removeAssets(found.1)
      } told: { album, assets in
        assets.map { ["change": "removed", "identifier": $0.localIdentifier, "album": album.title] }
      }
    }
  }

  struct Rename: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Give an album another title.")
    @Argument(help: "The album's title.") var title: String
    @Argument(help: "Its new title.") var newTitle: String
    @OptionGroup var options: LibraryOptions

    func run() async throws {
      try await options.change { library in
        let album = try AlbumFinder.find(title, in: library)
        if newTitle != album.title { try AlbumFinder.checkIsFree(newTitle, in: library) }
        return album
      } by: { album, library in
        AssetCollectionChangeRequest(for: album, in: library).setTitle(newTitle)
      } told: { album in
        [["change": "renamed", "identifier": album.localIdentifier, "title": newTitle]]
      }
    }
  }

  struct Delete: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Remove an album; the assets in it stay in the library.")
    @Argument(help: "The album's title.") var title: String
    @OptionGroup var options: LibraryOptions

    func run() async throws {
      try await options.change {
        try AlbumFinder.find(title, in: $0)
      } by: { album, library in
        AssetCollectionChangeRequest.deleteAssetCollections([album], in: library)
      } told: { album in
        [["change": "deleted", "identifier": album.localIdentifier, "title": album.title]]
      }
    }
  }
}

import ArgumentParser
import LivePhotoFiles
import PhotoLibrary

struct LibraryList: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List what is in the library, one asset a line.",
    discussion: "A line has the beginning of the identifier, the name, the kind, the size, the date and marks.")

  @OptionGroup var options: LibraryOptions
  @OptionGroup var filter: AssetFilter

  @Flag(help: "Print how many there are, and list none.")
  var count = false

  func run() async throws {
    try await options.run { library in
      let terminal = Terminal()
      guard !count else {
        let counts = try filter.counts(in: library)
        let live = counts.filter { $0.mediaSubtypes.contains(.photoLive) }.reduce(0) { $0 + $1.count }
        let videos = counts.filter { $0.mediaType == .video }.reduce(0) { $0 + $1.count }
        let all = counts.reduce(0) { $0 + $1.count }
        return terminal.show(
          ["count": all, "livePhotos": live, "photos": all - live - videos, "videos": videos] as JSONObject,
          ["\(all) assets: \(live) Live Photos, \(all - live - videos) photos, \(videos) videos"], asJSON: options.json)
      }
      try filter.forEachPage(in: library) { page in
        let names = try Asset.originalFilenames(of: page, in: library)
        for asset in page {
          let name = names[asset.localIdentifier] ?? ""
          terminal.show(asset.json(name: name), [asset.line(name: name)], asJSON: options.json)
        }
        Terminal.endIfOutputWasLost()
      }
    }
  }
}

import ArgumentParser
import LivePhotoFiles
import MediaCore
import PhotoLibrary

struct LibraryShow: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Print all that is known about assets: their files, hashes, albums, edits.")

  @OptionGroup var arguments: AssetArguments
  @OptionGroup var options: LibraryOptions

  func run() async throws {
    try await options.run { library in
      let terminal = Terminal()
      for asset in try arguments.found(in: library, inTrash: nil) {
        let resources = try AssetResource.assetResources(for: asset, in: library)
        let name = try Asset.originalFilenames(of: [asset], in: library)[asset.localIdentifier] ?? ""
        let albums = try asset.albumTitles(in: library)
        let isEdited = resources.contains { $0.type == .adjustmentData }
        var json = asset.json(name: name)
        json["resources"] = resources.map(\.json)
        json["albums"] = albums
        json["edited"] = isEdited
        var lines = [asset.line(name: name), "  identifier  \(asset.localIdentifier)"]
        if let source = asset.dateSource { lines.append("  \(source.words)") }
        if let place = asset.location {
          lines.append("  place  \(place.latitudeDegrees), \(place.longitudeDegrees)")
        }
        if !albums.isEmpty { lines.append("  albums  \(albums.joined(separator: ", "))") }
        if isEdited { lines.append("  edited; 'livecam library edit --revert' brings the original back") }
        if let remark = asset.remark { lines.append("  incomplete: \(remark)") }
        terminal.show(json, lines + resources.map(\.line), asJSON: options.json)
      }
    }
  }
}

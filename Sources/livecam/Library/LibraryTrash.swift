import ArgumentParser
import LivePhotoFiles
import MediaCore
import PhotoLibrary

struct LibraryTrash: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trash", abstract: "Put assets into the trash; 'restore' takes them out, 'delete' for good.",
    discussion: """
      'livecam library list --kind trash' lists what is there. After the library's days, which 'library init --trash-days'
      sets, it is deleted for good.
      """)

  @OptionGroup var arguments: AssetArguments
  @OptionGroup var options: LibraryOptions

  func run() async throws {
    try await options.change(arguments, "trashed", "put into the trash") { assets, library in
      AssetChangeRequest.trashAssets(assets, in: library)
    }
  }
}

struct LibraryRestore: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "restore", abstract: "Take assets out of the trash.")

  @OptionGroup var arguments: AssetArguments
  @OptionGroup var options: LibraryOptions

  func run() async throws {
    try await options.change(arguments, inTrash: true, "restored", "taken out of the trash") { assets, library in
      AssetChangeRequest.restoreAssets(assets, in: library)
    }
  }
}

struct LibraryDelete: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Delete assets of the trash for good, with their files.",
    discussion: """
      Only what is in the trash is deleted; --now deletes other assets as well.

      Examples:
        livecam library delete IMG_0001
        livecam library delete --trash --older-than 30
      """)

  @Argument(help: "Assets: by identifier or its first 4 characters or more, or by a file's name.")
  var assets: [String] = []

  @OptionGroup var options: LibraryOptions

  @Flag(help: "Delete all that is in the trash.")
  var trash = false

  @Option(parsing: .unconditional, help: "Delete what has been in the trash for this many days.")
  var olderThan: Int?

  @Flag(help: "Delete assets that are not in the trash, too.")
  var now = false

  func validate() throws {
    try check(trash != !assets.isEmpty, "Name assets, or --trash for all that is in the trash.")
    try check(olderThan == nil || trash, "--older-than is about --trash.")
    try check(olderThan.map { (0...36_500).contains($0) } ?? true, "--older-than: name days, 0 or more.")
  }

  func run() async throws {
    try await options.run(freesSpace: true) { library in
      let all = try assets.map { try AssetArguments.found($0, in: library, inTrash: now ? nil : true) }
      for start in stride(from: 0, to: all.count, by: 200) {
        try Task.checkCancellation()
        try library.performChangesAndWait {
          AssetChangeRequest.deleteAssets(Array(all[start..<min(all.count, start + 200)]), in: library)
        }
      }
      let count = trash ? try LibraryTrashBin(of: library).delete(olderThanDays: olderThan ?? 0) : all.count
      try Task.checkCancellation()
      LibraryOptions.removeDeletedSources(in: library)
      Terminal().show(["deleted": count] as JSONObject, ["\(count) deleted"], asJSON: options.json)
    }
  }
}

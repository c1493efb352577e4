import ArgumentParser

/// The photo library's commands.
struct LibraryCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "library", abstract: "Keep photos in a library: import, find, edit, give away, check.",
    discussion: """
      A library is a folder with a database and the photos' files. Several programs may use it at once, and nothing is
      lost or half there if one of them is killed. 'livecam shoot --library PATH' takes photos into it.

      Examples:
        livecam library init
        livecam library import ~/Downloads/icloud-export ~/Pictures/phone
        livecam library list --kind live --limit 20
        livecam library show IMG_0001
        livecam library export IMG_0001 --output ~/Desktop
        livecam library check
      """,
    subcommands: [
      LibraryInit.self, LibraryImport.self, LibraryList.self, LibraryShow.self, LibraryThumbnail.self, LibraryPick.self,
      LibraryExport.self,
      LibraryLink.self, LibraryAlbum.self, LibraryFavourite.self, LibraryEdit.self, LibraryTrash.self,
      LibraryRestore.self, LibraryDelete.self, LibraryCheckCommand.self, LibraryUpload.self, LibraryStats.self,
      LibraryWatch.self,
      LibraryAccess.self,
    ])
}

import ByteCoding
import FileStorage
import PhotoLibrary

/// A folder of the library's that keeps each still that a guest is shown until it is in the library, even if the
/// program ends before that. The next start moves what is left there into the library.
final class ShownStills: Sendable {
  private let library: PhotoLibrary
  private let folder: String
  private var files: any FileTree { library.environment.files }
  /// Reports a still that could not be kept, or not be moved into the library.
  private let trouble: @Sendable (String) -> Void

  /// Creates the folder `shown` in another one. What an earlier run has left there goes into `library`.
  init(in home: String, of library: PhotoLibrary, telling trouble: @escaping @Sendable (String) -> Void) {
    (self.library, self.trouble) = (library, trouble)
    folder = home + "/shown"
  }

  /// Writes a still, before it is shown; returns the path to ``forget(_:)``, or `nil` if it cannot be written. One that
  /// has no name yet is `picture`.
  func keep(_ jpeg: [UInt8], named name: String?, isLive: Bool) -> String? {
    // Its name tells the next start what it was.
    let name = name ?? "picture"
    let place =
      folder + "/" + [name, isLive ? "live" : "photo", library.environment.makeIdentifier()].joined(separator: "~")
    do {
      try files.makeFolder(folder)
      try files.write(place + ".part", jpeg)
      try files.rename(place + ".part", to: place)
      try files.syncFolder(folder)
      return place
    } catch {
      trouble("\(place): what is shown cannot be kept; the picture is lost if the booth ends now: \(error)")
      return nil
    }
  }

  /// Removes a still that is in the library.
  func forget(_ place: String) {
    // One that stays is a duplicate of the library's at the next start, which then removes it.
    try? files.remove(place)
  }

  /// Brings into the library what an earlier run has shown and not stored; returns how many pictures there were.
  func recover() -> Int {
    // Without a folder nothing was ever shown.
    let names = (try? files.names(in: folder)) ?? []
    return names.sorted().count { name in
      let place = folder + "/" + name
      do {
        // Nobody has seen what was not whole.
        if name.hasSuffix(".part") {
          try files.remove(place)
          return false
        }
        let parts = name.split(separator: "~")
        let remark =
          parts.dropFirst().first == "live" ? "The booth ended before the movie of this Live Photo was whole." : nil
        let draft = LibraryDraft([.init(.photo, at: place, name: "\(parts.first ?? "picture").JPG")], remark: remark)
        let added = try LibraryDraft.addAndWait([draft], to: library, skippingDuplicates: true)
        try files.remove(place)
        return added.contains { !$0.isDuplicate }
      } catch {
        trouble(
          "\(place): a picture that was shown before the booth ended cannot be brought into the library: \(error)")
        return false
      }
    }
  }
}

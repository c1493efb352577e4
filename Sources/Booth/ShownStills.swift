import ByteCoding
import FileStorage
import PhotoLibrary
import Synchronization

/// A folder of the library's that keeps each still that a guest is shown until it is in the library, even if the
/// program ends before that, or the library cannot take it. ``recover()`` moves what is left there into the library.
final class ShownStills: Sendable {
  private let library: PhotoLibrary
  private let folder: String
  private var files: any FileTree { library.environment.files }
  /// The stills that are not in the library, by the path at which each is kept; of earlier runs, those that it could
  /// not take when it was asked.
  private let kept = Mutex<[String: State]>([:])

  private static let unfinished = ".part"

  private enum State {
    /// Its capture goes on.
    case taken
    /// The library could not take its capture.
    case refused
    /// An earlier run has left it, and the library could not take it.
    case left
  }

  /// Reports a still that could not be kept, or not be moved into the library.
  private let trouble: @Sendable (String) -> Void

  /// Creates the folder `shown` in another one. What an earlier run has left there goes into `library`.
  init(in home: String, of library: PhotoLibrary, telling trouble: @escaping @Sendable (String) -> Void) {
    (self.library, self.trouble) = (library, trouble)
    folder = home + "/shown"
  }

  /// Indicates whether the library could not take a still, and is to be asked again.
  var hasRefused: Bool { kept.withLock { $0.values.contains { $0 != .taken } } }

  /// Writes a still, before it is shown; returns the path to ``forget(_:)`` or ``release(_:)``, or `nil` if it cannot
  /// be written. One that has no name yet is `picture`.
  func keep(_ jpeg: [UInt8], named name: String?, isLive: Bool) -> String? {
    // Its name tells the next start what it was.
    let name = name ?? "picture"
    let place =
      folder + "/" + [name, isLive ? "live" : "photo", library.environment.makeIdentifier()].joined(separator: "~")
    kept.withLock { $0[place] = .taken }
    do {
      try files.makeFolder(folder)
      try files.write(place + Self.unfinished, jpeg)
      try files.rename(place + Self.unfinished, to: place)
      try files.syncFolder(folder)
      return place
    } catch {
      kept.withLock { $0[place] = nil }
      trouble("\(place): what is shown cannot be kept; the picture is lost if the booth ends now: \(error)")
      return nil
    }
  }

  /// Removes a still that is in the library.
  func forget(_ place: String) {
    // One that stays is a duplicate of the library's at the next start, which then removes it.
    try? files.remove(place)
    kept.withLock { $0[place] = nil }
  }

  /// Leaves a still to ``recover()``: its capture is over, and the library has not taken it.
  func release(_ place: String) { kept.withLock { $0[place] = .refused } }

  /// Brings into the library what an earlier run has shown and not stored, and what the library has not taken in this
  /// one; returns how many pictures there were.
  func recover() -> Int {
    // Without a folder nothing was ever shown.
    let names = (try? files.names(in: folder)) ?? []
    return names.sorted().count { name in
      let place = folder + "/" + name
      let isPart = name.hasSuffix(Self.unfinished)
      let state = kept.withLock { $0[isPart ? String(place.dropLast(Self.unfinished.count)) : place] }
      // Its capture brings it in.
      guard state != .taken else { return false }
      do {
        // Nobody has seen what was not whole.
        if isPart {
          try files.remove(place)
          return false
        }
        let parts = name.split(separator: "~")
        let isLive = parts.dropFirst().first == "live"
        let reason =
          state == .refused
          ? "The library could not take this Live Photo when it was taken; its movie is lost."
          : "The booth ended before the movie of this Live Photo was whole."
        let draft = LibraryDraft(
          [.init(.photo, at: place, name: "\(parts.first ?? "picture").JPG")], remark: isLive ? reason : nil)
        let added = try LibraryDraft.addAndWait([draft], to: library, skippingDuplicates: true)
        try files.remove(place)
        kept.withLock { $0[place] = nil }
        return added.contains { !$0.isDuplicate }
      } catch {
        trouble("\(place): a picture that was shown cannot be brought into the library: \(error)")
        if !isPart, state == nil { kept.withLock { $0[place] = .left } }
        return false
      }
    }
  }
}

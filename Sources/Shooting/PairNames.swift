public import FileStorage
import Glibc
public import LiveCapture
import MediaCore

/// The names of captures in one folder: `IMG_0001`, `IMG_0002` and so on, as cameras count.
///
/// All files of one shot have its number: `IMG_0001.DNG` lies beside `IMG_0001.JPG`, the photos of a bracket are
/// `IMG_0001_1.JPG`, `IMG_0001_2.JPG` and so on in the order of their exposures, and the proxy of a deferred still is
/// `IMG_0001_PROXY.JPG`.
///
/// A number is free if no file has that stem and no other process has reserved it. A reservation is a hidden empty file
/// under a lock: it ends when it is released or deallocated, and with the process, however that ends.
public final class PairNames {
  /// A name that is this process's own until it is released, or the last copy of this value goes.
  public struct Reservation: Sendable {
    /// The stem, such as `IMG_0001`.
    public let name: String
    fileprivate let lock: any NameReservation
    fileprivate let folder: String

    /// The path of the movie, with the extension `MOV`.
    public var moviePath: String { folder + "/\(name).MOV" }
    /// The path of the small picture that stands for the still until it is finished.
    public var proxyPath: String { folder + "/\(name)_PROXY.JPG" }

    /// Releases the name; its files, if there are any, keep it from being used again. A second call does nothing.
    public func release() { lock.release() }

    /// Returns the path of a photo: the exposure of a bracket from 1, or 0 outside brackets.
    public func path(_ type: PhotoFileType, exposure: Int = 0) -> String {
      folder + "/" + name + (exposure > 0 ? "_\(exposure)" : "") + "." + type.fileExtension
    }
  }

  private let folder: String
  private let tree: any FileTree
  /// The stems that were there at the beginning.
  private let taken: Set<String>
  private var next = 1

  /// Names in a folder of `tree`, which must exist and be writable.
  /// - Throws: `FileStoreError` saying what is wrong with the folder, also when it cannot be listed: then the free
  ///   numbers are not known.
  public init(folder: String, tree: any FileTree = DiskFiles()) throws(FileStoreError) {
    guard try tree.kind(of: folder) == .folder else {
      throw FileStoreError(
        .notFound, path: folder, operation: "stat", message: "this is not a folder; name a folder")
    }
    try tree.checkFolder(of: folder + "/" + Self.lockPrefix)
    (self.folder, self.tree) = (folder, tree)
    let names = try tree.names(in: folder)
    // What dead processes reserved is free.
    for name in names where name.hasPrefix(Self.lockPrefix) { tree.releaseAbandoned(folder + "/" + name) }
    taken = Self.stems(of: names)
  }

  /// Returns the next free name, taken. Costs the same however many files there are.
  /// - Throws: `FileStoreError` when the folder cannot be written to.
  public func reserve() throws(FileStoreError) -> Reservation {
    while true {
      let name = Self.name(next)
      next += 1
      if taken.contains(name) { continue }
      if let reservation = try lock(name) { return reservation }
    }
  }

  /// Takes the next free name for a moment, which shows whether names can be taken here at all.
  /// - Throws: `FileStoreError` when the folder cannot be written to.
  public func tryNext() throws(FileStoreError) {
    try reserve().release()
    next -= 1
  }

  private func lock(_ name: String) throws(FileStoreError) -> Reservation? {
    guard let lock = try tree.reserve(Self.lockPath(of: name, in: folder)) else { return nil }
    let reservation = Reservation(name: name, lock: lock, folder: folder)
    // Another process may have used the name and given it up since the folder was looked through.
    return Self.suffixes.contains { tree.exists("\(folder)/\(name)\($0)") } ? nil : reservation
  }

  /// The stems of files, in upper case: `img_0001.mov` takes a number too.
  private static func stems(of names: [String]) -> Set<String> {
    var stems: Set<String> = []
    for name in names {
      guard let dot = name.firstIndex(of: "."), dot != name.startIndex else { continue }
      let stem = name[..<dot].uppercased()
      stems.insert(stem)
      // `IMG_0001_2` takes the number of its shot.
      let parts = stem.split(separator: "_", omittingEmptySubsequences: false)
      if parts.count == 3, parts[0] == "IMG" { stems.insert("IMG_\(parts[1])") }
    }
    return stems
  }

  /// Returns the path of the file that reserves a name.
  package static func lockPath(of name: String, in folder: String) -> String { folder + "/" + lockPrefix + name }

  private static let suffixes =
    [".JPG", ".HEIC", ".DNG", ".MOV", ".MP.JPG", ".MP.HEIC", "_PROXY.JPG", "_1.JPG", "_1.HEIC", "_1.DNG"]
    .flatMap { [$0, $0.lowercased()] } + [".MP.jpg", ".MP.heic", "." + FolderDeferredStorage.fileExtension]
  private static let lockPrefix = ".livecam-reserved-"

  private static func name(_ number: Int) -> String { "IMG_" + number.digits(4) }
}

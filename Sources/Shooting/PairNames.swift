import FileStorage
import Glibc
public import LiveCapture

/// The names of captures in one folder: `IMG_0001`, `IMG_0002` and so on, as cameras count.
///
/// All files of one shot have its number: `IMG_0001.DNG` lies beside `IMG_0001.JPG`, the photos of a bracket are
/// `IMG_0001_1.JPG`, `IMG_0001_2.JPG` and so on in the order of their exposures, and what stands for a still that is
/// finished later is `IMG_0001_PROXY.JPG`.
///
/// A number is free if no file of that stem is there and no other process has reserved it. A reservation is a
/// hidden empty file under a lock: it ends with the process, however that ends.
public final class PairNames {
  /// A name that is this process's own until it is released.
  public struct Reservation: Sendable {
    /// The stem, such as `IMG_0001`.
    public let name: String
    /// Where the movie goes.
    public let moviePath: String
    /// Where the small picture goes that stands for the still until it is finished.
    public let proxyPath: String
    fileprivate let lockPath: String
    fileprivate let descriptor: Int32
    fileprivate let folder: String

    /// Where a photo goes: the exposure of a bracket from 1, or 0 outside brackets.
    public func path(_ type: PhotoFileType, exposure: Int = 0) -> String {
      folder + "/" + name + (exposure > 0 ? "_\(exposure)" : "") + "." + type.fileExtension
    }
  }

  private let folder: String
  /// The stems that were there at the beginning.
  private let taken: Set<String>
  private var next = 1

  /// Names in a folder, which must exist and be writable.
  /// - Throws: `FileStoreError` saying what is wrong with the folder.
  public init(folder: String) throws {
    var status = stat()
    guard stat(folder, &status) == 0 else { throw Self.failure(folder, "stat") }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      throw FileStoreError(
        path: folder, operation: "stat", errno: ENOTDIR, message: "this is not a folder; name a folder")
    }
    guard access(folder, W_OK | X_OK) == 0 else { throw Self.failure(folder, "access") }
    self.folder = folder
    for name in FolderNames.all(in: folder) where name.hasPrefix(Self.lockPrefix) {
      _ = FileLock.removeIfAbandoned(folder + "/" + name)
    }
    taken = Self.stems(in: folder)
  }

  /// The next free name, taken. Costs the same however many files there are.
  /// - Throws: `FileStoreError` when the folder cannot be written to.
  public func reserve() throws -> Reservation {
    while true {
      let name = Self.name(next)
      next += 1
      if taken.contains(name) { continue }
      if let reservation = try lock(name) { return reservation }
    }
  }

  /// Gives a name up; its files, if there are any, keep it from being taken again.
  public func release(_ reservation: Reservation) {
    unlink(reservation.lockPath)
    close(reservation.descriptor)
  }

  private func lock(_ name: String) throws -> Reservation? {
    let path = folder + "/" + Self.lockPrefix + name
    guard let descriptor = try Self.openLock(path) else { return nil }
    let reservation = Reservation(
      name: name, moviePath: folder + "/\(name).MOV", proxyPath: folder + "/\(name)_PROXY.JPG", lockPath: path,
      descriptor: descriptor, folder: folder)
    // Another process may have used the name and given it up since the folder was looked through.
    let isUsed = Self.suffixes.contains { suffix in
      var status = stat()
      return lstat(folder + "/\(name)\(suffix)", &status) == 0
    }
    guard isUsed else { return reservation }
    release(reservation)
    return nil
  }

  /// Opens and locks a reservation's file; `nil` if another process has it. On a file system without locks it is
  /// had by whoever creates it, and what a dead process leaves keeps its number.
  private static func openLock(_ path: String) throws -> Int32? {
    let created = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard created >= 0 || errno == EEXIST else { throw failure(path, "open") }
    let descriptor = created >= 0 ? created : open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
    // It may have been given up in between; or something that is no reservation bears its name.
    guard descriptor >= 0 else { return nil }
    switch FileLock.take(descriptor, named: path) {
    case .held: return descriptor
    case .unsupported where created >= 0: return descriptor
    case .taken, .unsupported:
      close(descriptor)
      return nil
    }
  }

  /// The stems of all files in the folder, in upper case: `img_0001.mov` takes a number too.
  private static func stems(in folder: String) -> Set<String> {
    var stems: Set<String> = []
    for name in FolderNames.all(in: folder) {
      guard let dot = name.firstIndex(of: "."), dot != name.startIndex else { continue }
      let stem = name[..<dot].uppercased()
      stems.insert(stem)
      // `IMG_0001_2` takes the number of its shot.
      let parts = stem.split(separator: "_", omittingEmptySubsequences: false)
      if parts.count == 3, parts[0] == "IMG" { stems.insert("IMG_\(parts[1])") }
    }
    return stems
  }

  /// Whether a living process has a name.
  static func isReserved(_ name: String, in folder: String) -> Bool {
    let path = folder + "/" + lockPrefix + name
    var status = stat()
    return lstat(path, &status) == 0 && !FileLock.removeIfAbandoned(path) && lstat(path, &status) == 0
  }

  private static let suffixes =
    [".JPG", ".HEIC", ".DNG", ".MOV", ".MP.JPG", ".MP.HEIC", "_PROXY.JPG", "_1.JPG", "_1.HEIC", "_1.DNG"]
    .flatMap { [$0, $0.lowercased()] } + [".MP.jpg", ".MP.heic", "." + DeferredStills.fileExtension]
  private static let lockPrefix = ".livecam-reserved-"

  private static func name(_ number: Int) -> String {
    let digits = "\(number)"
    return "IMG_" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  private static func failure(_ folder: String, _ operation: String) -> FileStoreError {
    let number = errno
    let advice =
      switch number {
      case ENOENT: "the folder does not exist; create it or name another"
      case EACCES, EPERM, EROFS: "this folder cannot be written to; name another"
      default: String(cString: strerror(number))
      }
    return FileStoreError(path: folder, operation: operation, errno: number, message: advice)
  }
}

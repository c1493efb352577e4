import Glibc
import LiveCapture

/// The names of captures in one folder: `IMG_0001`, `IMG_0002` and so on, as cameras count.
///
/// A number is free if no file of that stem is there and no other process has reserved it. A reservation is a
/// hidden empty file under a lock: it ends with the process, however that ends.
public final class PairNames {
  /// A name that is this process's own until it is released.
  public struct Reservation: Sendable {
    /// The stem, such as `IMG_0001`.
    public let name: String
    /// Where the still goes.
    public let photoPath: String
    /// Where the movie goes.
    public let moviePath: String
    fileprivate let lockPath: String
    fileprivate let descriptor: Int32
  }

  private let folder: String
  private var next = 1

  /// Names in a folder, which must exist and be writable.
  /// - Throws: `FileStoreError` saying what is wrong with the folder.
  public init(folder: String) throws {
    var status = stat()
    guard stat(folder, &status) == 0 else { throw Self.failure(folder, "stat") }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      throw FileStoreError(
        path: folder, operation: "stat", errno: ENOTDIR, message: "this is not a folder; name one with --output")
    }
    guard access(folder, W_OK | X_OK) == 0 else { throw Self.failure(folder, "access") }
    self.folder = folder
    sweepReservations()
  }

  /// The next free name, taken.
  /// - Throws: `FileStoreError` when the folder cannot be written to.
  public func reserve() throws -> Reservation {
    let taken = takenStems()
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
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o644)
    guard descriptor >= 0 else { throw Self.failure(folder, "open") }
    // Another process may have removed the file between opening and locking it: then the lock holds nothing.
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, Self.isSame(descriptor, path) else {
      close(descriptor)
      return nil
    }
    // It may also have used the name and given it up since the folder was looked through.
    guard !takenStems().contains(name) else {
      unlink(path)
      close(descriptor)
      return nil
    }
    return Reservation(
      name: name, photoPath: folder + "/\(name).JPG", moviePath: folder + "/\(name).MOV", lockPath: path,
      descriptor: descriptor)
  }

  /// The stems of all files in the folder, in upper case: `img_0001.mov` takes a number too.
  private func takenStems() -> Set<String> {
    var stems: Set<String> = []
    forEachName { name in
      if let dot = name.firstIndex(of: "."), dot != name.startIndex { stems.insert(name[..<dot].uppercased()) }
    }
    return stems
  }

  private func sweepReservations() {
    forEachName { name in
      guard name.hasPrefix(Self.lockPrefix) else { return }
      let path = folder + "/" + name
      let descriptor = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
      guard descriptor >= 0 else { return }
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { unlink(path) }
      close(descriptor)
    }
  }

  private func forEachName(_ body: (String) -> Void) {
    guard let directory = opendir(folder) else { return }
    defer { closedir(directory) }
    while let entry = readdir(directory) {
      body(withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
    }
  }

  private static let lockPrefix = ".livecam-reserved-"

  private static func name(_ number: Int) -> String {
    let digits = "\(number)"
    return "IMG_" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  private static func isSame(_ descriptor: Int32, _ path: String) -> Bool {
    var (held, named) = (stat(), stat())
    return fstat(descriptor, &held) == 0 && lstat(path, &named) == 0 && held.st_ino == named.st_ino
      && held.st_dev == named.st_dev
  }

  private static func failure(_ folder: String, _ operation: String) -> FileStoreError {
    let number = errno
    let advice =
      switch number {
      case ENOENT: "the folder does not exist; create it or name another with --output"
      case EACCES, EPERM, EROFS: "this folder cannot be written to; name another with --output"
      default: String(cString: strerror(number))
      }
    return FileStoreError(path: folder, operation: operation, errno: number, message: advice)
  }
}

import Glibc
import SystemCalls

/// A file in a library's folder that holds nothing but room on its disk: given up when the disk is full, so that the
/// library can still be opened, and photos be deleted.
struct SpareRoom {
  private let path: String
  private static let byteCount: off_t = 1 << 20

  /// Creates the spare room of a library in a folder.
  init(in folder: String) { path = folder + "/reserve" }

  /// Takes the room, if it is not taken. A disk that has none is none the worse for that.
  func take() {
    guard
      // There already, or not to be made: the next one tries again.
      let file = try? Descriptor(opening: path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW),
      posix_fallocate(file.number, 0, Self.byteCount) != 0
    else { return }
    unlink(path)
  }

  /// Gives the room up; returns whether there was any.
  func giveUp() -> Bool { unlink(path) == 0 }
}

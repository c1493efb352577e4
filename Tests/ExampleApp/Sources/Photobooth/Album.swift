import FileStorage
import Foundation
import Synchronization

/// Where finished photos go.
public protocol Album: Sendable {
  /// Where the movie of a shot is recorded to; it is not in the album yet.
  func temporaryMoviePath(of number: Int64) -> String
  /// Keeps a still, and with it the movie that was recorded to a temporary path.
  func save(still: [UInt8], moviePath: String?)
  /// Throws a movie away whose still has failed.
  func discard(moviePath: String)
}

/// A folder with `IMG_0001.JPG` and `IMG_0001.MOV`.
public final class FolderAlbum: Album {
  private let folder: String
  private let count = Mutex(0)

  /// An album in a folder that is there.
  public init(folder: String) { self.folder = folder }

  /// A hidden name, in the same folder: so that moving it is renaming it.
  public func temporaryMoviePath(of number: Int64) -> String { "\(folder)/.recording-\(number).mov" }

  /// Numbers the shot, moves its movie, writes its still.
  public func save(still: [UInt8], moviePath: String?) {
    let number = count.withLock { count in
      count += 1
      return count
    }
    let digits = "\(number)"
    let name = "\(folder)/IMG_" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    if let moviePath { try? FileManager.default.moveItem(atPath: moviePath, toPath: name + ".MOV") }
    try? DiskFiles().create(name + ".JPG") { write in try still.withUnsafeBytes { try write($0) } }
  }

  /// Removes the movie.
  public func discard(moviePath: String) { try? FileManager.default.removeItem(atPath: moviePath) }
}

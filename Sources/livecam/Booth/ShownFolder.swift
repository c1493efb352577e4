import FileStorage
import Glibc

/// A folder that goes with all that is in it.
struct ShownFolder {
  let path: String

  /// - Throws: ``ReasonedError`` when none can be made.
  init() throws {
    let place = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(place)/livecam-view-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw ReasonedError(.unusableFolder, "\(place): no folder can be made there. Name another in TMPDIR.")
    }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  func remove() { Self.remove(path) }

  /// Removes a folder after what is in it. What cannot be removed stays.
  private static func remove(_ folder: String) {
    for name in (try? DiskFiles().names(in: folder)) ?? [] {  // a folder that cannot be read stays
      let path = folder + "/" + name
      // It is a folder, or goes by this.
      if unlink(path) != 0 { remove(path) }
    }
    rmdir(folder)
  }
}

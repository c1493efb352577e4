import ByteCoding
import FileStorage
import FoundationEssentials
import Glibc
import KioskWeb
import PhotoLibrary
import Synchronization
import SystemCalls

/// A file in a library's folder that keeps a booth's settings and links from one start to the next, even if the booth
/// ends abruptly. Only one booth can use a library at a time, since each would overwrite the other's memory.
final class BoothMemory: Sendable {
  private struct Contents: Codable {
    var settings: KioskSettings
    var links: [ShareLinks.Link]
    /// The secret of the link that opens the gallery to guests.
    var guestToken: String?
    var prints: PrintMemory?
    /// The configuration's values of the operator's settings, as they were last taken up.
    var configured: KioskSettingsChange?
    /// The hashes of clients that have given the password.
    var clients: [String]?
    /// The cameras whose controls have been set, the latest last.
    var cameras: [CameraMemory]?
  }

  private let path: String
  private let files: any FileTree
  private let contents: Mutex<Contents>
  /// Reports contents that could not be written.
  private let trouble: @Sendable (String) -> Void
  private let lock: Mutex<(any NameReservation)?>

  /// Opens the memory of the booth of a library whose files are in `folder`; `settings` are those of a booth without a
  /// memory. A file that cannot be read is reported, and replaced with the next change.
  /// - Throws: `PhotosError` when another booth has the library.
  init(
    in folder: String, _ files: any FileTree, settings: KioskSettings, available: [KioskMode],
    telling trouble: @escaping @Sendable (String) -> Void
  ) throws {
    let name = folder + "/booth.lock"
    guard let reservation = try files.reserve(name) else {
      throw PhotosError(
        .internalError, context: folder,
        message: "Another booth takes pictures into this library. Stop that one, or name another library by --library. "
          + "If none runs, remove \(name).")
    }
    lock = Mutex(reservation)
    (path, self.files, self.trouble) = (folder + "/booth.json", files, trouble)
    var found = Contents(settings: settings, links: [])
    if files.attributes(of: path) != nil {
      do {
        found = try JSONDecoder().decode(Contents.self, from: Data(files.open(path).allBytes()))
        // One of another version may know other modes.
        found.settings = try found.settings.changed(by: KioskSettingsChange(), of: available)
      } catch {
        found.settings = settings
        trouble("\(path): the booth's settings cannot be read; it goes on with the usual ones: \(error)")
      }
    }
    contents = Mutex(found)
  }

  var settings: KioskSettings { contents.withLock(\.settings) }
  var links: [ShareLinks.Link] { contents.withLock(\.links) }

  var guestToken: String? { contents.withLock(\.guestToken) }

  var prints: PrintMemory { contents.withLock(\.prints) ?? PrintMemory() }

  var configured: KioskSettingsChange { contents.withLock(\.configured) ?? KioskSettingsChange() }

  func keep(configured: KioskSettingsChange) { keep { $0.configured = configured } }

  var cameras: [CameraMemory] { contents.withLock(\.cameras) ?? [] }

  func keep(_ cameras: [CameraMemory]) { keep { $0.cameras = cameras } }
  func keep(_ prints: PrintMemory) { keep { $0.prints = prints } }
  func keep(_ settings: KioskSettings) { keep { $0.settings = settings } }
  func keep(_ links: [ShareLinks.Link]) { keep { $0.links = links } }

  var clients: [String] { contents.withLock(\.clients) ?? [] }

  func keep(clients: [String]) { keep { $0.clients = clients } }

  func keep(guestToken: String) { keep { $0.guestToken = guestToken } }

  /// Releases the library, so that another booth can use it.
  func end() { lock.withLock { $0.take() }?.release() }

  private func keep(_ change: (inout Contents) -> Void) {
    contents.withLock { contents in
      change(&contents)
      let temporary = path + ".new"
      do {
        let bytes = Array(try JSONEncoder().encode(contents))
        // Left by a process that died while it wrote.
        try files.remove(temporary)
        try files.write(temporary, bytes)
        _ = try SystemError.check("rename", rename(temporary, path))
        try files.syncFolder(String(path.dropLast("/booth.json".count)))
      } catch {
        trouble("\(path): the booth's settings cannot be kept: \(error)")
      }
    }
  }
}

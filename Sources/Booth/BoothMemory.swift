import ByteCoding
import FileStorage
import FoundationEssentials
import Glibc
import KioskWeb
import PhotoLibrary
import Synchronization
import SystemCalls

/// What a booth remembers from one start to the next, however it ends: settings and links, in a file of its library's
/// folder.
final class BoothMemory: Sendable {
  private struct Contents: Codable {
    var settings: KioskSettings
    var links: [ShareLinks.Link]
  }

  private let path: String
  private let files: any FileTree
  private let contents: Mutex<Contents>
  /// Hears what could not be written.
  private let trouble: @Sendable (String) -> Void

  /// The memory of a library's booth; `settings` are those of a booth that remembers nothing. What cannot be read is told,
  /// and begins anew.
  init(
    of library: PhotoLibrary, settings: KioskSettings, available: [KioskMode],
    telling trouble: @escaping @Sendable (String) -> Void
  ) {
    (path, files, self.trouble) = (library.path + "/booth.json", library.environment.files, trouble)
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

  func keep(_ settings: KioskSettings) { keep { $0.settings = settings } }
  func keep(_ links: [ShareLinks.Link]) { keep { $0.links = links } }

  private func keep(_ change: (inout Contents) -> Void) {
    contents.withLock { contents in
      change(&contents)
      let temporary = path + ".new"
      do {
        let bytes = Array(try JSONEncoder().encode(contents))
        // Left by a process that died while it wrote.
        try files.remove(temporary)
        try files.write(temporary) { write in try bytes.withUnsafeBytes { try write($0) } }
        _ = try SystemError.check("rename", rename(temporary, path))
        try files.syncFolder(String(path.dropLast("/booth.json".count)))
      } catch {
        trouble("\(path): the booth's settings cannot be kept: \(error)")
      }
    }
  }
}

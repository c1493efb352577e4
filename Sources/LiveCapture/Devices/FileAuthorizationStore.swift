import ByteCoding
public import FileStorage
import FoundationEssentials
import Glibc
import Synchronization

/// Remembers answers as files in a folder, from one run of a program to the next.
///
/// There is one file for each kind of device, `camera.json` and `microphone.json`, of the form
/// `{"access":"authorized","version":1}`. A file appears whole or not at all and is never replaced: of two programs that
/// ask at once the first answer stands, for both. ``forget(_:)`` lets the user be asked again.
///
/// What is in such a file is not believed when it cannot be read as an answer, is not this user's own or root's, or may
/// be written by others: the status is then ``AuthorizationStatus/restricted``, and nobody is asked until the file is
/// removed. An answer that cannot be written holds for as long as the store lives.
public final class FileAuthorizationStore: AuthorizationStore {
  private struct Answer: Codable {
    static let version = 1
    var version: Int
    var access: String
  }

  /// Where the files are.
  public let folder: String
  private let files: any FileStore & FileTree
  private let unwritten = Mutex<[MediaType: AuthorizationStatus]>([:])
  private static let largest = 4096

  /// A store in a folder, which is made when there is something to remember; `files` write there and remove.
  public init(folder: String, files: any FileStore & FileTree = DiskFiles()) {
    (self.folder, self.files) = (folder, files)
  }

  /// The folder for a program's answers by the XDG Base Directory Specification: `$XDG_STATE_HOME/PROGRAM/access`, else
  /// `~/.local/state/PROGRAM/access`; by the process's environment unless another is given. `nil` when neither is known, or neither is an absolute path.
  public static func defaultFolder(program: String, environment given: [String: String]? = nil) -> String? {
    let environment = given ?? ProcessInfo.processInfo.environment
    if let state = environment["XDG_STATE_HOME"], state.hasPrefix("/") { return "\(state)/\(program)/access" }
    guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
    return "\(home)/.local/state/\(program)/access"
  }

  /// What is remembered; `nil` before the first answer.
  public func status(for mediaType: MediaType) -> AuthorizationStatus? {
    if let held = unwritten.withLock({ $0[mediaType] }) { return held }
    let path = path(mediaType)
    var status = stat()
    guard lstat(path, &status) == 0 else { return errno == ENOENT || errno == ENOTDIR ? nil : .restricted }
    let isOurs = status.st_uid == geteuid() || status.st_uid == 0
    guard isOurs, status.st_mode & S_IFMT == S_IFREG, status.st_mode & (S_IWGRP | S_IWOTH) == 0 else {
      return .restricted
    }
    return answer(path) ?? .restricted
  }

  /// Remembers an answer. One that is remembered already stays; `notDetermined` is none.
  public func remember(_ status: AuthorizationStatus, for mediaType: MediaType) {
    guard status != .notDetermined else { return }
    let path = path(mediaType)
    do {
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      let bytes = Array(try encoder.encode(Answer(version: Answer.version, access: "\(status)")))
      try files.createAll([FileDraft(path) { write in try bytes.withUnsafeBytes { try write($0) } }])
    } catch {
      if (error as? FileStoreError)?.code == .existing { return }
      // Why it cannot be written changes nothing: the user is asked again by the next run.
      unwritten.withLock { $0[mediaType] = status }
    }
  }

  /// Forgets an answer, so that the user is asked again. Harmless if there is none.
  /// - Throws: `FileStoreError` when the file cannot be removed.
  public func forget(_ mediaType: MediaType) throws {
    unwritten.withLock { $0[mediaType] = nil }
    try files.remove(path(mediaType))
  }

  /// The file of a kind of device, whether it is there or not.
  public func path(_ mediaType: MediaType) -> String {
    let names: [MediaType: String] = [.video: "camera", .audio: "microphone"]
    return "\(folder)/\(names[mediaType] ?? mediaType.rawValue).json"
  }

  private func answer(_ path: String) -> AuthorizationStatus? {
    guard let file = try? files.open(path), file.count <= Self.largest, let bytes = try? file.bytes(0..<file.count),
      let answer = try? JSONDecoder().decode(Answer.self, from: Data(bytes)), answer.version == Answer.version
    else { return nil }
    return AuthorizationStatus.allCases.first { "\($0)" == answer.access && $0 != .notDetermined }
  }
}

import ByteCoding
public import FileStorage
import FoundationEssentials
import MediaCore
import Synchronization

/// Stores answers as files in a folder, from one run of a program to the next.
///
/// There is one file for each kind of device, `camera.json` and `microphone.json`, of the form
/// `{"access":"authorized","version":1}`. A file appears whole or not at all and is never replaced: of two programs
/// that ask at once the first answer stands, for both. ``forget(_:)`` lets the user be asked again.
///
/// A file is not trusted when it cannot be read as an answer, belongs to another user than this one or root, or may be
/// written by others. The status is then ``AuthorizationStatus/restricted``, and the user is not asked until the file
/// is removed. An answer that cannot be written is valid for the lifetime of the store. ``failure(for:)`` says why in
/// both cases.
public final class FileAuthorizationStore: AuthorizationStore {
  private struct Answer: Codable {
    static let version = 1
    var version: Int
    var access: String
  }

  /// The folder that holds a file for each answer of the user.
  public let folder: String
  private let files: any FileStore & FileTree
  private let unwritten = Mutex<[MediaType: (status: AuthorizationStatus, cause: any Error)]>([:])
  private static let largest = 4096

  /// Creates a store in a folder, which is made when there is something to remember; `files` look, write and remove
  /// there.
  public init(folder: String, files: any FileStore & FileTree = DiskFiles()) {
    (self.folder, self.files) = (folder, files)
  }

  /// Returns the folder for a program's answers by the XDG Base Directory Specification:
  /// `$XDG_STATE_HOME/PROGRAM/access`, else
  /// `~/.local/state/PROGRAM/access`; by the process's environment unless another is given. `nil` when neither is
  /// known, or neither is an absolute path.
  public static func defaultFolder(program: String, environment given: [String: String]? = nil) -> String? {
    let environment = given ?? ProcessInfo.processInfo.environment
    if let state = environment["XDG_STATE_HOME"], state.hasPrefix("/") { return "\(state)/\(program)/access" }
    guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
    return "\(home)/.local/state/\(program)/access"
  }

  /// Returns the answer that is remembered; `nil` before the first.
  public func status(for mediaType: MediaType) -> AuthorizationStatus? {
    if let held = unwritten.withLock({ $0[mediaType] }) { return held.status }
    do throws(CaptureError) { return try answer(for: mediaType) } catch { return .restricted }  // `failure` says why
  }

  /// Returns the error that keeps the file of a kind of device from being trusted or written; `nil` without one.
  public func failure(for mediaType: MediaType) -> (any Error)? {
    if let held = unwritten.withLock({ $0[mediaType] }) { return held.cause }
    do throws(CaptureError) { _ = try answer(for: mediaType) } catch { return error }
    return nil
  }

  /// Stores an answer, unless one is stored already. Ignores `notDetermined`.
  public func remember(_ status: AuthorizationStatus, for mediaType: MediaType) {
    guard status != .notDetermined else { return }
    let path = path(mediaType)
    do {
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      let bytes = Array(try encoder.encode(Answer(version: Answer.version, access: "\(status)")))
      try files.createAll([FileDraft(path) { write in try ByteRope(bytes).write(write) }])
    } catch {
      if (error as? FileStoreError)?.code == .existing { return }
      // The user is asked again by the next run; until then `failure` tells why.
      unwritten.withLock { $0[mediaType] = (status, error) }
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

  private func answer(for mediaType: MediaType) throws(CaptureError) -> AuthorizationStatus? {
    let path = path(mediaType)
    func refusal(_ why: String, _ cause: (any Error)? = nil) -> CaptureError {
      CaptureError(.notAuthorized, context: path, message: "\(why); remove it to be asked", underlying: cause)
    }
    func disk(_ error: FileStoreError) -> CaptureError {
      // Of the folder or the disk, which removing the file does not mend.
      CaptureError(.notAuthorized, context: path, message: error.text(behind: path), underlying: error)
    }
    var seen = files.attributes(of: path)
    if seen == nil {
      do throws(FileStoreError) { _ = try files.kind(of: path) } catch {
        if error.code == .notFound { return nil }
        throw disk(error)
      }
      // Another program has just been asked.
      seen = files.attributes(of: path)
    }
    guard let found = seen else { return nil }
    do {
      guard found.isRegular, found.isProtected else {
        throw refusal("it is no file of this user's or root's that nobody else may write to")
      }
      let file = try files.open(path)
      guard file.count <= Self.largest else { throw refusal("it is too large for an answer") }
      let answer = try JSONDecoder().decode(Answer.self, from: Data(file.allBytes()))
      let known = AuthorizationStatus.allCases.first { "\($0)" == answer.access && $0 != .notDetermined }
      guard answer.version == Answer.version, let known else { throw refusal("it holds no answer that is known") }
      return known
    } catch let error as FileStoreError {
      if error.code == .notFound { return nil }
      throw refusal("it cannot be opened", error)
    } catch let error as ByteError {
      throw (error.underlying as? FileStoreError).map(disk) ?? refusal("it cannot be read", error)
    } catch {
      throw error as? CaptureError ?? refusal("it cannot be read as an answer", error)
    }
  }
}

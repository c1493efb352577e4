import FileStorage
package import LiveCapture
import MediaCore
import PhotoLibrary
package import Shooting
import Synchronization

/// The files of one capture, until they become an asset, or several of a bracket.
package final class LibraryPair: PendingPair {
  private struct Staged {
    let photo: CapturePhoto
    let isProxy: Bool
    let type: PhotoFileType
    let byteCount: Int
    /// The path at which the still is staged, or the error that kept it from being staged.
    let path: Result<String, any Error>
  }

  private struct State {
    var photos: [Staged] = []
    var movie: CapturedMovie?
    var movieFailure: CaptureError?
    var assets: [String] = []
  }

  /// The name of the capture's files; of one that could not be named, a word for people.
  package var name: String {
    // The error is the capture's: see `end()`.
    (try? lateName.wait()) ?? "IMG"
  }
  /// The name, unless it is still asked for at a server.
  package var nameAtOnce: String? { lateName.now }
  private let lateName: LateName
  /// The local identifiers of the assets that have come of it; none before its end.
  package var assets: [String] { state.withLock(\.assets) }
  private let plan: ShootPlan
  private let library: PhotoLibrary
  /// Takes the capture while the library's server is away.
  private let offline: OfflineLibrary?
  private let moviePath: String
  private let state = Mutex(State())

  /// Keeps others from finishing the still before its proxy is in the library.
  private let lock: (any NameReservation)?
  /// The handler that is called when the library itself has taken the capture.
  private let stored: @Sendable () -> Void

  init(
    name: LateName, plan: ShootPlan, library: PhotoLibrary, offline: OfflineLibrary?, lock: (any NameReservation)?,
    stored: @escaping @Sendable () -> Void
  ) {
    (lateName, self.plan, self.library, self.offline, self.lock) = (name, plan, library, offline, lock)
    self.stored = stored
    moviePath = library.stagingPath(extension: "MOV")
  }

  package var movieDestination: LivePhotoMovieDestination { .file(moviePath) }

  /// The library takes it.
  package var keepsMovieInPlace: Bool { false }

  /// Stages a still. It is stored when its capture is complete.
  package func add(_ photo: CapturePhoto, isProxy: Bool) -> StoredFile? {
    guard let bytes = photo.fileDataRepresentation(), let type = photo.fileType else { return nil }
    let staged = Staged(
      photo: photo.withoutFileData(), isProxy: isProxy, type: type, byteCount: bytes.count,
      path: Result { try library.stage(bytes, extension: type.fileExtension) })
    state.withLock { $0.photos.append(staged) }
    return nil
  }

  package func add(_ movie: CapturedMovie) { state.withLock { $0.movie = movie } }

  package func noteMovieFailure(_ error: CaptureError) { state.withLock { $0.movieFailure = error } }

  /// Makes the assets of all that has been staged, in one change.
  package func end() -> [StoredFile] {
    defer { lock?.release() }
    let state = state.withLock { $0 }
    var drafts: [LibraryDraft] = []
    for (index, photos) in exposures(of: state.photos).enumerated() {
      let draft = draft(
        photos, state, hasMovie: index == 0 && state.movie != nil,
        // As files are named: each exposure of a bracket by its number.
        name: plan.bracket.isEmpty ? name : "\(name)_\(index + 1)")
      if !draft.resources.isEmpty { drafts.append(draft) }
    }
    if drafts.isEmpty, state.movie != nil {
      // Nothing is lost of a capture whose still has failed.
      drafts = [
        LibraryDraft(
          [.init(.video, at: moviePath, name: name + ".MOV")], remark: "The still of this Live Photo failed.")
      ]
    }
    let outcome = Result {
      _ = try lateName.wait()
      return try store(drafts)
    }
    library.discard([moviePath] + drafts.flatMap { $0.resources.map(\.path) })
    // Where each staged file is now.
    var places: [String: String] = [:]
    if case .success(let additions) = outcome {
      self.state.withLock { $0.assets = additions.map(\.localIdentifier) }
      for (draft, addition) in zip(drafts, additions) {
        for (resource, path) in zip(draft.resources, addition.paths) { places[resource.path] = path }
      }
    }
    return state.photos.map { staged in
      let content: StoredFile.Content = staged.isProxy ? .proxy(staged.photo) : .still(staged.photo)
      let place = (try? staged.path.get()).flatMap { places[$0] }  // what failed is told below
      return StoredFile(content, at: place ?? library.path) {
        _ = try staged.path.get()
        _ = try outcome.get()
        return staged.byteCount
      }
    }
  }

  /// Makes assets of drafts: in the library, or in the one beside it when the server is away.
  private func store(_ drafts: [LibraryDraft]) throws(PhotosError) -> [LibraryAddition] {
    guard let offline else { return try add(drafts) }
    // Second names: whether a server that has gone has made the change is not known, and the library keeps its files.
    let spares = try drafts.map { draft throws(PhotosError) in try offline.spare(draft, from: library) }
    defer { offline.library.discard(spares.flatMap { $0.resources.map(\.path) }) }
    do throws(PhotosError) { return try add(drafts) } catch {
      guard LibraryPairs.isOfServer(error) else { throw error }
      return try LibraryDraft.addAndWait(spares, to: offline.library)
    }
  }

  private func add(_ drafts: [LibraryDraft]) throws(PhotosError) -> [LibraryAddition] {
    let additions = try LibraryDraft.addAndWait(drafts, to: library)
    stored()
    return additions
  }

  /// The photos of each exposure: its processed still and its samples.
  private func exposures(of photos: [Staged]) -> [[Staged]] {
    guard !plan.bracket.isEmpty else { return photos.isEmpty ? [] : [photos] }
    let perExposure = plan.raw == .besideStill ? 2 : 1
    let groups = Dictionary(grouping: photos) { ($0.photo.photoCount - 1) / perExposure }
    return groups.keys.sorted().compactMap { groups[$0] }
  }

  private func draft(_ photos: [Staged], _ state: State, hasMovie: Bool, name: String) -> LibraryDraft {
    let isStaged: (Staged) -> Bool = { if case .success = $0.path { true } else { false } }
    let hasProcessed = photos.contains { !$0.photo.isRawPhoto && isStaged($0) }
    var draft = LibraryDraft(
      photos.compactMap { staged in
        // A still that could not be staged is told of by its own result.
        guard case .success(let path) = staged.path else { return nil }
        let type: ResourceType =
          staged.isProxy ? .photoProxy : staged.photo.isRawPhoto && hasProcessed ? .alternatePhoto : .photo
        return LibraryDraft.Resource(type, at: path, name: name + "." + staged.type.fileExtension)
      })
    guard plan.isLive, !draft.resources.isEmpty else { return draft }
    if hasMovie {
      draft.resources.append(.init(.pairedVideo, at: moviePath, name: name + ".MOV"))
    } else {
      draft.remark =
        "The movie of this Live Photo failed: \(state.movieFailure.map { "\($0)" } ?? "for no known reason")"
    }
    return draft
  }
}

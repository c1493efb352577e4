import FoundationEssentials
import LiveCapture
import MediaCore
import PhotoLibrary
import Shooting
import Synchronization

/// What one capture leaves, until it becomes an asset, or several of a bracket.
final class LibraryPair: PendingPair {
  private struct Staged {
    let photo: CapturePhoto
    let isProxy: Bool
    let type: PhotoFileType
    let byteCount: Int
    /// Where it is staged, or why it is not.
    let path: Result<String, any Error>
  }

  private struct State {
    var photos: [Staged] = []
    var movie: CapturedMovie?
    var movieFailure: CaptureError?
  }

  let name: String
  private let plan: ShootPlan
  private let library: PhotoLibrary
  private let moviePath: String
  private let state = Mutex(State())

  init(name: String, plan: ShootPlan, library: PhotoLibrary) {
    (self.name, self.plan, self.library) = (name, plan, library)
    moviePath = library.stagingPath(extension: "MOV")
  }

  var movieDestination: LivePhotoMovieDestination { .file(moviePath) }

  /// Stages a still. It is stored when its capture is complete.
  func add(_ photo: CapturePhoto, isProxy: Bool) -> StoredFile? {
    guard let bytes = photo.fileDataRepresentation(), let type = photo.fileType else { return nil }
    let staged = Staged(
      photo: photo.withoutFileData(), isProxy: isProxy, type: type, byteCount: bytes.count,
      path: Result { try library.stage(bytes, extension: type.fileExtension) })
    state.withLock { $0.photos.append(staged) }
    return nil
  }

  func add(_ movie: CapturedMovie) { state.withLock { $0.movie = movie } }

  func noteMovieFailure(_ error: CaptureError) { state.withLock { $0.movieFailure = error } }

  /// Makes the assets of all that has been staged, in one change.
  func end() -> [StoredFile] {
    let state = state.withLock { $0 }
    var drafts: [LibraryDraft] = []
    for (index, photos) in exposures(of: state.photos).enumerated() {
      let draft = draft(photos, state, hasMovie: index == 0 && state.movie != nil)
      if !draft.resources.isEmpty { drafts.append(draft) }
    }
    if drafts.isEmpty, state.movie != nil {
      // Nothing is lost of a capture whose still has failed.
      drafts = [
        LibraryDraft(
          [.init(.video, at: moviePath, name: name + ".MOV")], remark: "The still of this Live Photo failed.")
      ]
    }
    let failure = drafts.isEmpty ? nil : storing { try library.addAndWait(drafts) }
    library.discard([moviePath] + state.photos.compactMap { if case .success(let path) = $0.path { path } else { nil } })
    return state.photos.map { staged in
      let place = library.path + "/" + name
      return StoredFile(staged.isProxy ? .proxy(staged.photo) : .still(staged.photo), at: place) {
        _ = try staged.path.get()
        if let failure { throw failure }
        return staged.byteCount
      }
    }
  }

  private func storing(_ body: () throws -> Void) -> (any Error)? {
    do { try body() } catch { return error }
    return nil
  }

  /// The photos of each exposure: its processed still and its samples.
  private func exposures(of photos: [Staged]) -> [[Staged]] {
    guard !plan.bracket.isEmpty else { return photos.isEmpty ? [] : [photos] }
    let perExposure = plan.raw == .besideStill ? 2 : 1
    let groups = Dictionary(grouping: photos) { ($0.photo.photoCount - 1) / perExposure }
    return groups.keys.sorted().compactMap { groups[$0] }
  }

  private func draft(_ photos: [Staged], _ state: State, hasMovie: Bool) -> LibraryDraft {
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
      draft.remark = "The movie of this Live Photo failed: \(state.movieFailure.map { "\($0)" } ?? "for no known reason")"
    }
    return draft
  }
}

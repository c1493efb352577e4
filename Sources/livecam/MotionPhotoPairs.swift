import ByteCoding
import FileStorage
import LiveCapture
import LivePhotoFiles
import MediaCore
import Shooting
import Synchronization

/// A folder in which Live Photos become Motion Photos, beside their pair or instead of it.
///
/// Instead of it, still and movie stay in memory until both are there; a half whose other half has failed is a file of
/// its own. Stills alone, and RAW, are files as always.
struct MotionPhotoPairs: PairDestination {
  let folder: FolderPairs
  /// Indicates whether still and movie are written as files, too.
  let leavesPairs: Bool

  var name: String { folder.name }

  func begin(_ id: CaptureID, of plan: ShootPlan) throws -> any PendingPair {
    MotionPhotoPair(try folder.beginPair(id, of: plan), in: self)
  }
}

private final class MotionPhotoPair: PendingPair {
  private let pair: FolderPair
  private let destination: MotionPhotoPairs
  private let halves = Mutex<(still: CapturePhoto?, movie: CapturedMovie?)>((nil, nil))

  init(_ pair: FolderPair, in destination: MotionPhotoPairs) {
    self.pair = pair
    self.destination = destination
  }

  var name: String { pair.name }

  var movieDestination: LivePhotoMovieDestination { destination.leavesPairs ? pair.movieDestination : .handedOver }

  func add(_ photo: CapturePhoto, isProxy: Bool) -> StoredFile? {
    guard photo.resolvedSettings.isLive, !photo.isRawPhoto, !isProxy else { return pair.add(photo, isProxy: isProxy) }
    halves.withLock { $0.still = photo }
    return destination.leavesPairs ? pair.add(photo, isProxy: false) : nil
  }

  func add(_ movie: CapturedMovie) { halves.withLock { $0.movie = movie } }

  func end() -> [StoredFile] {
    let halves = halves.withLock { $0 }
    var files: [StoredFile] = []
    if let still = halves.still, let bytes = still.fileDataRepresentation(), let movie = halves.movie {
      files.append(motionPhoto(bytes, isHEIC: still.fileType == .heic, movie))
    }
    if !destination.leavesPairs,
      files.isEmpty || files.contains(where: { if case .failure = $0.result { true } else { false } })
    {
      files += [halves.still.flatMap { pair.add($0, isProxy: false) }].compactMap { $0 }
      files += [halves.movie?.fileDataRepresentation().map { pair.store($0) }].compactMap { $0 }
    }
    return files + pair.end()
  }

  private func motionPhoto(_ still: [UInt8], isHEIC: Bool, _ movie: CapturedMovie) -> StoredFile {
    let path = pair.path(MotionPhoto.name(stem: name, isHEIC: isHEIC))
    return StoredFile(.motionPhoto, at: path) {
      // Where the movie is not in memory, the pair's own file is complete.
      let bytes = try movie.fileDataRepresentation() ?? DiskFiles().open(movie.path).allBytes()
      return try MotionPhoto.create(path, still: still, movie: bytes, in: destination.folder.files)
    }
  }
}

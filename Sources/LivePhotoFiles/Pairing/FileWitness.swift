import ByteCoding
import FileStorage
import MediaCore
import MovieCoding
import StillCoding

/// Looks at files where they lie: one picture of a movie near the place where the still should be, and all of them only
/// where that one leaves a doubt.
struct FileWitness: PairWitness {
  private let files: any FileSource

  init(_ files: any FileSource) { self.files = files }

  func likeness(of still: FileFacts, to movies: [PairGuess]) throws -> [PairLikeness?] {
    // What does not decode cannot be compared: the matcher knows what to do then.
    guard !movies.isEmpty, let grid = try? grid(of: still) else { return movies.map { _ in nil } }
    return try movies.map { try likeness(of: grid, to: $0) }
  }

  private func likeness(of grid: LumaGrid, to guess: PairGuess) throws -> PairLikeness? {
    try Task.checkCancellation()
    do {
      let input = try InputFile(guess.movie.path, of: files)
      let file = try LivePhotoFiles.movie(input.bytes)
      let time = MediaTime(seconds: guess.seconds, preferredTimescale: 90_000)
      guard let first = try MovieLook(of: file, source: input.bytes, near: time).frames.first else { return nil }
      let measure = PictureLikeness(still: grid, width: first.grid.width, height: first.grid.height)
      let near = measure.likeness(of: first.grid).map { PairLikeness(value: $0, seconds: first.time.seconds) }
      if let near, near.value >= MovieTurn.beyondDoubt { return near }
      let look = try MovieLook(of: file, source: input.bytes) { _ in try Task.checkCancellation() }
      guard let best = look.mostLike(grid)?.frame, let value = measure.likeness(of: best.grid) else { return near }
      if let near, near.value >= value { return near }
      return PairLikeness(value: value, seconds: best.time.seconds)
    } catch let error as CancellationError {
      throw error
    } catch {
      // A movie that does not decode is told by the verdict on the pair, if it becomes one.
      return nil
    }
  }

  private func grid(of still: FileFacts) throws -> LumaGrid {
    try LivePhotoFiles.still(InputFile(still.path, of: files).bytes).grid()
  }

  func fingerprint(of file: FileFacts) throws -> String? {
    try Task.checkCancellation()
    // What cannot be read is the same as nothing else, and told when it is copied.
    return (try? ContentIdentity.identifier(of: [files.open(file.path)]))?.uuidString
  }

  func areSame(_ one: FileFacts, _ part: Range<Int>, _ other: FileFacts) throws -> Bool {
    do {
      let (left, right) = (try files.open(one.path), try files.open(other.path))
      guard left.count >= part.upperBound, right.count == part.count else { return false }
      for start in stride(from: 0, to: right.count, by: 1 << 18) {
        try Task.checkCancellation()
        let range = start..<min(start + 1 << 18, right.count)
        let inner = part.lowerBound + range.lowerBound..<part.lowerBound + range.upperBound
        if try left.bytes(inner) != right.bytes(range) { return false }
      }
      return true
    } catch let error as CancellationError {
      throw error
    } catch {
      // Neither is left out then.
      return false
    }
  }

  func isMotionPhoto(_ still: FileFacts, _ video: FileFacts) -> Bool {
    // What can no longer be read is told when it is tried as a pair.
    guard let photo = try? InputFile(still.path, of: files), let film = try? InputFile(video.path, of: files) else {
      return false
    }
    let rope = ByteRope.joining(photo, film)
    // What is found is no Motion Photo says why by itself: the two become a Live Photo.
    let motion = try? LivePhotoFiles.still(RopeBytes(rope, name: still.path)).motionPhoto
    return motion?.videoRange == photo.bytes.count..<rope.count
  }
}

extension ByteRope {
  /// A still with a video behind it.
  static func joining(_ still: InputFile, _ video: InputFile) -> ByteRope {
    var rope = ByteRope(still.bytes)
    rope.append(ByteRope(video.bytes))
    return rope
  }
}

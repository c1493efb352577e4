import ByteCoding
public import CaptureScripts
import FileStorage
public import MediaCore
import MovieCoding
import Simulator
import StillCoding

/// Reads the two files of a Live Photo and says whether they are one: the same identifier in both, one mark of the still
/// at the given instant, a length, a picture, a sound.
///
/// ```
/// let report = expectLivePhoto(still: jpeg, movie: mov, stillTime: .seconds(1.5), within: .seconds(0.02))
/// #expect(report.passes, "\(report)")
/// ```
/// `stillTime` `nil` takes any instant inside the movie. Nothing is thrown: what cannot be read is a problem like any
/// other.
public func expectLivePhoto(
  still: String, movie: String, stillTime: MediaTime? = nil, within tolerance: MediaTime = .seconds(0.02),
  duration: MediaTime? = nil, hasSound: Bool? = nil
) -> LivePhotoReport {
  LivePhotoReport(
    stillName: still, movieName: movie, still: { () throws(FileStoreError) in try FileBytes(still) },
    movie: { () throws(FileStoreError) in try FileBytes(movie) },
    LivePhotoReport.Wish(stillTime: stillTime, tolerance: tolerance, duration: duration, hasSound: hasSound))
}

/// As ``expectLivePhoto(still:movie:stillTime:within:duration:hasSound:)-(String,_,_,_,_,_)``, for files in memory: a
/// photo's `fileDataRepresentation()` and what an ``Simulator/MemoryFiles`` holds. `nil` is a file that is not there.
public func expectLivePhoto(
  still: [UInt8]?, movie: [UInt8]?, stillTime: MediaTime? = nil, within tolerance: MediaTime = .seconds(0.02),
  duration: MediaTime? = nil, hasSound: Bool? = nil
) -> LivePhotoReport {
  func source(_ bytes: [UInt8]?, _ name: String) throws(FileStoreError) -> any ByteSource {
    guard let bytes else {
      throw FileStoreError(path: name, operation: "open", errno: 2, message: "there is no such file")
    }
    return ArrayBytes(bytes, name: name)
  }
  return LivePhotoReport(
    stillName: "still", movieName: "movie", still: { () throws(FileStoreError) in try source(still, "still") },
    movie: { () throws(FileStoreError) in try source(movie, "movie") },
    LivePhotoReport.Wish(stillTime: stillTime, tolerance: tolerance, duration: duration, hasSound: hasSound))
}

/// What the two files of a Live Photo say.
public struct LivePhotoReport: ExpectationReport {
  /// The files.
  public let subject: String
  /// What is wrong.
  public private(set) var problems: [String] = []
  /// The still's identifier, as written.
  public private(set) var stillIdentifier: String?
  /// The movie's identifier, as written.
  public private(set) var movieIdentifier: String?
  /// The still's size in pixels.
  public private(set) var stillSize: (width: Int, height: Int)?
  /// How long the movie is.
  public private(set) var duration: MediaTime?
  /// Where the movie says that the still was taken.
  public private(set) var stillTime: MediaTime?
  /// How many frames the movie has, those included that edit lists leave out.
  public private(set) var frameCount: Int?
  /// Whether the movie has sound.
  public private(set) var hasSound = false

  struct Wish {
    let stillTime: MediaTime?
    let tolerance: MediaTime
    let duration: MediaTime?
    let hasSound: Bool?
  }

  init(
    stillName: String, movieName: String, still: () throws(FileStoreError) -> any ByteSource,
    movie: () throws(FileStoreError) -> any ByteSource, _ wish: Wish
  ) {
    subject = "Live Photo \(stillName) + \(movieName)"
    do { read(still: try StillFile.read(try still())) } catch { problems.append("the still: \(error)") }
    do { read(movie: try MovieReader().read(try movie())) } catch { problems.append("the movie: \(error)") }
    compareIdentifiers()
    compare(wish)
  }

  private mutating func read(still: StillFile) {
    stillIdentifier = still.contentIdentifier
    stillSize = (still.width, still.height)
    if still.contentIdentifier == nil {
      problems.append("the still has no identifier: it is a photo, not half of a Live Photo")
    }
    problems += still.problems.map { "the still: \($0)" }
  }

  private mutating func read(movie: MovieFile) {
    movieIdentifier = movie.contentIdentifier
    duration = movie.length
    frameCount = movie.videoTrack?.sampleCount
    hasSound = movie.audioTrack != nil
    if movie.contentIdentifier == nil {
      problems.append("the movie has no identifier: it is a movie, not half of a Live Photo")
    }
    if frameCount ?? 0 == 0 { problems.append("the movie has no pictures") }
    problems += movie.damages.map { "the movie is damaged: \($0)" }
    guard let track = movie.stillImageTimeTrack else {
      problems.append("the movie has no track that marks the still")
      return
    }
    stillTime = movie.stillTime
    if track.sampleCount != 1 { problems.append("the movie marks \(track.sampleCount) stills, not one") }
  }

  private mutating func compareIdentifiers() {
    guard let stillIdentifier, let movieIdentifier else { return }
    if stillIdentifier != movieIdentifier {
      problems.append("still and movie do not belong together: \(stillIdentifier) and \(movieIdentifier)")
    }
    if PairIdentifier(uuidString: stillIdentifier)?.uuidString != stillIdentifier {
      problems.append("the identifier \"\(stillIdentifier)\" is no UUID in upper case")
    }
  }

  private mutating func compare(_ wish: Wish) {
    if let stillTime, let duration {
      if stillTime < .zero || stillTime > duration {
        problems.append("the still is marked at \(stillTime.plainSeconds) s of \(duration.plainSeconds) s")
      }
      if let wanted = wish.stillTime, (stillTime - wanted).magnitude > wish.tolerance {
        problems.append(
          "the still is marked at \(stillTime.plainSeconds) s, not at \(wanted.plainSeconds) s "
            + "(allowed: \(wish.tolerance.plainSeconds) s)")
      }
    }
    if let duration, let wanted = wish.duration, (duration - wanted).magnitude > wish.tolerance {
      problems.append(
        "the movie is \(duration.plainSeconds) s long, not \(wanted.plainSeconds) s "
          + "(allowed: \(wish.tolerance.plainSeconds) s)")
    }
    if frameCount != nil, let wanted = wish.hasSound, wanted != hasSound {
      problems.append(wanted ? "the movie has no sound" : "the movie has sound that nobody asked for")
    }
  }
}

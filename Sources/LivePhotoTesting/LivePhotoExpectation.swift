import ByteCoding
public import CaptureScripts
public import FileStorage
public import MediaCore
import MovieCoding
import Simulator
import StillCoding

/// Reads the two files of a Live Photo and says whether they are one: the same identifier in both, one mark of the
/// still at the given instant, a length, a picture, a sound.
///
/// ```
/// let report = expectLivePhoto(still: jpeg, movie: mov, stillTime: .seconds(1.5), within: .seconds(0.02))
/// #expect(report.passes)
/// ```
/// `stillTime` `nil` takes any instant inside the movie. The names are those of `files`. Nothing is thrown: what cannot
/// be read is a problem like any other.
public func expectLivePhoto(
  still: String, movie: String, stillTime: MediaTime? = nil, within tolerance: MediaTime = .seconds(0.02),
  duration: MediaTime? = nil, hasSound: Bool? = nil, in files: any FileSource = DiskFiles()
) -> LivePhotoReport {
  var report = LivePhotoReport(still, try files.open(still), movie, try files.open(movie))
  report.compare(stillTime: stillTime, duration: duration, within: tolerance, hasSound: hasSound)
  return report
}

/// Expects the same as ``expectLivePhoto(still:movie:stillTime:within:duration:hasSound:in:)``, for bytes: a photo's
/// `fileDataRepresentation()` and what ``/Simulator/MemoryFiles`` hold. `nil` is a file that is not there.
public func expectLivePhoto(
  still: [UInt8]?, movie: [UInt8]?, stillTime: MediaTime? = nil, within tolerance: MediaTime = .seconds(0.02),
  duration: MediaTime? = nil, hasSound: Bool? = nil
) -> LivePhotoReport {
  func source(_ bytes: [UInt8]?, _ name: String) throws -> any ByteSource {
    guard let bytes else {
      throw FileStoreError(.notFound, path: name, operation: "open", message: "there is no such file")
    }
    return ArrayBytes(bytes, name: name)
  }
  var report = LivePhotoReport("still", try source(still, "still"), "movie", try source(movie, "movie"))
  report.compare(stillTime: stillTime, duration: duration, within: tolerance, hasSound: hasSound)
  return report
}

/// A report on the two files of a Live Photo.
public struct LivePhotoReport: ExpectationReport {
  /// The files.
  public let subject: String
  /// The mistakes that were found.
  public private(set) var problems: [String] = []
  /// The still's identifier, as written.
  public private(set) var stillIdentifier: String?
  /// The movie's identifier, as written.
  public private(set) var movieIdentifier: String?
  /// The still's size in pixels.
  public private(set) var stillSize: (width: Int, height: Int)?
  /// The length of the movie.
  public private(set) var duration: MediaTime?
  /// The place at which the movie says that the still was taken.
  public private(set) var stillTime: MediaTime?
  /// The number of frames that the movie has, those included that edit lists leave out.
  public private(set) var frameCount: Int?
  /// A Boolean value that indicates whether the movie has sound.
  public private(set) var hasSound = false

  init(
    _ stillName: String, _ still: @autoclosure () throws -> any ByteSource, _ movieName: String,
    _ movie: @autoclosure () throws -> any ByteSource
  ) {
    subject = "Live Photo \(stillName) + \(movieName)"
    do { read(still: try StillFile.read(try still())) } catch { problems.append("the still: \(error)") }
    do { read(movie: try MovieReader().read(try movie())) } catch { problems.append("the movie: \(error)") }
    compareIdentifiers()
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

  fileprivate mutating func compare(
    stillTime wantedTime: MediaTime?, duration wantedDuration: MediaTime?, within tolerance: MediaTime,
    hasSound wantsSound: Bool?
  ) {
    if let stillTime, let duration {
      if stillTime < .zero || stillTime > duration {
        problems.append("the still is marked at \(stillTime.plainSeconds) s of \(duration.plainSeconds) s")
      }
      expect(stillTime, wantedTime, within: tolerance) { "the still is marked at \($0) s, not at \($1) s" }
    }
    if let duration {
      expect(duration, wantedDuration, within: tolerance) { "the movie is \($0) s long, not \($1) s" }
    }
    if frameCount != nil, let wantsSound, wantsSound != hasSound {
      problems.append(wantsSound ? "the movie has no sound" : "the movie has sound that nobody asked for")
    }
  }

  private mutating func expect(
    _ time: MediaTime, _ wanted: MediaTime?, within tolerance: MediaTime, _ message: (String, String) -> String
  ) {
    guard let wanted, (time - wanted).magnitude > tolerance else { return }
    problems.append(message(time.plainSeconds, wanted.plainSeconds) + " (allowed: \(tolerance.plainSeconds) s)")
  }
}

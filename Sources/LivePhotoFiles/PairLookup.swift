import FileStorage
import MediaCore
import MovieCoding
import StillCoding

/// Finds still and movie of a Live Photo among other files.
enum PairLookup {
  /// The two halves, still first, of a pair that one of its files, or its bundle, is named of.
  ///
  /// Without `partner`, the other file, that is looked for.
  /// - Throws: ``LivePhotoError`` with `.unreadable` or `.unsupported`.
  static func halves(
    of path: String, partner: String? = nil, in files: any FileSource
  ) throws(LivePhotoError) -> (still: InputFile, movie: InputFile) {
    if let partner { return try halves(of: [path, partner], named: path, in: files) }
    if PairFolder.hasName(path), let members = PairFolder.members(of: path, in: files) {
      return try halves(of: members, named: path, in: files)
    }
    let input = try InputFile(path, of: files)
    guard input.kind != .zip else {
      throw LivePhotoError(
        .unsupported, context: path,
        message: "This is an archive. Take it apart first: livecam disassemble FILE --output FOLDER.")
    }
    guard input.kind.isStill || input.kind == .movie else {
      throw LivePhotoError(
        .unsupported, context: path,
        message: "This is \(input.kind.article), and no part of a Live Photo. Name its still or its movie.")
    }
    let folder = FileNames.folder(of: path)
    let stem = FileNames.stem(of: path).lowercased()
    let listing = try LivePhotoError.naming(folder, "What lies beside \(path) cannot be seen.", .unreadable) {
      () throws(FileStoreError) in try files.names(in: folder)
    }
    let names = listing.filter { !$0.hasPrefix(".") && $0 != FileNames.name(of: path) }.sorted()
    // Files of like names first: as a rule their identifiers settle it, and the rest needs no reading.
    let near = names.filter { name in
      let other = FileNames.stem(of: name).lowercased()
      return other.hasPrefix(stem) || stem.hasPrefix(other)
    }
    // Of the pair's own name, and damaged or not to be read.
    var unreadable: LivePhotoError?
    func candidate(_ path: String) -> PairFinder.Candidate? {
      do throws(LivePhotoError) { return try Self.candidate(path, of: files) } catch {
        if unreadable == nil, FileNames.stem(of: path).lowercased() == stem { unreadable = error }
        return nil
      }
    }
    for choice in [near, near + names.filter { !near.contains($0) }] {
      let others = choice.map { FileNames.path(folder, $0) }
      let pairs = PairFinder(([path] + others).compactMap(candidate)).pairs
      if let pair = pairs.first(where: { $0.still == path || $0.movie == path }) {
        return try (InputFile(pair.still, of: files), InputFile(pair.movie, of: files))
      }
    }
    if let unreadable { throw unreadable }
    throw alone(input)
  }

  /// Returns the error that explains why a file without a partner is no Live Photo.
  private static func alone(_ input: InputFile) -> LivePhotoError {
    func refusal(_ message: String) -> LivePhotoError {
      LivePhotoError(.unsupported, context: input.path, message: message)
    }
    // A still that cannot be read is at least no Motion Photo.
    let still = input.kind.isStill ? try? LivePhotoFiles.still(input.bytes) : nil
    if still?.motionPhoto != nil {
      return refusal(
        "This is a Motion Photo, one file with its movie inside. Make a Live Photo of it with: livecam motionphoto FILE "
          + "--output FOLDER.")
    }
    if still?.lacksVideo == true {
      return refusal(
        "Its XMP announces a Motion Photo's video, which is not in the file: it was lost or cut off. Get a whole copy; "
          + "or make a plain still of it with: livecam motionphoto FILE --still-only --output FOLDER.")
    }
    return refusal(
      "There is no \(input.kind.isStill ? "movie" : "still") with its identifier or name beside it. Put both files of "
        + "the Live Photo into one folder.")
  }

  /// The still and the movie among two files, in any order.
  /// - Throws: ``LivePhotoError`` with `.unreadable` or `.unsupported`.
  static func halves(
    of paths: [String], named name: String, in files: any FileSource
  ) throws(LivePhotoError) -> (InputFile, InputFile) {
    var inputs: [InputFile] = []
    for path in paths { inputs.append(try InputFile(path, of: files)) }
    let stills = inputs.filter(\.kind.isStill)
    let movies = inputs.filter { $0.kind == .movie }
    guard stills.count == 1, movies.count == 1 else {
      throw LivePhotoError(
        .unsupported, context: name,
        message:
          "A Live Photo is one still and one movie; here are \(stills.count) and \(movies.count). Get another copy, "
          + "or take out what belongs elsewhere.")
    }
    return (stills[0], movies[0])
  }

  /// Returns the file as a candidate for pairing; `nil` if it is neither a still nor a movie.
  private static func candidate(
    _ path: String, of files: any FileSource
  ) throws(LivePhotoError) -> PairFinder.Candidate? {
    let input = try InputFile(path, of: files)
    switch input.kind {
    case .jpeg, .heic, .avif, .png, .webp:
      let still = try LivePhotoFiles.still(input.bytes)
      return PairFinder.Candidate(
        path: path, isStill: true, identifier: still.contentIdentifier, isMotionPhoto: still.motionPhoto != nil)
    case .movie:
      return PairFinder.Candidate(
        path: path, isStill: false, identifier: try LivePhotoFiles.movie(input.bytes).contentIdentifier)
    case .gif, .tiff, .foreignMovie, .zip, .unknown: return nil
    }
  }
}

import ByteCoding
import ForeignMedia
import ISOBoxes
import MediaCore
import MovieCoding
import StillCoding
import VideoCoding

/// One look at a still and at one picture of a movie, for as little work as tells whether they are alike and decode.
struct KeyLook {
  let look: Result<MovieLook, any Error>
  let stillGrid: Result<LumaGrid, any Error>
  /// The part of the still that was decoded, in words.
  let stillText: String

  /// Looks at parts first. Only where these cannot be decoded, or are not alike, at the whole still and at the very
  /// picture of the still's time. `isThorough` begins with these, and has another reader's view of the movie, too.
  /// - Throws: `CancellationError`.
  init(_ evidence: PairEvidence, isThorough: Bool = false) throws {
    if !isThorough, let quick = Self.quick(evidence) {
      self = quick
      return
    }
    stillGrid = evidence.stillGrid()
    stillText = "whole"
    look = Result {
      let (movie, source) = (try evidence.movie.get(), evidence.movieInput.bytes)
      return try MovieLook.key(of: movie, source, at: evidence.time).watchingTail(of: movie, source)
    }
    if case .failure(let error as CancellationError) = look { throw error }
  }

  private init(look: MovieLook, stillGrid: LumaGrid, stillText: String) {
    (self.look, self.stillGrid, self.stillText) = (.success(look), .success(stillGrid), stillText)
  }

  private static func quick(_ evidence: PairEvidence) -> KeyLook? {
    // What goes wrong here is found out, and told, by the thorough way.
    guard let movie = try? evidence.movie.get(), let still = try? evidence.still.get(), let time = evidence.time,
      time.isNumeric, let part = try? StillPart(still),
      let look = try? MovieLook(of: movie, source: evidence.movieInput.bytes, syncNear: time, coverage: part.coverage),
      let frame = look.frame(nearest: time), !Self.mayFade(movie, from: frame.time, to: time),
      let look = try? look.readingUnits(of: movie, evidence.movieInput.bytes)
    else { return nil }
    let measure = PictureLikeness(still: part.grid, width: frame.grid.width, height: frame.grid.height)
    guard let likeness = measure.uprightLikeness(of: frame.grid), likeness >= PictureLikeness.same,
      ColorDifference(still: part.grid, movie: frame.grid)?.problem == nil
    else { return nil }
    return KeyLook(
      look: look.watchingTail(of: movie, evidence.movieInput.bytes), stillGrid: part.grid, stillText: part.text)
  }

  /// Tells whether so little is coded between a picture that stands by itself and the still's time that the movie may
  /// have gone black meanwhile: of what moves, or is held in hands, each picture takes some percent of the first one's
  /// bytes.
  private static func mayFade(_ movie: MovieFile, from start: MediaTime, to time: MediaTime) -> Bool {
    guard time > start, let track = movie.videoTrack,
      // What cannot be read is found out, and told, by the thorough way.
      let samples = try? track.samples(), let shown = try? movie.shownFrames()
    else { return false }
    let between = shown.filter { $0.time > start && $0.time <= time && samples.indices.contains($0.sampleIndex) }
      .suffix(5).map { samples[$0.sampleIndex].size }
    return !between.isEmpty && between.reduce(0, +) < between.count * (samples.map(\.size).max() ?? 0) / 50
  }
}

/// A coarse view of a still, by as small a part of it as will do.
struct StillPart {
  /// Upright.
  let grid: LumaGrid
  /// The part of the upright picture's width and height that is covered, from the middle outwards.
  let coverage: (width: Double, height: Double)
  /// The part of the still that was decoded, in words.
  private(set) var text: String

  /// A part of a still, or all of it where that is as cheap.
  /// - Throws: ``DamagedStill``; `CodingError` when it does not decode.
  init(_ still: StillFile) throws {
    try DamagedStill.check(still, reading: true)
    if let part = try still.heicPart() {
      try self.init(part, of: still)
      // Of the picture itself a small copy tells nothing.
      guard part.coverage == (1, 1), let sample = try still.heicSample() else { return }
      _ = try Self.picture(of: sample, in: still)
      text += " and \(sample.name)"
    } else {
      self.init(grid: try still.grid())
    }
  }

  private init(grid: LumaGrid) {
    self.grid = grid
    (coverage, text) = ((1, 1), "whole")
  }

  /// Tiles of a still, decoded in small if they are all of it.
  /// - Throws: ``DamagedStill``; `CodingError` when nothing here can decode them.
  init(_ part: HEICPart, of still: StillFile) throws {
    let picture = try Self.picture(of: part, in: still)
    // A part was taken to be cheap.
    let isWhole = part.coverage == (1, 1)
    if isWhole { try Self.checkEnds(of: part) }
    let shown = try picture.cropped(
      x: 0, y: 0, width: max(2, Int(Double(picture.width) * part.shown.width) & ~1),
      height: max(2, Int(Double(picture.height) * part.shown.height) & ~1))
    var grid = LumaGrid(shown, orientation: still.orientation)
    if isWhole, part.tiles.count > 1 {
      grid.seamProblem =
        TileSeams(picture, columns: part.columns, rows: part.tiles.count / max(1, part.columns)).problem
    }
    self.grid = grid
    let isTurned = still.orientation.rawValue >= 5
    coverage = isTurned ? (part.coverage.height, part.coverage.width) : part.coverage
    text = part.name
  }

  /// Makes sure that the coding of tiles ends where their bytes do.
  /// - Throws: ``DamagedStill``; `CodingError` when the library that tells is not installed; `CancellationError`.
  private static func checkEnds(of part: HEICPart) throws {
    guard let ends = try SliceEnds(configuration: part.configuration) else { return }
    for (index, tile) in part.tiles.enumerated() {
      try Task.checkCancellation()
      guard ends.areMissed(in: tile) else { continue }
      throw DamagedStill(
        description: "Tile \(index + 1) of \(part.name): its coded picture does not end where its bytes do: "
          + "some of them were changed. Get another copy.")
    }
  }

  /// The tiles of a still side by side, in small, as they are stored.
  /// - Throws: ``DamagedStill``; `CodingError` when nothing here can decode them.
  static func picture(of part: HEICPart, in still: StillFile) throws -> I420Picture {
    let rows = part.tiles.count / max(1, part.columns)
    // Four samples a cell of the grid would do, but tiles are scaled one by one, and their edges are to fit.
    let side = Double(16 * LumaGrid.side)
    let longest = Double(max(part.tileSize.width * part.columns, part.tileSize.height * rows, 1))
    func scaled(_ length: Int) -> Int { max(2, Int(Double(length) * min(1, side / longest)) & ~1) }
    let (width, height) = (scaled(part.tileSize.width), scaled(part.tileSize.height))
    let decoder = try SyncDecoder(
      .hevc, configuration: part.configuration, size: (width, height), name: still.source.name)
    // One at a time: a decoded tile may be far larger than its bytes.
    var whole: I420Picture?
    for (index, bytes) in part.tiles.enumerated() {
      try Task.checkCancellation()
      let tile: I420Picture
      do throws(CodingError) { tile = try decoder.picture(bytes) } catch {
        guard error.code == .malformed else { throw error }
        throw DamagedStill(description: "Tile \(index + 1) of \(part.name): \(error.message)")
      }
      guard decoder.codedSize == part.tileSize else {
        let (found, told) = (decoder.codedSize, part.tileSize)
        throw DamagedStill(
          description: "Tile \(index + 1) of \(part.name) has \(found.width)x\(found.height) pixels, and the file says "
            + "\(told.width)x\(told.height). Get another copy.")
      }
      let picture = try whole ?? I420Picture(width: width * part.columns, height: height * rows, range: tile.range)
      whole = picture
      try picture.place(tile, x: index % part.columns * width, y: index / part.columns * height)
    }
    guard let whole else { throw NotDecoded() }
    return whole
  }
}

extension MovieLook {
  /// No picture by itself has more bytes; what announces more is left to the whole look, which reads in portions.
  private static let largestSample = 16 << 20

  /// The picture nearest to an instant among those that need no others; of the part of it that is covered.
  /// - Throws: `CodingError` or `MovieError`, when there is none or it does not decode.
  init(
    of movie: MovieFile, source: any ByteSource, syncNear time: MediaTime, coverage: (width: Double, height: Double)
  ) throws {
    let nothing = CodingError(
      .unsupported, context: source.name, message: "It has no picture that could be decoded by itself.")
    guard let track = movie.videoTrack, let entry = track.sampleEntry as? VisualSampleEntry,
      let codec: VideoCodec = ["avc1": .h264, "hvc1": .hevc, "hev1": .hevc][entry.type.description],
      let box = entry.extensions.lazy.compactMap({ $0 as? CodecConfigurationBox }).first
    else { throw nothing }
    let shown = try movie.shownFrames().filter(\.isSync).min {
      abs(($0.time - time).seconds) < abs(($1.time - time).seconds)
    }
    let samples = try track.samples()
    guard let shown, samples.indices.contains(shown.sampleIndex), case let sample = samples[shown.sampleIndex],
      let start = Int(exactly: sample.offset), (1...Self.largestSample).contains(sample.size),
      start <= source.count - sample.size
    else { throw nothing }
    let orientation = track.orientation ?? .up
    let isTurned = orientation.exifOrientation.rawValue >= 5
    let part = isTurned ? (width: coverage.height, height: coverage.width) : coverage
    // Four samples a cell of the grid, of the part that is covered.
    let side = Double(4 * LumaGrid.side) / max(part.width, part.height)
    let scale = min(1, side / Double(max(entry.width, entry.height, 1)))
    func scaled(_ length: UInt16) -> Int { max(16, Int(Double(length) * scale) & ~1) }
    let size = (width: scaled(entry.width), height: scaled(entry.height))
    let decoder = try SyncDecoder(codec, configuration: box.record, size: size, name: source.name)
    let picture = try decoder.picture(try source.bytes(start..<start + sample.size))
    let (width, height) = (Int(Double(size.width) * part.width) & ~1, Int(Double(size.height) * part.height) & ~1)
    let cropped = try picture.cropped(
      x: (size.width - width) / 2 & ~1, y: (size.height - height) / 2 & ~1, width: width, height: height)
    frames = [Frame(time: shown.time, grid: LumaGrid(cropped, orientation: orientation.exifOrientation))]
    (brokenPictures, isWhole) = (0, false)
  }

  /// The very picture of the still's time; all of them where one that needs no others is damaged, since a decoder
  /// patches over what it can.
  /// - Throws: `CodingError` when none decodes; `CancellationError`.
  static func key(of movie: MovieFile, _ source: any ByteSource, at time: MediaTime?) throws -> MovieLook {
    let time = time.flatMap { $0.isNumeric ? $0 : nil }
    do {
      // Looked at for damage alone.
      _ = try MovieLook(of: movie, source: source, syncNear: time ?? .zero, coverage: (1, 1))
    } catch let error as CodingError where error.code == .malformed {
      return try MovieLook(of: movie, source: source) { _ in try Task.checkCancellation() }
        .readingUnits(of: movie, source)
    } catch {
      // Where no picture stands by itself, the one of that time may be decoded with those before it.
    }
    return try MovieLook(of: movie, source: source, near: time).readingUnits(of: movie, source)
  }

  /// The picture that is shown at an instant, or the movie's first one.
  /// - Throws: `CodingError` when it does not decode; `CancellationError`.
  init(of movie: MovieFile, source: any ByteSource, near time: MediaTime?) throws {
    let foreign = try ForeignMovie(source: source)
    let instant = time ?? .zero
    let options = PictureReader.Options(size: foreign.mainVideo?.video.flatMap(Self.smallSize))
    // A little behind its beginning, which other programs may round to another unit.
    let picture = try foreign.picture(at: instant + MediaTime(value: 1, timescale: 2000), options: options)
    let orientation = movie.videoTrack?.orientation ?? .up
    frames = [
      Frame(time: picture.time, grid: LumaGrid(picture.picture, orientation: orientation.exifOrientation))
    ]
    (brokenPictures, isWhole) = (0, false)
    self.foreign = Self.view(of: foreign, pictures: movie.videoTrack?.sampleCount ?? 0)
  }
}

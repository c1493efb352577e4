import ByteCoding
import FileStorage
import ISOBoxes
import MediaCore
import MovieCoding

/// The payloads of a bundle, read where they are needed.
struct FixtureFootage: Sendable {
  /// The places of one stream's payloads: stretches of the file that follow one another in the stream.
  struct Extents: Sendable {
    /// The positions in the stream at which the payloads begin, and the end of the last.
    private(set) var payloads = [0]
    private var starts: [Int] = []
    private var offsets: [Int] = []
    private(set) var count = 0

    /// Adds a stretch, which must lie within the file.
    mutating func append(offset: Int, count: Int) {
      guard count > 0 else { return }
      if let last = offsets.last, let start = starts.last, last + (self.count - start) == offset {
        self.count += count
        return
      }
      starts.append(self.count)
      offsets.append(offset)
      self.count += count
    }

    /// The range of the stream that a payload takes.
    subscript(payload index: Int) -> Range<Int> { payloads[index]..<payloads[index + 1] }

    var longest: Int { zip(payloads, payloads.dropFirst()).reduce(0) { max($0, $1.1 - $1.0) } }

    /// Divides the stream into payloads of so many bytes each; `false` when it has another length.
    mutating func divide(_ sizes: [Int]) -> Bool {
      payloads.reserveCapacity(sizes.count + 1)
      for size in sizes {
        guard size <= count - payloads[payloads.count - 1] else { return false }
        payloads.append(payloads[payloads.count - 1] + size)
      }
      return payloads[sizes.count] == count
    }

    /// The pieces of the file that a range of the stream is made of; the range must lie within.
    func pieces(of range: Range<Int>) -> [Range<Int>] {
      var pieces: [Range<Int>] = []
      var position = range.lowerBound
      var index = self.index(of: position)
      while position < range.upperBound, index < starts.count {
        let end = min(range.upperBound, index + 1 < starts.count ? starts[index + 1] : count)
        let offset = offsets[index] + position - starts[index]
        pieces.append(offset..<offset + end - position)
        position = end
        index += 1
      }
      return pieces
    }

    private func index(of position: Int) -> Int { max(0, starts.searchFirst { $0 > position } - 1) }
  }

  let bytes: FileBytes
  var video = Extents()
  var audio = Extents()

  init(_ path: String, of files: any FileSource) throws(FixtureError) {
    do {
      bytes = try files.open(path)
    } catch {
      throw FixtureReader.unreadable(error)
    }
  }

  mutating func useTables() throws(FixtureError) {
    do {
      let movie = try MovieReader().read(bytes)
      video = try Self.extents(movie, handler: "vide")
      audio = try Self.extents(movie, handler: "soun")
    } catch {
      throw FixtureError(
        error.code == .unreadable ? .unreadable : .damaged, context: bytes.name,
        message: "The movie's tables cannot be read. Record the fixture again, or restore it from a copy.",
        underlying: error)
    }
  }

  /// Divides the streams into the payloads that a manifest tells of.
  mutating func divide(by manifest: FixtureManifest) throws(FixtureError) {
    let frameBytes = manifest.audio?.format.frameBytes ?? 1
    let (frames, sound) = (manifest.frames.map(\.byteCount), manifest.chunks.map { $0.frameCount * frameBytes })
    guard video.divide(frames) else { throw mismatch("frames", video.count) }
    guard audio.divide(sound) else { throw mismatch("sound", audio.count) }
  }

  private func mismatch(_ what: String, _ count: Int) -> FixtureError {
    FixtureError(
      .damaged, context: bytes.name,
      message: "Its \(what) take \(count) bytes, and the manifest tells of others. "
        + "The two files do not belong together, or one is damaged.")
  }

  private static func extents(_ movie: MovieFile, handler: String) throws(MovieError) -> Extents {
    var extents = Extents()
    guard let track = movie.tracks.first(where: { $0.handler.description == handler }) else { return extents }
    // Every chunk was checked to lie within the file.
    for chunk in try track.chunks() { extents.append(offset: Int(chunk.offset), count: Int(chunk.byteCount)) }
    return extents
  }

  /// Fills `buffer` with a range of a stream.
  /// - Throws: ``FixtureError`` when the file has changed or cannot be read.
  func read(_ range: Range<Int>, of extents: Extents, into buffer: UnsafeMutableRawBufferPointer) throws(FixtureError) {
    var done = 0
    for piece in extents.pieces(of: range) {
      let part = UnsafeMutableRawBufferPointer(rebasing: buffer[done..<done + piece.count])
      do {
        try bytes.read(at: piece.lowerBound, into: part)
      } catch {
        throw FixtureError(
          .unreadable, context: bytes.name, message: "The footage has changed or cannot be read any more.",
          underlying: error)
      }
      done += piece.count
    }
  }
}

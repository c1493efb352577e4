import ByteCoding
import ForeignMedia
import MediaCore
import MovieCoding
import VideoCoding

/// The pictures of a movie that its own tables list, decoded by libavcodec; colours by BT.601's matrix, as stills and
/// everything that is encoded here have them.
struct MovieFrames: FrameStream {
  let times: [TimeRange]
  /// Whether the movie's colours are those of Display P3: more vivid than the numbers of other files.
  let isDisplayP3: Bool
  private let movie: ForeignMovie
  private let name: String
  private let options: PictureReader.Options

  /// The size of the pictures, as stored.
  let size: (width: Int, height: Int)

  /// The pictures of a movie, in the given range of values or in its own, at the size that `fit` makes of the stored
  /// one.
  /// - Throws: `CodingError`, when the movie cannot be decoded.
  init(
    _ source: any ByteSource, times: [TimeRange], range: ColorRange? = nil,
    fit: ((width: Int, height: Int)) -> (width: Int, height: Int) = { $0 }
  ) throws {
    movie = try ForeignMovie(source: source)
    let video = movie.mainVideo?.video
    isDisplayP3 = video?.color.primaries == 12
    name = source.name
    self.times = times
    size = fit(((video?.width ?? 2) & ~1, (video?.height ?? 2) & ~1))
    options = PictureReader.Options(size: size, colorRange: range, matrix: 6)
  }

  func forEachPicture(in range: Range<Int>, _ body: (Int, I420Picture) throws -> Void) throws {
    guard !range.isEmpty else { return }
    let stretch = TimeRange(start: times[range.lowerBound].start, end: times[range.upperBound - 1].end)
    var options = options
    options.range = stretch
    let reader = try PictureReader(movie, options: options)
    var next = range.lowerBound
    var last: I420Picture?
    while next < range.upperBound, let decoded = try reader.next() {
      let index = frame(nearestTo: decoded.time, from: max(0, next - 1))
      if index >= next {
        // In place of a picture that is damaged, the one before stays.
        while next < min(index, range.upperBound) {
          try body(next, last ?? decoded.picture)
          next += 1
        }
        if next < range.upperBound {
          try body(next, decoded.picture)
          next += 1
        }
      }
      last = decoded.picture
    }
    guard let last else {
      throw LivePhotoError(
        .malformed, file: name,
        message: "No picture between \(stretch.start.text) and \(stretch.end.text) can be decoded. Choose another part."
      )
    }
    while next < range.upperBound {
      try body(next, last)
      next += 1
    }
  }

  /// The frame that begins nearest to a time, looked for from a frame on.
  private func frame(nearestTo time: MediaTime, from start: Int) -> Int {
    var index = start
    while index + 1 < times.count, (times[index + 1].start - time).magnitude <= (times[index].start - time).magnitude {
      index += 1
    }
    return index
  }
}

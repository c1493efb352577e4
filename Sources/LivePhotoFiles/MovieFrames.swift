import ByteCoding
import ForeignMedia
import MediaCore
import MovieCoding
import VideoCoding

/// The pictures of a movie that its own tables list, decoded by libavcodec; colours by BT.601's matrix, as stills and
/// everything that is encoded here have them.
struct MovieFrames: FrameStream {
  let times: [TimeRange]
  /// Indicates whether the pictures' colours are those of Display P3; else they are sRGB's.
  let isDisplayP3: Bool
  /// Indicates whether the movie's brightness is that of HDR, by HLG or PQ, which is mapped to what a plain screen
  /// shows.
  let isHDR: Bool
  /// The size of the pictures, as stored.
  let size: (width: Int, height: Int)
  /// The times at which the frames' samples are shown by the track's own clock, before edit lists.
  private let mediaTimes: [MediaTime]
  private let movie: ForeignMovie
  private let name: String
  private let options: PictureReader.Options

  /// The pictures of some shown frames at `times`, in the given range of values or in the movie's own, at the size
  /// that `fit` makes of the stored one. Colours become sRGB's, unless they are Display P3's and `keepsDisplayP3`.
  /// - Throws: `MovieError` or `CodingError`, when the movie cannot be read or decoded.
  init(
    _ file: MovieFile, source: any ByteSource, frames: [ShownSample], times: [TimeRange], range: ColorRange? = nil,
    keepsDisplayP3: Bool = true, fit: ((width: Int, height: Int)) -> (width: Int, height: Int) = { $0 }
  ) throws {
    // libavformat leaves out a picture that an edit cuts, and moves the others: it gets the movie without edits.
    var editor = try MovieEditor(file, source: source)
    editor.removeEdits()
    editor.removeTracks { $0.id != file.videoTrack?.id }
    movie = try ForeignMovie(source: RopeBytes(try editor.rope(), name: source.name))
    let samples = try file.videoTrack?.samples() ?? []
    let scale = Int32(clamping: file.videoTrack?.timescale ?? 1)
    mediaTimes = frames.map { MediaTime(value: samples[$0.sampleIndex].presentationTime, timescale: scale) }
    let video = movie.mainVideo?.video
    isDisplayP3 = keepsDisplayP3 && video?.color.isDisplayP3 == true
    isHDR = video?.color.isHighDynamicRange == true
    name = source.name
    self.times = times
    let stored = (width: video?.width ?? 2, height: video?.height ?? 2)
    size = fit(file.videoTrack?.squareSize(storedWidth: stored.width, storedHeight: stored.height) ?? stored)
    options = PictureReader.Options(size: size, colorRange: range, matrix: 6, primaries: isDisplayP3 ? 12 : 1)
  }

  func forEachPicture(in range: Range<Int>, _ body: (Int, I420Picture) throws -> Void) throws {
    // Edits may show samples in any order; a reader goes forwards.
    var start = range.lowerBound
    while start < range.upperBound {
      var end = start + 1
      while end < range.upperBound, mediaTimes[end] >= mediaTimes[end - 1] { end += 1 }
      try forEachPicture(inRun: start..<end, body)
      start = end
    }
  }

  private func forEachPicture(inRun run: Range<Int>, _ body: (Int, I420Picture) throws -> Void) throws {
    let tick = MediaTime(value: 1, timescale: 2000)
    var options = options
    options.range = TimeRange(start: mediaTimes[run.lowerBound], end: mediaTimes[run.upperBound - 1] + tick)
    let reader = try PictureReader(movie, options: options)
    var next = run.lowerBound
    var last: I420Picture?
    while next < run.upperBound, let decoded = try reader.next() {
      // In place of a picture that is damaged, the one before stays.
      while next < run.upperBound, mediaTimes[next] < decoded.time - tick {
        try body(next, last ?? decoded.picture)
        next += 1
      }
      while next < run.upperBound, mediaTimes[next] <= decoded.time + tick {
        try body(next, decoded.picture)
        next += 1
      }
      last = decoded.picture
    }
    guard let last else {
      throw LivePhotoError(
        .malformed, context: name,
        message: "No picture from \(times[run.lowerBound].start.text) on can be decoded. Choose another part.")
    }
    while next < run.upperBound {
      try body(next, last)
      next += 1
    }
  }
}

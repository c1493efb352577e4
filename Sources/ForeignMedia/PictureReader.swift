import ByteCoding
import CFFmpeg
public import MediaCore

/// The pictures of a movie of any kind, one after another in the order of display, as 8-bit 4:2:0.
///
/// Other layouts are converted: deeper pixels are rounded to 8 bits, finer colour is averaged, transparency is
/// left out, and colours are as they are unless others are asked for. All have the size and range of the first.
/// Pictures come as they are stored: ``ForeignVideo/clockwiseDegrees`` tells how to turn them. Damaged pictures are
/// left out, and the one before is shown longer. Only a few pictures are in memory at a time. One reader serves one
/// thread at a time.
public final class PictureReader {
  /// The options for the pictures that are read.
  public struct Options: Sendable {
    /// The stretch of the movie to be read; pictures that are shown in a part of it belong to it. `nil`: all of it.
    public var range: TimeRange?
    /// The size of the pictures; `nil` keeps the movie's.
    public var size: (width: Int, height: Int)?
    /// The range of values from black to white; `nil` keeps the movie's.
    public var colorRange: ColorRange?
    /// The matrix, by the codes of ITU-T H.273, such as 6 for BT.601 in a JPEG; `nil` keeps the movie's.
    public var matrix: UInt16?
    /// The primaries, by the codes of ITU-T H.273: 1 for those of BT.709 and sRGB, 12 for Display P3's. Pictures of
    /// other primaries are converted, high dynamic range is mapped to what a plain screen shows, and the curve is that
    /// of sRGB, for which BT.709's is taken. `nil` keeps the movie's.
    public var primaries: UInt16?

    /// Options; by default all pictures as they are.
    public init(
      range: TimeRange? = nil, size: (width: Int, height: Int)? = nil, colorRange: ColorRange? = nil,
      matrix: UInt16? = nil, primaries: UInt16? = nil
    ) {
      (self.range, self.size, self.colorRange) = (range, size, colorRange)
      (self.matrix, self.primaries) = (matrix, primaries)
    }
  }

  /// The stream that is read.
  public let stream: ForeignStream
  private let decoder: Decoder
  private let converter: PictureConverter
  private let options: Options
  /// The picture that is complete once the next one's time is known.
  private var pending: DecodedPicture?
  private var lastTime: MediaTime?
  private var lastDuration: MediaTime?
  private var hasEnded = false

  /// Creates a reader of a stream of pictures; by default the movie's main one.
  /// - Throws: `CodingError` with `.unsupported` when there is none or it cannot be decoded, `.invalidSetting` for a
  ///   size that cannot be; `CancellationError`.
  public init(_ movie: ForeignMovie, stream: Int? = nil, options: Options = Options()) throws {
    let index = stream ?? movie.mainVideo?.index
    guard let index, let found = movie.streams.first(where: { $0.index == index }), found.kind == .video else {
      throw CodingError(
        .unsupported, context: movie.source.name,
        message: "There is no video in this file\(stream.map { " with index \($0)" } ?? ""). Choose another file.")
    }
    self.stream = found
    self.options = options
    let demuxer = try Demuxer(movie.source)
    decoder = try Decoder(demuxer, stream: found)
    converter = PictureConverter(demuxer.ffmpeg, options: options, color: found.video?.color, name: movie.source.name)
    if let start = options.range?.start, start > .zero { try seek(to: start, demuxer) }
  }

  /// Returns the next picture, or `nil` after the last.
  /// - Throws: `CodingError` when not one picture can be decoded or the source fails; `CancellationError`.
  public func next() throws -> DecodedPicture? {
    while !hasEnded {
      guard let frame = try decoder.next() else {
        hasEnded = true
        break
      }
      let time = time(of: frame)
      let previous = pending
      let isWanted = options.range.map { time < $0.end } ?? true
      if isWanted {
        pending =
          isTooEarly(frame, time)
          ? nil : DecodedPicture(picture: try converter.picture(frame), time: time, duration: duration(of: frame))
      } else {
        (pending, hasEnded) = (nil, true)
      }
      if let previous, let result = finished(previous, until: time) { return result }
    }
    guard let last = pending.take() else { return nil }
    return finished(last, until: last.time + last.duration)
  }

  /// Pictures and packets that were damaged, and left out, so far.
  public var damagedCount: Int { decoder.damagedCount }

  /// Pictures in which errors were found and patched over so far, and what the first error was; only where reading
  /// began with the first picture do they say something about the file.
  public var patched: (count: Int, first: String?) { (decoder.patchedCount, decoder.firstComplaint) }

  /// The fraction of the file that has been read, from 0 to 1.
  public var fraction: Double { hasEnded ? 1 : decoder.fraction }

  private func finished(_ picture: DecodedPicture, until end: MediaTime) -> DecodedPicture? {
    lastDuration = end - picture.time
    if let range = options.range, end <= range.start { return nil }
    return DecodedPicture(picture: picture.picture, time: picture.time, duration: end - picture.time)
  }

  /// Tells whether a picture is over before the stretch begins, so that converting it can be saved. That can be told
  /// only of a picture whose own length is known: the next one may be late.
  private func isTooEarly(_ frame: Frame, _ time: MediaTime) -> Bool {
    guard let range = options.range, frame.pointee.pkt_duration > 0 else { return false }
    // A gap behind it would have it shown longer than it says, but not ten times as long.
    return time + duration(of: frame) * 10 < range.start
  }

  private func time(of frame: Frame) -> MediaTime {
    let fields = frame.pointee
    let ticks = fields.best_effort_timestamp != .min ? fields.best_effort_timestamp : fields.pts
    var time = ticks == .min ? lastTime ?? .zero : stream.time(ticks: ticks)
    // Some files have no times, or know only when pictures are decoded: then they are as far apart as they last.
    if let lastTime, time <= lastTime { time = lastTime + duration(of: frame) }
    lastTime = time
    return time
  }

  private func duration(of frame: Frame) -> MediaTime {
    if frame.pointee.pkt_duration > 0 { return stream.time(ticks: frame.pointee.pkt_duration) }
    if let lastDuration { return lastDuration }
    guard let rate = stream.video?.frameRate, let perSecond = Int32(exactly: rate.value) else {
      return MediaTime(value: 1, timescale: 30)
    }
    return MediaTime(value: Int64(rate.timescale), timescale: perSecond)
  }

  /// Enters the movie before `start`. Where the file cannot be entered there, reading begins at its start.
  private func seek(to start: MediaTime, _ demuxer: Demuxer) throws {
    let base = stream.timeBase
    let ticks = Int64(exactly: (start.seconds / base.seconds).rounded(.down)) ?? 0
    guard decoder.seek(ticks: ticks) else { return }
    guard let frame = try decoder.next() else {
      _ = decoder.seek(ticks: 0)
      return
    }
    // An index may lie, and packets before the place may be needed: then everything is read.
    let first = time(of: frame)
    lastTime = nil
    _ = decoder.seek(ticks: first <= start ? ticks : stream.startTime.map { min(0, $0.value / base.value) } ?? 0)
  }
}

extension ForeignMovie {
  /// Returns the picture that is shown at an instant: the first for instants before it, the last for instants after the
  /// end.
  /// - Throws: As ``PictureReader``; `CodingError` with `.malformed` when the video is empty.
  public func picture(
    at time: MediaTime, stream: Int? = nil, options: PictureReader.Options = PictureReader.Options()
  ) throws -> DecodedPicture {
    var options = options
    options.range = TimeRange(start: time, duration: MediaTime(value: 1, timescale: 1_000_000_000))
    if let picture = try PictureReader(self, stream: stream, options: options).next() { return picture }
    options.range = nil
    let reader = try PictureReader(self, stream: stream, options: options)
    var best: DecodedPicture?
    while let picture = try reader.next() {
      best = picture
      if picture.time >= time { break }
    }
    guard let best else {
      throw CodingError(
        .malformed, context: source.name, message: "The video has not one picture. Choose another file.")
    }
    return best
  }
}

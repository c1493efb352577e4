public import ByteCoding
import CFFmpeg
public import MediaCore
import SystemCalls
public import VideoCoding

/// Writes pictures of BT.601's colours as an animation that browsers and messengers show for ever: GIF, WebP, AVIF.
///
/// Pictures are scaled to the animation's size as they come. One that would be shown for less than the format can say
/// (GIF 0.02 s, WebP 0.011 s) is left out, and the one before is shown longer: the length of the whole stays right.
/// The same pictures give the same bytes. The file is made in memory. One writer serves one thread at a time.
public final class AnimationWriter {
  /// The file formats that an animation can be written in.
  public enum Format: String, Sendable, CaseIterable {
    /// 256 colours for all pictures, the best for them, dithered.
    case gif
    /// Lossy WebP.
    case webp
    /// AV1 pictures.
    case avif
  }

  /// The settings of an animation that is written.
  public struct Settings: Sendable {
    /// The file format.
    public var format: Format
    /// Pixels in a row; even.
    public var width: Int
    /// Rows; even.
    public var height: Int
    /// A Boolean value that indicates whether the pictures' colours are those of Display P3, which AVIF alone can say;
    /// else they are sRGB's.
    public var isDisplayP3 = false
    /// The largest file, and the most memory for the pictures of a GIF, in bytes.
    public var maximumBytes: Int

    /// Settings; by default for at most half a gibibyte.
    public init(format: Format, width: Int, height: Int, maximumBytes: Int = 1 << 29) {
      (self.format, self.width, self.height, self.maximumBytes) = (format, width, height, maximumBytes)
    }
  }

  /// The format, size and limits that the animation was asked to have.
  public let settings: Settings
  private let ffmpeg: FFmpeg
  private let muxer: Muxer
  private let encoder: FrameEncoder
  /// Finds the 256 colours that serve all pictures of a GIF best, and dithers with them: after the last one.
  private let palette: FilterGraph?
  private let stream: UnsafeMutablePointer<AVStream>
  private var scaler: Scaler?
  private let ownFrame: Owned<Frame>
  private var frame: Frame { ownFrame.pointer }
  /// The tick at which the frame that waits for its end begins.
  private var frameStart: Int64?
  private var elapsed = MediaTime.zero
  private var keptBytes = 0
  /// The durations of pictures in ticks, by the ticks at which they begin.
  private var durationTicks: [Int64: Int64] = [:]
  private var isFinished = false

  /// Creates a writer that has seen no picture yet.
  /// - Throws: `CodingError` with `.invalidSetting` for settings that cannot be, `.missingLibrary`, `.codecFailed`.
  public init(settings: Settings) throws(CodingError) {
    try settings.check()
    self.settings = settings
    ffmpeg = try FFmpeg.libraries()
    muxer = try Muxer(
      ffmpeg, format: settings.format.rawValue, name: settings.name, limit: settings.maximumBytes)
    palette = try settings.palette(ffmpeg)
    encoder = try settings.encoder(ffmpeg)
    stream = try muxer.addStream()
    ownFrame = try ffmpeg.frame(settings.name)
    _ = ffmpeg.calls.avcodec_parameters_from_context(stream.pointee.codecpar, encoder.context)
    stream.pointee.time_base = settings.timeBase
    try muxer.start(settings.muxerSettings)
  }

  /// Adds a picture of any size, which is shown for `duration`.
  /// - Throws: `CodingError` with `.invalidSetting` when the animation becomes too large or the duration is none,
  ///   `.codecFailed`; `CancellationError`.
  public func append(_ picture: I420Picture, duration: MediaTime) throws {
    try Task.checkCancellation()
    guard !isFinished else {
      throw CodingError(.invalidState, context: settings.name, message: "It is finished. Make another writer.")
    }
    guard duration.isNumeric, duration > .zero else {
      throw CodingError(.invalidSetting, context: settings.name, message: "A picture must be shown for some time.")
    }
    let start = ticks(elapsed)
    elapsed = elapsed + duration
    if let frameStart {
      guard start - frameStart >= settings.shortest else { return }
      try send(until: start)
    }
    try fill(from: picture)
    frame.pointee.pts = start
    frameStart = start
  }

  /// Returns the finished file.
  /// - Throws: `CodingError` with `.invalidState` when there was no picture, otherwise as ``append(_:duration:)``.
  public func finish() throws -> ByteRope {
    try Task.checkCancellation()
    guard !isFinished, let frameStart else {
      throw CodingError(.invalidState, context: settings.name, message: "There are no pictures. Add some first.")
    }
    isFinished = true
    let end = max(ticks(elapsed), frameStart + settings.shortest)
    try send(until: end)
    try palette?.add(nil)
    while let frame = try palette?.next() {
      try Task.checkCancellation()
      try encode(frame)
    }
    try encode(nil)
    if settings.format == .gif, let options = muxer.context.pointee.priv_data {
      _ = ffmpeg.calls.av_opt_set_int(options, "final_delay", end - frameStart, 0)
    }
    var bytes = try muxer.finish()
    if settings.format == .webp { WebPTiming.setLength(milliseconds: Int(end), of: &bytes) }
    return ByteRope(bytes)
  }

  private func ticks(_ time: MediaTime) -> Int64 {
    Int64((time.seconds * Double(settings.timeBase.den) / Double(settings.timeBase.num)).rounded())
  }

  private func send(until end: Int64) throws {
    guard let frameStart else { return }
    durationTicks[frameStart] = end - frameStart
    guard let palette else { return try encode(frame) }
    keptBytes += 4 * settings.width * settings.height
    guard keptBytes <= settings.maximumBytes else {
      throw CodingError(
        .invalidSetting, context: settings.name,
        message: "So many pictures of this size need too much memory. Choose a smaller size or a shorter stretch.")
    }
    try palette.add(frame)
  }

  private func encode(_ frame: Frame?) throws(CodingError) {
    try encoder.encode(frame) { (packet) throws(CodingError) in
      packet.pointee.stream_index = 0
      if let duration = durationTicks.removeValue(forKey: packet.pointee.pts) { packet.pointee.duration = duration }
      ffmpeg.calls.av_packet_rescale_ts(packet, settings.timeBase, stream.pointee.time_base)
      try muxer.write(packet)
    }
  }

  private func fill(from picture: I420Picture) throws(CodingError) {
    ffmpeg.calls.av_frame_unref(frame)
    frame.pointee.format = settings.pixelFormat.rawValue
    frame.pointee.width = Int32(settings.width)
    frame.pointee.height = Int32(settings.height)
    guard ffmpeg.calls.av_frame_get_buffer(frame, 0) >= 0 else { throw .noMemory(settings.name) }
    // swscale does not change the range of what it need not convert otherwise.
    let picture = try picture.inRange(settings.isFullRange ? .full : .video)
    let shape = Scaler.Shape(
      sourceWidth: Int32(picture.width), sourceHeight: Int32(picture.height), sourceFormat: AV_PIX_FMT_YUV420P,
      sourceMatrix: 6, isSourceFull: settings.isFullRange, width: Int32(settings.width),
      height: Int32(settings.height), format: settings.pixelFormat, matrix: 6, isFull: settings.isFullRange)
    if scaler?.shape != shape { scaler = try Scaler(ffmpeg, shape, name: settings.name) }
    try picture.withPlanes { (source) throws(CodingError) in
      try scaler?.scale(.init(source), to: .init(frame.pointee))
    }
    if settings.format == .avif { frame.pointee.color_range = AVCOL_RANGE_MPEG }
  }
}

import CaptureDevices
import MediaCore
import VideoCoding

/// The encoder of one footage and what has come out of it. Belongs to the footage's queue.
final class VideoFootageEncoding {
  private struct Entry {
    let sample: EncodedVideoSample
    let sequence: UInt64
    /// How much the picture differs from the one before.
    let motion: Double
  }

  /// A window that is wanted as soon as it is encoded.
  struct Wanted {
    let id: CaptureID
    let window: TimeRange
    /// The instant of the still, if the ends may be cut off where the camera was swung; `nil` keeps them.
    let calmAround: MediaTime?
    let completion: Completion
  }

  typealias Completion = @Sendable (Result<VideoFootage.Cut, CaptureError>) -> Void

  /// Frames in line for the encoder.
  var waiting = FrameQueue()
  /// For each capture whose still is not chosen yet: frames from this time on have to wait.
  var holds: [CaptureID: MediaTime] = [:]
  /// Times of frames that are to become sync samples.
  var syncTimes: [MediaTime] = []
  /// Windows that are wanted as soon as they are encoded.
  var cuts: [Wanted] = []

  private let mode: VideoMode
  private let size: ResolvedPhotoSettings.Dimensions
  private let codec: VideoCodec
  private let configuration: SessionConfiguration
  private let counter: FootageCounter
  private let encoders: any MovieEncoderFactory
  private var converter: FrameConverter?
  private var picture: I420Picture?
  private var encoder: (any MovieVideoEncoder)?
  private var entries: [Entry] = []
  private var motionMeter = MotionMeter()
  private var failure: CaptureError?

  init(
    mode: VideoMode, codec: VideoCodec, configuration: SessionConfiguration, counter: FootageCounter,
    encoders: any MovieEncoderFactory = MovieEncoders()
  ) {
    self.mode = mode
    size = configuration.movieDimensions(of: .init(width: mode.format.width, height: mode.format.height))
    self.codec = codec
    self.configuration = configuration
    self.counter = counter
    self.encoders = encoders
  }

  /// Encodes the next frame that may be encoded; returns its bytes, `nil` if there was none.
  func encodeNext() -> Int? {
    guard let frame = waiting.first, mayEncode(frame) else { return nil }
    waiting.removeFirst()
    if failure == nil { encode(frame) }
    return frame.storage.count
  }

  /// The newest frame waits for the next one or for a cut that ends with it: the next shutter may be pressed
  /// nearest to it, and then it is to be a sync sample.
  private func mayEncode(_ frame: VideoFrame) -> Bool {
    if holds.values.contains(where: { $0 <= frame.time }) { return false }
    return waiting.count > 1 || cuts.contains { frame.time < $0.window.end }
  }

  /// Completes the cuts whose windows hold no more frames in line. Those that frames from `lostFrom` on belong to
  /// fail.
  func completeCuts(lostFrom: MediaTime?) {
    guard !cuts.isEmpty else { return }
    let lost = lostFrom ?? .positiveInfinity
    let due = cuts.filter { cut in
      failure != nil || lost < cut.window.end || waiting.first.map { $0.time >= cut.window.end } ?? true
    }
    guard !due.isEmpty else { return }
    cuts.removeAll { cut in due.contains { $0.id == cut.id } }
    for cut in due { cut.completion(result(cut, isOverloaded: lost < cut.window.end)) }
  }

  /// Drops what no window that starts at or after `time` can need.
  func forget(before time: MediaTime) {
    guard let visible = entries.firstIndex(where: { $0.sample.time >= time }),
      let sync = entries[...visible].lastIndex(where: \.sample.isSync), sync > 0
    else { return }
    entries.removeFirst(sync)
  }

  /// Lets go of everything.
  func end() {
    entries = []
    encoder = nil
    picture = nil
    waiting = FrameQueue()
  }

  private func encode(_ frame: VideoFrame) {
    do {
      let converter = try self.converter ?? FrameConverter()
      self.converter = converter
      let picture =
        try self.picture ?? I420Picture(width: size.width, height: size.height, range: mode.format.range)
      self.picture = picture
      // A damaged picture is left out, as if the camera had dropped it: the one before it is shown for longer.
      guard !encoders.readsPictures || convert(frame, into: picture, by: converter) else { return }
      let encoder = try self.encoder ?? makeEncoder(for: picture)
      self.encoder = encoder
      let isSync = syncTimes.contains(frame.time)
      syncTimes.removeAll { $0 <= frame.time }
      let sample = try encoder.encode(picture, time: frame.time, forceSync: isSync)
      counter.countFrame()
      let motion = encoders.readsPictures ? motionMeter.measure(picture) : 0
      entries.append(Entry(sample: sample, sequence: frame.sequence, motion: motion))
    } catch {
      failure = CaptureError(
        .encodingFailed, message: "the movie could not be encoded; another preset or size may help",
        underlying: error)
    }
  }

  /// Whether the frame is a picture that can be decoded.
  private func convert(_ frame: VideoFrame, into picture: I420Picture, by converter: FrameConverter) -> Bool {
    do {
      if size.width == frame.format.width & ~1 {
        try converter.convert(frame, into: picture)
      } else {
        try converter.convert(frame, scaledInto: picture)
      }
      return true
    } catch {
      return false
    }
  }

  private func makeEncoder(for picture: I420Picture) throws(CodingError) -> any MovieVideoEncoder {
    counter.countStretch()
    let frames = configuration.syncInterval.seconds / max(mode.frameInterval.seconds, 0.001)
    let keyframeInterval = max(1, Int(frames.rounded()))
    let isH264 = codec == .h264
    return try encoders.makeEncoder(
      codec,
      MovieEncoderSettings(
        width: picture.width, height: picture.height, frameInterval: mode.frameInterval, range: picture.range,
        quality: Double(isH264 ? configuration.videoQuality : configuration.hevcQuality),
        preset: isH264 ? configuration.videoPreset : configuration.hevcPreset,
        keyframeInterval: keyframeInterval, threads: configuration.effectiveVideoThreads))
  }

  private func result(_ wanted: Wanted, isOverloaded: Bool) -> Result<VideoFootage.Cut, CaptureError> {
    if let failure { return .failure(failure) }
    if isOverloaded {
      return .failure(
        CaptureError(
          .encoderOverloaded,
          message: "the encoder could not keep up with the camera; choose a smaller size or rate, or a faster preset"))
    }
    var lower = entries.firstIndex { $0.sample.time >= wanted.window.start } ?? entries.count
    var upper = entries.firstIndex { $0.sample.time >= wanted.window.end } ?? entries.count
    let end = upper
    if let still = wanted.calmAround, lower < upper {
      let calm = MotionMeter.calmRange(
        times: entries[lower..<upper].map(\.sample.time), motions: entries[lower..<upper].map(\.motion), still: still)
      (lower, upper) = (lower + calm.lowerBound, lower + calm.upperBound)
    }
    guard lower < upper, let sync = entries[...lower].lastIndex(where: \.sample.isSync), let encoder else {
      return .failure(CaptureError(.noFrames, message: "the camera delivered no usable frame for the movie"))
    }
    let visible = entries[lower..<upper]
    counter.countMovie(frames: visible.count)
    let numbered = Int(entries[upper - 1].sequence - entries[lower].sequence) + 1
    return .success(
      VideoFootage.Cut(
        samples: entries[sync..<upper].map(\.sample), visibleFrom: entries[lower].sample.time,
        visibleCount: visible.count, missingCount: max(0, numbered - visible.count),
        format: encoder.format, trimmedEnd: upper < end ? entries[upper].sample.time : nil))
  }
}

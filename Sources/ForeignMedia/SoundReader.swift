import ByteCoding
import CFFmpeg
public import MediaCore

/// The sound of a movie of any kind, in stretches of interleaved PCM.
///
/// What encoders put before the sound, and what edit lists leave out, is not heard here either: the first frame is the
/// first that a player plays. Where the file has a hole, there is silence, so that a frame's place and its time always
/// agree. One reader serves one thread at a time.
public final class SoundReader {
  /// The stream that is read.
  public let stream: ForeignStream
  /// The shape of the sound that is handed out.
  public let format: AudioFormat
  private let decoder: Decoder
  private let resampler: SoundResampler
  private let range: TimeRange?
  private var origin: MediaTime?
  /// Frames of output since `origin`, silence included.
  private var position: Int64 = 0
  private var silence: Int64 = 0
  private var held: [UInt8]?
  private var hasEnded = false

  /// Creates a reader of a stream of sound; by default the movie's main one, as 16-bit samples at its own rate, in at
  /// most two channels.
  ///
  /// More channels are mixed down, fewer are doubled. `range` is a stretch of the movie's timeline.
  /// - Throws: `CodingError` with `.unsupported` when there is no sound or it cannot be decoded, `.invalidSetting` for
  ///   a format that cannot be; `CancellationError`.
  public init(
    _ movie: ForeignMovie, stream: Int? = nil, sampleFormat: SampleFormat = .s16, sampleRate: Int? = nil,
    channelCount: Int? = nil, range: TimeRange? = nil
  ) throws {
    let index = stream ?? movie.mainAudio?.index
    guard let index, let found = movie.streams.first(where: { $0.index == index }), let audio = found.audio else {
      throw CodingError(
        .unsupported, context: movie.source.name,
        message: "There is no sound in this file\(stream.map { " with index \($0)" } ?? ""). Choose another file.")
    }
    format = AudioFormat(
      sampleRate: sampleRate ?? audio.sampleRate, channelCount: channelCount ?? min(max(audio.channelCount, 1), 2),
      sampleFormat: sampleFormat)
    guard (1000...768_000).contains(format.sampleRate), (1...8).contains(format.channelCount) else {
      throw CodingError(
        .invalidSetting, context: "\(format)", message: "Choose 1000 to 768000 Hz and 1 to 8 channels.")
    }
    self.stream = found
    self.range = range
    let demuxer = try Demuxer(movie.source)
    decoder = try Decoder(demuxer, stream: found)
    resampler = SoundResampler(demuxer.ffmpeg, format, name: movie.source.name)
    if let start = range?.start, start > .zero {
      // Sound can be entered anywhere, but what follows an entry may still swing in.
      let early = max(start.seconds - 0.5, 0)
      if let ticks = Int64(exactly: (early / found.timeBase.seconds).rounded(.down)) { _ = decoder.seek(ticks: ticks) }
    }
  }

  /// Returns the next stretch of sound, or `nil` after the last.
  ///
  /// Its `time` is that of its first frame on the movie's timeline; `position` counts from the first stretch.
  /// - Throws: `CodingError` when nothing can be decoded or the source fails; `CancellationError`.
  public func next() throws -> AudioChunk? {
    while let chunk = try nextUncut() {
      if let cut = cut(chunk) { return cut }
      if let range, chunk.time >= range.end { return nil }
    }
    return nil
  }

  /// Packets that were damaged, and left out.
  public var damagedCount: Int { decoder.damagedCount }

  /// The fraction of the file that has been read, from 0 to 1.
  public var fraction: Double { hasEnded ? 1 : decoder.fraction }

  private func nextUncut() throws -> AudioChunk? {
    if silence > 0 { return makeSilence() }
    if let bytes = held.take() { return chunk(bytes) }
    while !hasEnded {
      guard let frame = try decoder.next() else {
        hasEnded = true
        let rest = try resampler.finish()
        return rest.isEmpty ? nil : chunk(rest)
      }
      let hole = self.hole(before: frame)
      let bytes = try resampler.convert(frame)
      guard !bytes.isEmpty else { continue }
      guard hole > 0 else { return chunk(bytes) }
      (held, silence) = (bytes, hole)
      return makeSilence()
    }
    return nil
  }

  /// The frames that are missing before a frame of the decoder's; small differences are rounding of the container's.
  private func hole(before frame: Frame) -> Int64 {
    let ticks = frame.pointee.best_effort_timestamp
    guard ticks != .min else {
      if origin == nil { origin = .zero }
      return 0
    }
    let time = stream.time(ticks: ticks)
    guard let origin else {
      self.origin = time
      return 0
    }
    let expected = Double(position + resampler.heldFrames) / Double(format.sampleRate)
    let missing = (time - origin).seconds - expected
    // More than an hour is a broken clock, not a pause.
    guard missing > 0.05, missing < 3600 else { return 0 }
    return Int64(missing * Double(format.sampleRate))
  }

  private func makeSilence() -> AudioChunk {
    let count = min(silence, Int64(format.sampleRate))
    silence -= count
    return chunk([UInt8](repeating: 0, count: Int(count) * format.frameBytes), isFiller: true)
  }

  private func chunk(_ bytes: [UInt8], isFiller: Bool = false) -> AudioChunk {
    let count = bytes.count / format.frameBytes
    let offset = MediaTime(value: position, timescale: Int32(format.sampleRate))
    defer { position += Int64(count) }
    return AudioChunk(
      format: format, position: position, frameCount: count, time: (origin ?? .zero) + offset, isFiller: isFiller,
      storage: FrameStorage(copying: bytes.span.bytes))
  }

  /// The part of a chunk that lies in the wished stretch, to the frame.
  private func cut(_ chunk: AudioChunk) -> AudioChunk? {
    guard let range else { return chunk }
    let rate = Double(format.sampleRate)
    // A frame belongs to the stretch in which it begins.
    let first = min(max((((range.start - chunk.time).seconds) * rate - 1e-6).rounded(.up), 0), Double(chunk.frameCount))
    let end = min(max((((range.end - chunk.time).seconds) * rate - 1e-6).rounded(.up), 0), Double(chunk.frameCount))
    guard first < end else { return nil }
    if first == 0, Int(end) == chunk.frameCount { return chunk }
    let storage = chunk.storage.withBytes { bytes in
      FrameStorage(
        copying: UnsafeRawBufferPointer(rebasing: bytes[Int(first) * format.frameBytes..<Int(end) * format.frameBytes]))
    }
    return AudioChunk(
      format: format, position: chunk.position + Int64(first), frameCount: Int(end - first),
      time: chunk.time + MediaTime(value: Int64(first), timescale: Int32(format.sampleRate)), isFiller: chunk.isFiller,
      storage: storage)
  }
}

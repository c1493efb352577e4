import CaptureDevices
import FileStorage
import MediaCore
import MovieCoding

/// The encoders of one recording and the file that they fill. Belongs to the recording's queue.
///
/// What is encoded waits for a fragment to be whole, and is then written; nothing of it is kept.
final class RecordingEncoding {
  struct Plan: Sendable {
    let path: String
    let pictures: PictureEncoder.Plan
    /// `nil` for a movie without sound.
    let audioFormat: AudioFormat?
    let orientation: Orientation
    let model: String
    let fragmentInterval: MediaTime
    let maximumSize: Int?
    let sound: any SoundEncoding
    let files: any FileStore
    let wallClock: any WallClock

    var configuration: SessionConfiguration { pictures.configuration }
  }

  /// The state of the recording: samples are taken in until the file has reached its maximum size or a step fails.
  ///
  /// ```
  /// taking ── too large ──► full
  /// taking, full ── a step fails, or nothing has come at the end ──► failed
  /// ```
  private enum Course {
    case taking, full
    case failed(CaptureError)
  }

  var waiting: [VideoFrame] = []
  private var course = Course.taking
  /// Indicates whether no more samples are taken in.
  var isOver: Bool { if case .taking = course { false } else { true } }
  /// Bytes of the file, with those that wait to be written.
  private(set) var byteCount = 0
  private(set) var duration = MediaTime.zero

  private let plan: Plan
  private let pictures: PictureEncoder
  private var sound: RecordingSound?
  private var writer: FragmentedMovieWriter?
  private var stream: FileStream?
  private var start = MediaTime.invalid
  /// The picture whose length is not known before the next one is there.
  private var last: (sample: EncodedVideoSample, tick: Int64)?
  private var fragment: [FragmentedMovieWriter.Sample] = []
  private var fragmentBytes = 0
  private var fragmentTicks: Int64 = 0
  private var frameCount = 0

  // Larger fragments are written before their time: memory is bounded whatever the interval is.
  private static let largestFragment = 32 << 20

  init(_ plan: Plan) {
    self.plan = plan
    pictures = PictureEncoder(plan.pictures)
  }

  /// Encodes the next frame in line; returns its bytes, `nil` if there was none.
  func encodeNext() -> Int? {
    guard let frame = waiting.first else { return nil }
    waiting.removeFirst()
    if !isOver { attempt { try encode(frame, next: waiting.count > 1 ? waiting.first : nil) } }
    return frame.storage.count
  }

  /// Encodes sound; the first frame has been encoded by now.
  func encode(_ chunk: AudioChunk, clockRate: Double) {
    guard !isOver else { return }
    attempt { try sound?.encode(chunk, clockRate: clockRate) }
  }

  /// Ends the movie, whose last picture is shown no longer than `end`, and gives it its name.
  func finish(at end: MediaTime?, droppedFrames: Int) -> Result<RecordedMovie, CaptureError> {
    attempt { try close(at: end) }
    if frameCount == 0 {
      fail(CaptureError(.noFrames, context: plan.path, message: "the camera delivered no frame to record"))
    }
    if case .failed(let failure) = course {
      cancel()
      return .failure(failure)
    }
    pictures.end()
    return .success(
      RecordedMovie(
        path: plan.path, startTime: start, duration: duration, frameCount: frameCount,
        droppedFrameCount: droppedFrames, hasAudio: sound != nil, audioFiller: sound?.filler ?? .zero,
        byteCount: byteCount, audioEncoder: sound == nil ? nil : plan.configuration.usedAudioEncoder))
  }

  func cancel() {
    stream?.cancel()
    pictures.end()
  }

  private func encode(_ frame: VideoFrame, next: VideoFrame?) throws {
    guard let sample = try pictures.encode(frame, forceSync: false, next: next), let format = pictures.format else {
      return
    }
    if writer == nil { try begin(format, at: sample.time) }
    let exact = (sample.time - start).converted(toTimescale: FragmentedMovieWriter.pictureTimescale).value
    let tick = max(exact, last.map { $0.tick + 1 } ?? 0)
    settleLast(until: tick)
    let shortest = plan.fragmentInterval.converted(toTimescale: FragmentedMovieWriter.pictureTimescale).value
    let isWhole = sample.isSync && (fragmentTicks >= shortest || fragmentBytes >= Self.largestFragment)
    if isWhole || fragmentBytes >= 2 * Self.largestFragment { try write(sound?.take(upTo: soundFrames) ?? []) }
    guard plan.maximumSize.map({ size(with: sample) <= $0 }) ?? true else {
      course = .full
      return
    }
    last = (sample, tick)
    noteProgress(end: tick)
  }

  private func begin(_ format: EncodedVideoFormat, at time: MediaTime) throws {
    start = time
    if let audioFormat = plan.audioFormat {
      sound = try RecordingSound(
        format: audioFormat, configuration: plan.configuration, sound: plan.sound, from: time)
    }
    let pictures = PictureDescription(
      codec: format.codec, configuration: format.decoderConfiguration, width: format.width, height: format.height,
      orientation: plan.orientation)
    var movie = FragmentedMovie(pictures: pictures, creationDate: plan.wallClock.date(at: time))
    movie.sound = sound?.description
    movie.metadata = [
      (MovieKey.make, plan.configuration.make), (MovieKey.model, plan.model),
      (MovieKey.software, plan.configuration.software),
    ].filter { !$0.1.isEmpty }
    var writer = try FragmentedMovieWriter(movie)
    let beginning = try writer.beginning()
    self.writer = writer
    stream = FileStream(plan.path, in: plan.files)
    try stream?.write([beginning])
  }

  /// The last picture is shown until a tick: it is complete.
  private func settleLast(until tick: Int64) {
    guard let last else { return }
    fragment.append(
      .init(
        data: last.sample.bytes, durationTicks: UInt32(clamping: tick - last.tick), isSync: last.sample.isSync))
    fragmentBytes += last.sample.bytes.count
    fragmentTicks += tick - last.tick
    frameCount += 1
    self.last = nil
  }

  /// The bytes of the file, were it to end with a picture and the sound that goes with it: never less than they would
  /// be.
  private func size(with sample: EncodedVideoSample) -> Int {
    let samples = fragment.count + 2 + (sound.map { $0.waitingPackets + Self.packetsToCome } ?? 0)
    return (writer?.size ?? 0) + 2 * FragmentedMovieWriter.fragmentOverhead
      + samples * FragmentedMovieWriter.sampleOverhead + fragmentBytes + (last?.sample.bytes.count ?? 0)
      + sample.bytes.count + (sound?.waitingBytes ?? 0) + soundReserve
  }

  // A second of sound may still come for pictures that are there.
  private static let packetsToCome = 192_000 / EncodedAudioPacket.aacFrames

  /// Bytes of sound that may still come for pictures that are there.
  private var soundReserve: Int {
    guard let format = plan.audioFormat else { return 0 }
    switch plan.configuration.audioCoding {
    case .aac(let bitRate): return bitRate / 8
    case .linearPCM: return 2 * format.channelCount * format.sampleRate
    }
  }

  /// The length of the pictures that are complete, in ticks of the picture track's timescale.
  private var ticks: Int64 { Int64(writer?.pictureTicks ?? 0) + fragmentTicks }

  /// The sound that goes with them.
  private var soundFrames: Int {
    Int(ticks) * (plan.audioFormat?.sampleRate ?? 0) / Int(FragmentedMovieWriter.pictureTimescale)
  }

  private func write(_ soundSamples: [FragmentedMovieWriter.Sample]) throws {
    guard let pieces = try writer?.fragment(pictures: fragment, sound: soundSamples) else { return }
    fragment = []
    (fragmentBytes, fragmentTicks) = (0, 0)
    try stream?.write(pieces)
  }

  private func close(at end: MediaTime?) throws {
    if let last {
      let scale = FragmentedMovieWriter.pictureTimescale
      let interval = max(1, plan.pictures.mode.frameInterval.converted(toTimescale: scale).value)
      let latest = end.map { ($0 - start).converted(toTimescale: scale).value } ?? .max
      settleLast(until: max(last.tick + 1, min(last.tick + interval, latest)))
    }
    guard frameCount > 0 else { return }
    try write(sound?.finish(at: soundFrames) ?? [])
    noteProgress(end: ticks)
    try stream?.finish()
  }

  private func noteProgress(end: Int64) {
    duration = MediaTime(value: end, timescale: FragmentedMovieWriter.pictureTimescale)
    byteCount = (writer?.size ?? 0) + fragmentBytes + (last?.sample.bytes.count ?? 0)
  }

  /// Does a step, unless one has failed before.
  private func attempt(_ step: () throws -> Void) {
    if case .failed = course { return }
    do { try step() } catch { fail(CaptureError(movie: plan.path, error)) }
  }

  /// The first failure counts.
  private func fail(_ error: CaptureError) {
    if case .failed = course { return }
    course = .failed(error)
  }
}

import ByteCoding
import CaptureDevices
import ISOBoxes
import MediaCore

/// `footage.mov`: a QuickTime movie around the very bytes that the devices delivered.
///
/// The file begins with `ftyp`, `wide` and `mdat`, whose size is 0, "to the end of the file", as long as it grows.
struct FixtureMovie {
  static let payloadStart = 36
  /// The kind of sample for pixels that no movie knows: the manifest alone tells how they lie.
  static let privateCode: FourCC = "lcam"
  /// Units in a second of the movie and of its pictures.
  private static let timescale: Int64 = 1_000_000

  let video: (mode: VideoMode, frames: [FixtureFrame], offsets: [UInt64])?
  let audio: (format: AudioFormat, chunks: [FixtureChunk], offsets: [UInt64])?
  /// The numbers of the chunks of each stream of the sound: between two streams the microphone was unplugged.
  let soundStreams: [Range<Int>]

  static var beginning: [UInt8] {
    // The boxes are constants that fit their fields.
    let boxes = (try? FileTypeBox.quickTime.encoded() + FreeSpaceBox(type: "wide").encoded()) ?? []
    var writer = ByteWriter()
    writer.bytes(boxes)
    writer.u32(0)
    writer.u32(FourCC("mdat").rawValue)
    return writer.contents
  }

  /// Returns the bytes that replace the header of the payloads once their size is known, and their offset.
  static func header(payloadBytes: Int) -> (bytes: [UInt8], offset: Int) {
    let header = BoxHeader(type: "mdat", payloadSize: UInt64(payloadBytes))
    // 64 bits of size take the place of `wide`.
    return (header.bytes, payloadStart - header.headerSize)
  }

  static func code(of format: VideoFormat) -> FourCC {
    if format.pixelFormat.isCompressed { return "jpeg" }
    let packed = VideoFormat(pixelFormat: format.pixelFormat, width: format.width, height: format.height)
    guard format.planes == packed.planes else { return privateCode }
    switch format.pixelFormat {
    case .yuyv: return "yuvs"
    case .uyvy: return "2vuy"
    case .rgb24: return "raw "
    // QuickTime has no codes for these; players know them by the codes they have in AVI.
    case .nv12: return "NV12"
    case .yu12: return "I420"
    case .grey: return "GREY"
    default: return privateCode
    }
  }

  /// The movie's description: `moov`.
  func description() throws(FixtureError) -> [UInt8] {
    let begin = min(videoStart ?? .max, audioStart ?? .max)
    var tracks: [(box: ContainerBox, length: UInt64)] = []
    if let video, let start = videoStart { tracks.append(track(video, delay: start - begin)) }
    if let audio, let start = audioStart { tracks.append(track(audio, delay: start - begin)) }
    let longest = tracks.map(\.length).max() ?? 0
    var header = MovieHeaderBox(timescale: UInt32(Self.timescale), duration: longest, nextTrackID: 3)
    header.header.version = Self.version(longest)
    do {
      return try ContainerBox("moov", [header] + tracks.map(\.box)).encoded()
    } catch {
      throw FixtureError(
        .unsupported, context: FixtureBundle.footage,
        message: "The fixture is too long for a movie's description. Record less at a time.", underlying: error)
    }
  }

  /// The instant at which the first frame was taken, in the movie's units; `nil` without one.
  private var videoStart: Int64? { video?.frames.first.map { $0.timeNanoseconds / 1000 } }

  /// The instant at which the sound began; `nil` without any.
  private var audioStart: Int64? { audio.flatMap { start(of: $0.chunks[...], $0.format) } }

  /// Returns the instant at which the first of some chunks began, by the first reading there is; `nil` without a chunk.
  private func start(of chunks: ArraySlice<FixtureChunk>, _ format: AudioFormat) -> Int64? {
    guard let first = chunks.first else { return nil }
    let reading = chunks.lazy.compactMap(\.clock).first
    let rate = Double(format.sampleRate)
    guard let reading else { return first.arrivalNanoseconds / 1000 - Int64(Double(first.frameCount) / rate * 1e6) }
    let frames = Double(reading.position - first.position)
    return reading.time.nanoseconds / 1000 - (Int64(exactly: (frames / rate * 1e6).rounded()) ?? 0)
  }

  private static func version(_ duration: UInt64) -> UInt8 { duration > UInt64(UInt32.max) ? 1 : 0 }

  private func track(
    _ video: (mode: VideoMode, frames: [FixtureFrame], offsets: [UInt64]), delay: Int64
  ) -> (box: ContainerBox, length: UInt64) {
    let ticks = video.frames.map { $0.timeNanoseconds / 1000 }
    let nominal = video.mode.frameInterval
    let last = nominal.isNumeric ? max(1, nominal.nanoseconds / 1000) : 40_000
    let durations = (zip(ticks, ticks.dropFirst()).map { $1 - $0 } + [last]).map { UInt32(clamping: $0) }
    let length = durations.reduce(0) { $0 + UInt64($1) }
    var header = TrackHeaderBox(trackID: 1, duration: length)
    header.width = Fixed16(video.mode.format.width)
    header.height = Fixed16(video.mode.format.height)
    let tables: [any Box] = [
      ListBox("stsd", [Self.entry(video.mode.format)]), TimeToSampleBox(durations: durations),
      SampleToChunkBox(chunkSizes: video.frames.map { _ in 1 }),
      SampleSizeBox(sizes: video.frames.map { UInt32(clamping: $0.byteCount) }), ChunkOffsetBox(offsets: video.offsets),
    ]
    let media = MediaHeaderBox(timescale: UInt32(Self.timescale), duration: length)
    let handler = HandlerBox(componentType: "mhlr", subtype: "vide", name: "livecam camera")
    return Self.track(header, media, [handler, PresentationBox("vmhd")], tables, delay: delay)
  }

  private func track(
    _ audio: (format: AudioFormat, chunks: [FixtureChunk], offsets: [UInt64]), delay: Int64
  ) -> (box: ContainerBox, length: UInt64) {
    let frames = audio.chunks.reduce(0) { $0 + $1.frameCount }
    let times = durations(audio.chunks, audio.format)
    let duration = times.reduce(UInt64(0)) { $0 + UInt64($1.count) * UInt64($1.value) }
    let length = UInt64(Double(duration) / Double(audio.format.sampleRate) * Double(Self.timescale))
    var header = TrackHeaderBox(trackID: 2, duration: length)
    header.volume = 0x0100
    let tables: [any Box] = [
      ListBox("stsd", [Self.entry(audio.format)]),
      TimeToSampleBox(entries: times),
      SampleToChunkBox(chunkSizes: audio.chunks.map(\.frameCount)),
      SampleSizeBox(constantSize: UInt32(audio.format.frameBytes), sampleCount: UInt32(clamping: frames)),
      ChunkOffsetBox(offsets: audio.offsets),
    ]
    let media = MediaHeaderBox(timescale: UInt32(audio.format.sampleRate), duration: duration)
    let handler = HandlerBox(componentType: "mhlr", subtype: "soun", name: "livecam microphone")
    return Self.track(header, media, [handler, PresentationBox("smhd")], tables, delay: delay)
  }

  /// Returns the duration of each frame of the sound: one unit, but for the last one of a stream, which lasts until the
  /// next stream begins. Programs read that as it is meant; several edits of one sound they do not.
  private func durations(_ chunks: [FixtureChunk], _ format: AudioFormat) -> [SampleRun<UInt32>] {
    let rate = Int64(format.sampleRate)
    let begin = audioStart ?? 0
    var entries: [SampleRun<UInt32>] = []
    var (position, alike): (Int64, Int64) = (0, 0)
    for range in soundStreams where !range.isEmpty {
      let count = chunks[range].reduce(Int64(0)) { $0 + Int64($1.frameCount) }
      let offset = min(max(0, (start(of: chunks[range], format) ?? begin) - begin), 1 << 40)
      let gap = min(offset * rate / Self.timescale - position, Int64(UInt32.max) - 1)
      if position > 0, gap > 0 {
        if alike > 1 { entries.append(.init(count: UInt32(clamping: alike - 1), value: 1)) }
        entries.append(.init(count: 1, value: UInt32(clamping: gap + 1)))
        (position, alike) = (position + gap, 0)
      }
      position += count
      alike += count
    }
    if alike > 0 { entries.append(.init(count: UInt32(clamping: alike), value: 1)) }
    return entries
  }

  /// A track that is shown from its delay on, for as long as its header says; `kind` is its handler and media header.
  private static func track(
    _ header: TrackHeaderBox, _ media: MediaHeaderBox, _ kind: [any Box], _ tables: [any Box], delay: Int64
  ) -> (box: ContainerBox, length: UInt64) {
    let (delay, length) = (UInt64(clamping: delay), header.duration)
    var (header, media) = (header, media)
    header.duration = delay + length
    header.header.version = version(header.duration)
    media.header.version = version(media.duration)
    var edits = EditListBox(entries: [.init(segmentDuration: length, mediaTime: 0)])
    if delay > 0 { edits.entries.insert(.init(segmentDuration: delay, mediaTime: -1), at: 0) }
    edits.header.version = version(max(delay, length))
    let data: [any Box] = [
      HandlerBox(componentType: "dhlr", subtype: "alis", name: "livecam data"),
      ContainerBox("dinf", [ListBox("dref", [DataReferenceBox()])]), ContainerBox("stbl", tables),
    ]
    let information = ContainerBox("minf", [kind[1]] + data)
    return (
      ContainerBox(
        "trak", [header, ContainerBox("edts", [edits]), ContainerBox("mdia", [media, kind[0], information])]),
      header.duration
    )
  }

  private static func entry(_ format: VideoFormat) -> VisualSampleEntry {
    let code = code(of: format)
    let hasColor = code != "jpeg" && format.pixelFormat != .rgb24 && format.pixelFormat != .grey
    // BT.601, which all of livecam's pixels follow.
    let color = ColorParameterBox(primaries: 6, transfer: 1, matrix: 6)
    return VisualSampleEntry(
      code, width: UInt16(clamping: format.width), height: UInt16(clamping: format.height),
      compressorName: format.pixelFormat.description, extensions: hasColor ? [color] : [])
  }

  /// `sowt` for 16 bits, QuickTime's `lpcm` for what that cannot describe.
  private static func entry(_ format: AudioFormat) -> SoundSampleEntry {
    if format.sampleFormat == .s16, format.sampleRate < 65_536 {
      var entry = SoundSampleEntry(
        compressed: "sowt", channelCount: UInt16(clamping: format.channelCount), rate: format.sampleRate,
        packing: .init(samplesPerPacket: 0), extensions: [])
      entry.version = 0
      entry.compressionID = 0
      return entry
    }
    var linear = SoundSampleEntry.LinearFormat(
      sampleRate: Double(format.sampleRate), channelCount: UInt32(format.channelCount))
    linear.bitsPerSample = UInt32(8 * format.sampleFormat.bytes)
    linear.formatFlags = format.sampleFormat == .float ? 0x09 : 0x0c
    linear.bytesPerPacket = UInt32(format.frameBytes)
    return SoundSampleEntry(linear: linear)
  }
}

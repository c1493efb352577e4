public import ByteCoding
import CFFmpeg
public import MediaCore

/// Writes packets as a plain MP4 file for sharing: the index comes first, so that it plays while it loads.
///
/// The file is made in memory. The same packets give the same bytes. One writer serves one thread at a time.
public final class MP4Writer {
  /// A track of the file.
  public struct Track: Sendable {
    /// `.h264`, `.hevc` or `.aac`.
    public var codec: ForeignCodec
    /// The payload of `avcC` or `hvcC`, or the AudioSpecificConfig.
    public var configuration: [UInt8]
    /// Units per second of the track's times.
    public var timescale: Int32
    /// Pixels in a row, and rows, as stored; for video.
    public var size: (width: Int, height: Int)
    /// The clockwise turn that shows the pictures upright: 0, 90, 180 or 270 degrees.
    public var clockwiseDegrees: Int
    /// What the numbers of a pixel mean; `nil` leaves it to the packets to say.
    public var color: ForeignColor?
    /// Frames in a second, and samples in a frame; for sound.
    public var sound: (sampleRate: Int, channelCount: Int)

    /// A track of pictures.
    public static func video(
      _ codec: ForeignCodec, configuration: [UInt8], width: Int, height: Int, timescale: Int32,
      clockwiseDegrees: Int = 0, color: ForeignColor? = nil
    ) -> Track {
      Track(
        codec: codec, configuration: configuration, timescale: timescale, size: (width, height),
        clockwiseDegrees: clockwiseDegrees, color: color, sound: (0, 0))
    }

    /// A track of AAC sound, whose times are in frames.
    public static func audio(configuration: [UInt8], sampleRate: Int, channelCount: Int) -> Track {
      Track(
        codec: .aac, configuration: configuration, timescale: Int32(clamping: sampleRate), size: (0, 0),
        clockwiseDegrees: 0, color: nil, sound: (sampleRate, channelCount))
    }

    var isVideo: Bool { codec != .aac }
  }

  /// One packet of a track, its times in the track's timescale.
  public struct Sample {
    /// When it is decoded; grows within a track.
    public var decodingTicks: Int64
    /// When it is shown or heard. What lies before 0 is cut off by an edit list, as the priming of AAC is.
    public var presentationTicks: Int64
    /// How long it lasts.
    public var durationTicks: Int64
    /// Whether decoding can begin here.
    public var isKey: Bool

    /// A packet's times; by default it is shown when it is decoded.
    public init(decodingTicks: Int64, presentationTicks: Int64? = nil, durationTicks: Int64, isKey: Bool) {
      (self.decodingTicks, self.durationTicks, self.isKey) = (decodingTicks, durationTicks, isKey)
      self.presentationTicks = presentationTicks ?? decodingTicks
    }
  }

  private static let name = "MP4"
  private let ffmpeg: FFmpeg
  private let muxer: Muxer
  private let tracks: [Track]
  private let packet: Packet

  /// A file with these tracks and what is to be said of it, by FFmpeg's keys, such as `creation_time`.
  /// - Throws: `CodingError` with `.invalidSetting` for tracks that cannot be, `.missingLibrary`, `.codecFailed`.
  public init(tracks: [Track], metadata: [String: String] = [:], maximumBytes: Int = 1 << 30) throws(CodingError) {
    guard !tracks.isEmpty, tracks.allSatisfy({ $0.timescale > 0 && !$0.configuration.isEmpty }) else {
      throw CodingError(
        .invalidSetting, context: Self.name, message: "Every track needs a timescale and a configuration.")
    }
    self.tracks = tracks
    ffmpeg = try FFmpeg.libraries()
    muxer = try Muxer(ffmpeg, format: "mp4", name: Self.name, limit: maximumBytes)
    guard let packet = ffmpeg.codec.allocatePacket() else { throw .noMemory(Self.name) }
    self.packet = packet
    for track in tracks { try Self.add(track, to: muxer) }
    try muxer.start([("movflags", "+faststart")], metadata: metadata)
  }

  deinit {
    var packet: Packet? = packet
    ffmpeg.codec.freePacket(&packet)
  }

  /// Adds a packet to the track of that index; tracks should come mixed, about in the order of time.
  /// - Throws: `CodingError` with `.invalidSetting` when times go back or the file becomes too large, `.codecFailed`;
  ///   `CancellationError`.
  public func append(_ bytes: UnsafeRawBufferPointer, to track: Int, _ sample: Sample) throws {
    try Task.checkCancellation()
    guard tracks.indices.contains(track), let count = Int32(exactly: bytes.count),
      ffmpeg.codec.newPacketData(packet, count) >= 0
    else {
      throw CodingError(.invalidSetting, context: Self.name, message: "There is no track \(track) for this packet.")
    }
    UnsafeMutableRawBufferPointer(start: packet.pointee.data, count: bytes.count).copyMemory(from: bytes)
    packet.pointee.stream_index = Int32(track)
    packet.pointee.dts = sample.decodingTicks
    packet.pointee.pts = sample.presentationTicks
    packet.pointee.duration = sample.durationTicks
    packet.pointee.flags = sample.isKey ? AV_PKT_FLAG_KEY : 0
    guard let stream = muxer.context.pointee.streams[track] else { return }
    ffmpeg.codec.rescalePacket(packet, AVRational(num: 1, den: tracks[track].timescale), stream.pointee.time_base)
    defer { ffmpeg.codec.unreferencePacket(packet) }
    try muxer.write(packet)
  }

  /// The finished file.
  /// - Throws: As ``append(_:to:_:)``.
  public func finish() throws -> ByteRope { ByteRope(try muxer.finish()) }

  private static func add(_ track: Track, to muxer: Muxer) throws(CodingError) {
    let ffmpeg = muxer.ffmpeg
    let stream = try muxer.addStream()
    guard let parameters = stream.pointee.codecpar else { throw .noMemory(name) }
    stream.pointee.time_base = AVRational(num: 1, den: track.timescale)
    parameters.pointee.codec_type = track.isVideo ? AVMEDIA_TYPE_VIDEO : AVMEDIA_TYPE_AUDIO
    switch track.codec {
    case .h264: parameters.pointee.codec_id = AV_CODEC_ID_H264
    case .hevc:
      parameters.pointee.codec_id = AV_CODEC_ID_HEVC
      // Apple's players take no other.
      parameters.pointee.codec_tag = "hvc1".utf8.reversed().reduce(0) { $0 << 8 | UInt32($1) }
    case .aac: parameters.pointee.codec_id = AV_CODEC_ID_AAC
    default:
      throw CodingError(
        .invalidSetting, context: name, message: "\(track.codec) does not belong in this file. Convert it.")
    }
    parameters.pointee.width = Int32(clamping: track.size.width)
    parameters.pointee.height = Int32(clamping: track.size.height)
    parameters.pointee.sample_rate = Int32(clamping: track.sound.sampleRate)
    ffmpeg.util.setDefaultLayout(&parameters.pointee.ch_layout, Int32(clamping: track.sound.channelCount))
    if !track.isVideo { parameters.pointee.frame_size = 1024 }
    if let color = track.color {
      parameters.pointee.color_primaries = AVColorPrimaries(UInt32(color.primaries))
      parameters.pointee.color_trc = AVColorTransferCharacteristic(UInt32(color.transfer))
      parameters.pointee.color_space = AVColorSpace(UInt32(color.matrix))
      parameters.pointee.color_range = color.range == .full ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG
    }
    try setConfiguration(track.configuration, of: parameters, ffmpeg)
    if track.clockwiseDegrees != 0 { setTurn(track.clockwiseDegrees, of: stream, ffmpeg) }
  }

  private static func setConfiguration(
    _ bytes: [UInt8], of parameters: UnsafeMutablePointer<AVCodecParameters>, _ ffmpeg: FFmpeg
  ) throws(CodingError) {
    // Decoders read beyond the end, where there must be zeros.
    let room = bytes.count + Int(AV_INPUT_BUFFER_PADDING_SIZE)
    guard let memory = ffmpeg.util.allocate(room) else { throw .noMemory(name) }
    let target = UnsafeMutableRawBufferPointer(start: memory, count: room)
    target.initializeMemory(as: UInt8.self, repeating: 0)
    target.copyBytes(from: bytes)
    parameters.pointee.extradata = memory.assumingMemoryBound(to: UInt8.self)
    parameters.pointee.extradata_size = Int32(clamping: bytes.count)
  }

  private static func setTurn(_ degrees: Int, of stream: UnsafeMutablePointer<AVStream>, _ ffmpeg: FFmpeg) {
    let (cosine, sine): (Int32, Int32) =
      switch degrees {
      case 90: (0, 1)
      case 180: (-1, 0)
      case 270: (0, -1)
      default: (1, 0)
      }
    let matrix: [Int32] = [cosine << 16, sine << 16, 0, -sine << 16, cosine << 16, 0, 0, 0, 1 << 30]
    guard let data = ffmpeg.format.newSideData(stream, AV_PKT_DATA_DISPLAYMATRIX, 36) else { return }
    matrix.withUnsafeBytes { UnsafeMutableRawPointer(data).copyMemory(from: $0.baseAddress!, byteCount: 36) }  // 9 × 4
  }
}

import CFFmpeg
import MediaCore
import VideoCoding

struct StreamSurvey {
  let demuxer: Demuxer
  private var ffmpeg: FFmpeg { demuxer.ffmpeg }

  /// All streams. Reads the first packets of the movie when a stream says nowhere else how it is coded.
  func streams() throws -> [ForeignStream] {
    let headers = try soundHeaders()
    return (0..<demuxer.streamCount).map { describe($0, header: headers[$0]) }
  }

  private func describe(_ index: Int, header: ADTSHeader?) -> ForeignStream {
    let stream = demuxer.stream(index)
    let parameters = stream.pointee.codecpar.pointee
    let kind: ForeignStream.Kind =
      switch parameters.codec_type {
      case AVMEDIA_TYPE_VIDEO: .video
      case AVMEDIA_TYPE_AUDIO: .audio
      default: .other
      }
    let base = Self.ratio(stream.pointee.time_base) ?? MediaTime(value: 1, timescale: 1_000_000)
    let codec = ForeignCodec(ffmpeg.calls.avcodec_get_name(parameters.codec_id).map { String(cString: $0) } ?? "")
    let (configuration, packaging) = self.configuration(codec, parameters, header: header)
    let covers = AV_DISPOSITION_ATTACHED_PIC | AV_DISPOSITION_TIMED_THUMBNAILS | AV_DISPOSITION_STILL_IMAGE
    return ForeignStream(
      index: index, kind: kind, codec: codec, timeBase: base,
      configuration: configuration,
      startTime: stream.pointee.start_time == .min ? nil : MediaTime(ticks: stream.pointee.start_time, base: base),
      packetCount: stream.pointee.nb_frames > 0 ? Int(stream.pointee.nb_frames) : nil,
      isDefault: stream.pointee.disposition & AV_DISPOSITION_DEFAULT != 0,
      isAttachedPicture: stream.pointee.disposition & covers != 0,
      isDecodable: ffmpeg.calls.avcodec_find_decoder(parameters.codec_id) != nil,
      video: kind == .video ? video(stream) : nil, audio: kind == .audio ? Self.audio(parameters) : nil,
      packaging: packaging)
  }

  private func configuration(
    _ codec: ForeignCodec, _ parameters: AVCodecParameters, header: ADTSHeader?
  ) -> ([UInt8], Packaging) {
    let extra =
      parameters.extradata.map { Array(UnsafeBufferPointer(start: $0, count: Int(max(parameters.extradata_size, 0)))) }
      ?? []
    switch codec {
    // The records of movie files begin with their version, 1; start codes begin with zeros.
    case .h264 where extra.first != 1:
      let sets = NALUnits.parameterSets(in: extra, .h264)
      return (ConfigurationRecord.avc(sequences: sets[0], pictures: sets[1]) ?? [], .startCodes)
    // Early writers left the version 0.
    case .hevc where extra.count < 23 || extra[0] == 0 && extra[1] == 0 && extra[2] <= 1:
      let (sets, format) = (NALUnits.parameterSets(in: extra, .hevc), pixelFormat(parameters.format))
      return (
        ConfigurationRecord.hevc(sets, bitDepth: format.bitDepth, chroma: format.chroma) ?? [], .startCodes
      )
    case .aac where extra.isEmpty:
      return (header?.configuration ?? [], .adts)
    default:
      return (extra, .movie)
    }
  }

  /// The headers of the first packets of AAC streams that have no configuration of their own.
  private func soundHeaders() throws -> [Int: ADTSHeader] {
    var wanted = Set(
      (0..<demuxer.streamCount).filter {
        let parameters = demuxer.stream($0).pointee.codecpar.pointee
        return parameters.codec_id == AV_CODEC_ID_AAC && parameters.extradata_size == 0
      })
    var headers: [Int: ADTSHeader] = [:]
    // A stream that has nothing among so many packets is of no use.
    for _ in 0..<2000 where !wanted.isEmpty {
      guard let packet = try demuxer.next() else { break }
      guard let index = wanted.remove(Int(packet.pointee.stream_index)) else { continue }
      headers[index] = ADTSHeader(packet.bytes)
    }
    return headers
  }

  private func video(_ stream: UnsafeMutablePointer<AVStream>) -> ForeignVideo {
    let parameters = stream.pointee.codecpar.pointee
    let format = pixelFormat(parameters.format)
    let turn = self.turn(stream)
    let rate = ffmpeg.calls.av_guess_frame_rate(demuxer.context, stream, nil)
    return ForeignVideo(
      width: Int(parameters.width), height: Int(parameters.height),
      pixelAspect: Self.ratio(parameters.sample_aspect_ratio) ?? MediaTime(value: 1, timescale: 1),
      clockwiseDegrees: turn.degrees, isMirrored: turn.isMirrored, frameRate: Self.ratio(rate),
      color: ForeignColor(
        primaries: UInt16(clamping: parameters.color_primaries.rawValue),
        transfer: UInt16(clamping: parameters.color_trc.rawValue),
        matrix: UInt16(clamping: parameters.color_space.rawValue),
        range: ColorRange(parameters.color_range, isJPEG: format.name.hasPrefix("yuvj"))),
      pixelFormat: format.name)
  }

  private static func audio(_ parameters: AVCodecParameters) -> ForeignAudio {
    ForeignAudio(
      sampleRate: Int(max(parameters.sample_rate, 0)), channelCount: Int(max(parameters.ch_layout.nb_channels, 0)),
      packetFrames: parameters.frame_size > 0 ? Int(parameters.frame_size) : nil,
      primingFrames: Int(max(parameters.initial_padding, 0)))
  }

  private func pixelFormat(_ number: Int32) -> (name: String, bitDepth: Int, chroma: UInt8) {
    guard let descriptor = ffmpeg.calls.av_pix_fmt_desc_get(AVPixelFormat(number))?.pointee, let name = descriptor.name
    else {
      return ("", 8, 1)
    }
    // 4:0:0, 4:2:0, 4:2:2 and 4:4:4 have the codes 0 to 3 in the configuration of HEVC.
    let chroma: UInt8 =
      switch (descriptor.nb_components, descriptor.log2_chroma_w, descriptor.log2_chroma_h) {
      case (1, _, _): 0
      case (_, 1, 1): 1
      case (_, 1, 0): 2
      default: 3
      }
    return (String(cString: name), Int(descriptor.comp.0.depth), chroma)
  }

  /// The turn in a display matrix: nine numbers, of which the first two columns hold it.
  private func turn(_ stream: UnsafeMutablePointer<AVStream>) -> (degrees: Int, isMirrored: Bool) {
    var size = 0
    guard let data = ffmpeg.calls.av_stream_get_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, &size),
      size >= 9 * MemoryLayout<Int32>.size
    else { return (0, false) }
    let matrix = (0..<5).map {
      Int64(UnsafeRawPointer(data).loadUnaligned(fromByteOffset: $0 * 4, as: Int32.self))
    }
    var (x, y) = (matrix[0], matrix[1])
    let isMirrored = x * matrix[4] - y * matrix[3] < 0
    if isMirrored { (x, y) = (-x, -y) }
    // The direction in which the first row points on the screen, whose second axis points down.
    if abs(x) >= abs(y) { return (x >= 0 ? 0 : 180, isMirrored) }
    return (y > 0 ? 90 : 270, isMirrored)
  }

  private static func ratio(_ ratio: AVRational) -> MediaTime? {
    ratio.num > 0 && ratio.den > 0 ? MediaTime(value: Int64(ratio.num), timescale: ratio.den) : nil
  }
}

extension ColorRange {
  init?(_ range: AVColorRange, isJPEG: Bool) {
    switch range {
    case AVCOL_RANGE_JPEG: self = .full
    case AVCOL_RANGE_MPEG: self = .video
    default:
      guard isJPEG else { return nil }
      self = .full
    }
  }
}

extension UnsafeMutablePointer<AVPacket> {
  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: pointee.data, count: Int(max(pointee.size, 0))) }
}

import AudioCoding
import ByteCoding
import ForeignMedia
import ISOBoxes
import MediaCore
import MovieCoding
import VideoCoding

struct ConversionJob {
  let movie: ForeignMovie
  let codec: AssembleRequest.Codec
  let meter: ProgressMeter
  /// The progress that the whole of it ends at.
  let end: Double

  /// Pictures, when the first is shown on the old movie's timeline, and what was converted.
  typealias Pictures = (track: PacketTrack, origin: MediaTime, notes: [String])

  /// x264's and x265's rate factors: what is converted loses nothing that is seen.
  static let (h264Quality, hevcQuality) = (18.0, 20.0)

  // MARK: Pictures

  func pictures(of stream: ForeignStream) throws -> Pictures {
    let carried = try isCarried(stream) ? carriedPictures(of: stream) : nil
    guard carried != nil || codec != .copy else {
      throw LivePhotoError(
        .unsupported, context: movie.source.name,
        message: "\(Self.name(of: stream)) would have to be converted. Choose another --codec than copy.")
    }
    var pictures = try carried ?? encodedPictures(of: stream)
    // AVI has times of decoding alone: what FFmpeg makes of them is late by a picture or more, while players begin with
    // both picture and sound.
    if movie.formatName == "avi" { pictures.origin = stream.startTime ?? .zero }
    return pictures
  }

  private func isCarried(_ stream: ForeignStream) -> Bool {
    switch stream.codec {
    case .h264:
      codec != .hevc && !stream.configuration.isEmpty && !H264Profile(record: stream.configuration).isProfessional
    case .hevc: codec != .h264 && !stream.configuration.isEmpty
    default: false
    }
  }

  /// The pictures as they are; `nil` when the order in which they are shown cannot be told.
  private func carriedPictures(of stream: ForeignStream) throws -> Pictures? {
    var packets: [PacketTrack.Packet] = []
    var (number, kept, hasTimes) = (0, [Int](), true)
    var times = PacketTimes(unit: stream.timeBase)
    // What comes before the first key cannot be decoded, as when a movie begins in the middle of a stream.
    var hasBegun = false
    try movie.forEachPacket(of: [stream.index], progress: { try meter.report(0.5 * end * $0) }) { packet in
      defer { number += 1 }
      hasBegun = hasBegun || packet.isKey
      guard hasBegun, !packet.bytes.isEmpty else { return }
      times.append(packet)
      kept.append(number)
      hasTimes = hasTimes && packet.presentationTicks != nil
      packets.append(
        .init(data: Array(packet.bytes), decodeTime: 0, presentationTime: 0, duration: 0, isSync: packet.isKey))
    }
    guard !packets.isEmpty, let video = stream.video else {
      throw LivePhotoError(.malformed, context: movie.source.name, message: "There is no packet of pictures in it.")
    }
    if !hasTimes {
      let order = try movie.displayOrder(of: stream) { try meter.report((0.5 + 0.3 * $0) * end) }
      guard let places = Self.places(of: kept, in: order) else { return nil }
      times.setOrder(places)
    }
    let origin = times.apply(to: &packets)
    var description = PictureDescription(
      codec: stream.codec == .hevc ? .hevc : .h264, configuration: stream.configuration, width: video.width,
      height: video.height)
    description.stand(as: video)
    description.color = Self.color(video.color)
    let track = PacketTrack(media: .video(description), timescale: times.timescale, packets: packets)
    return (track, MediaTime(value: origin, timescale: times.timescale), [])
  }

  /// Each packet's place in the order of showing; `nil` unless all of them are shown.
  private static func places(of packets: [Int], in order: [Int]) -> [Int]? {
    let shown = order.filter(Set(packets).contains)
    let places = Dictionary(zip(shown, shown.indices)) { first, _ in first }
    let found = packets.compactMap { places[$0] }
    return found.count == packets.count && shown.count == packets.count ? found : nil
  }

  private static func color(_ color: ForeignColor) -> ColorParameterBox? {
    guard color.primaries != 2, color.transfer != 2, color.matrix != 2 else { return nil }
    return ColorParameterBox(primaries: color.primaries, transfer: color.transfer, matrix: color.matrix)
  }

  private func encodedPictures(of stream: ForeignStream) throws -> Pictures {
    let isDisplayP3 = stream.video?.color.isDisplayP3 == true
    let reader = try PictureReader(
      movie, stream: stream.index, options: .init(matrix: 6, primaries: isDisplayP3 ? 12 : 1))
    // Fine enough for every rate, and the nearest to what the file counts in.
    let timescale: Int32 =
      stream.timeBase.value == 1 && stream.timeBase.timescale >= 600 ? stream.timeBase.timescale : 60_000
    var packets: [PacketTrack.Packet] = []
    var encoder: (any MovieVideoEncoder)?
    var origin = MediaTime.zero
    while let decoded = try reader.next() {
      try meter.report(0.8 * end * reader.fraction)
      let picture = try decoded.picture.evened()
      if encoder == nil {
        encoder = try makeEncoder(for: picture, isDisplayP3, rate: stream.video?.frameRate)
        origin = decoded.time
      }
      guard let sample = try encoder?.encode(picture, time: decoded.time, forceSync: false) else { break }
      let time = (decoded.time - origin).converted(toTimescale: timescale).value
      // Two pictures of one instant: the second is the one that is seen.
      if let last = packets.last, last.decodeTime >= time { continue }
      packets.append(
        .init(
          data: sample.bytes, decodeTime: time, presentationTime: time,
          duration: max(1, decoded.duration.converted(toTimescale: timescale).value), isSync: sample.isSync))
    }
    guard let format = encoder?.format else {
      throw LivePhotoError(.malformed, context: movie.source.name, message: "Not one of its pictures can be decoded.")
    }
    var description = PictureDescription(
      codec: format.codec, configuration: format.decoderConfiguration, width: format.width, height: format.height,
      color: ColorParameterBox(primaries: isDisplayP3 ? 12 : 1, transfer: 1, matrix: 6))
    if let video = stream.video { description.stand(as: video) }
    let track = PacketTrack(media: .video(description), timescale: timescale, packets: packets)
    var notes = ["video: \(Self.name(of: stream)) is converted to \(format.codec == .hevc ? "HEVC" : "H.264")"]
    if reader.damagedCount > 0 { notes.append("video: \(reader.damagedCount) damaged pictures are left out") }
    if stream.video?.color.isHighDynamicRange == true {
      notes.append("video: its high dynamic range is mapped to what a plain screen shows")
    }
    return (track, origin, notes)
  }

  private func makeEncoder(
    for picture: I420Picture, _ isDisplayP3: Bool, rate: MediaTime?
  ) throws -> any MovieVideoEncoder {
    var interval = MediaTime(value: 1, timescale: 30)
    if let rate, rate > .zero, rate.seconds < 1000 {
      interval = MediaTime(seconds: 1 / rate.seconds, preferredTimescale: 60_000)
    }
    var settings = MovieEncoderSettings(
      width: picture.width, height: picture.height, frameInterval: interval, range: picture.range,
      quality: codec == .hevc ? Self.hevcQuality : Self.h264Quality)
    settings.isDisplayP3 = isDisplayP3
    return codec == .hevc ? try H265Encoder(settings: settings) : try H264Encoder(settings: settings)
  }

  // MARK: Sound

  /// The sound, moved so that the pictures begin at 0; `nil` if there is none.
  func sound(origin: MediaTime) throws -> (PacketTrack?, [String]) {
    guard let stream = movie.mainAudio, let audio = stream.audio else { return (nil, []) }
    switch stream.codec {
    case .aac where !stream.configuration.isEmpty:
      if let track = try carriedAAC(of: stream, audio, origin: origin) { return (track, []) }
    case .other("pcm_s16le"), .other("pcm_s16be"):
      let isBigEndian = stream.codec == .other("pcm_s16be")
      if let track = try carriedPCM(of: stream, audio, isBigEndian: isBigEndian, origin: origin) { return (track, []) }
    default: break
    }
    let track = try SoundConversion.aac(of: movie, origin: origin) {
      try meter.report(end * (0.8 + 0.2 * $0))
    }
    return (track, track == nil ? [] : ["sound: \(Self.name(stream.codec)) is converted to AAC"])
  }

  private func carriedAAC(of stream: ForeignStream, _ audio: ForeignAudio, origin: MediaTime) throws -> PacketTrack? {
    guard let length = audio.packetFrames.map(Int64.init), length > 0 else { return nil }
    let media = PacketTrack.Media.aac(audioSpecificConfig: stream.configuration, channelCount: audio.channelCount)
    // Containers round the packets' times to coarser units.
    let carried = try carriedSound(of: stream, audio, as: media, origin: origin, slack: length) { packet in
      (Array(packet.bytes), length)
    }
    guard var track = carried?.track, let start = track.packets.first?.presentationTime else { return nil }
    if let heard = carried?.heard {
      let priming = max(0, Int64(audio.primingFrames))
      track.shown = max(heard.lowerBound, start + priming)..<max(heard.upperBound, start + priming + 1)
    }
    return track
  }

  private func carriedPCM(
    of stream: ForeignStream, _ audio: ForeignAudio, isBigEndian: Bool, origin: MediaTime
  ) throws -> PacketTrack? {
    let frameBytes = 2 * audio.channelCount
    guard frameBytes > 0 else { return nil }
    return try carriedSound(
      of: stream, audio, as: .lpcm16(channelCount: audio.channelCount), origin: origin,
      slack: Int64(audio.sampleRate / 20)
    ) { packet in
      let frames = packet.bytes.count / frameBytes
      var data = Array(packet.bytes.prefix(frames * frameBytes))
      if isBigEndian {
        for index in stride(from: 0, to: data.count - 1, by: 2) { data.swapAt(index, index + 1) }
      }
      return (data, Int64(frames))
    }?.track
  }

  /// Packets of sound one behind the other, and what of it is heard; `nil` when there are none, or they are more than
  /// `slack` frames apart. `contents` makes a packet's bytes and tells how many frames they are.
  private func carriedSound(
    of stream: ForeignStream, _ audio: ForeignAudio, as media: PacketTrack.Media, origin: MediaTime, slack: Int64,
    contents: (ForeignPacket) -> (data: [UInt8], frames: Int64)
  ) throws -> (track: PacketTrack, heard: Range<Int64>?)? {
    let rate = Int32(clamping: audio.sampleRate)
    guard rate > 0 else { return nil }
    var track = PacketTrack(media: media, timescale: rate, packets: [])
    var (next, heard, isBroken): (Int64?, Range<Int64>?, Bool) = (nil, nil, false)
    try movie.forEachPacket(of: [stream.index], progress: { try meter.report(end * (0.5 + 0.5 * $0)) }) { packet in
      guard !packet.bytes.isEmpty, let time = packet.presentationTime ?? packet.decodingTime else { return }
      let ticks = (time - origin).converted(toTimescale: rate).value
      let start = next ?? ticks
      if abs(ticks - start) > slack { isBroken = true }
      let (data, frames) = contents(packet)
      guard frames > 0 else { return }
      if !packet.isDiscarded { heard = (heard?.lowerBound ?? start)..<(start + frames) }
      track.packets.append(
        .init(data: data, decodeTime: start, presentationTime: start, duration: frames, isSync: true))
      next = start + frames
    }
    return track.packets.isEmpty || isBroken ? nil : (track, heard)
  }

  // MARK: The rest

  /// A line for each kind of stream that has no place in a Live Photo.
  func leftOut(besides video: ForeignStream) -> [String] {
    movie.streams.filter { $0.index != video.index && $0.index != movie.mainAudio?.index }.map {
      "stream \($0.index): \(Self.name($0.codec)) is left out"
    }
  }

  /// The codec, with the profile of H.264 that Apple's players do not decode.
  private static func name(of stream: ForeignStream) -> String {
    let profile = H264Profile(record: stream.codec == .h264 ? stream.configuration : [])
    return name(stream.codec) + (profile.isProfessional ? " \(profile.name)" : "")
  }

  static func name(_ codec: ForeignCodec) -> String {
    switch codec {
    case .h264: "H.264"
    case .hevc: "HEVC"
    case .aac: "AAC"
    case .other(let name) where name.contains(/^pcm_[sfu]\d+(le|be)?$/):
      "PCM of \(name.filter(\.isNumber)) bits"
    case .other(let name):
      [
        "vp9": "VP9", "vp8": "VP8", "av1": "AV1", "opus": "Opus", "vorbis": "Vorbis", "mp3": "MP3", "mjpeg": "MJPEG",
        "mpeg4": "MPEG-4", "prores": "ProRes", "flac": "FLAC", "ac3": "AC-3", "none": "what nobody knows",
      ][name] ?? name
    }
  }
}

extension PictureDescription {
  /// Takes over how pictures are turned, and how wide their pixels are.
  fileprivate mutating func stand(as video: ForeignVideo) {
    orientation = Orientation(clockwiseDegrees: video.clockwiseDegrees) ?? .up
    if video.pixelAspect.isNumeric, video.pixelAspect > .zero { pixelAspect = video.pixelAspect.seconds }
  }
}

import ByteCoding
import ForeignMedia
import ISOBoxes
import MediaCore
import MovieCoding
import VideoCoding

/// Compresses pictures of a movie anew where they stand, as far as that is needed: each is shown when it was, and sound
/// and everything else stay as they are. What the edit lists do not show leaves the file.
///
/// For a cut, whole groups of pictures are copied. Pictures between a cut and the nearest sync sample are compressed
/// anew, and with them all others, unless the encoder writes the very parameter sets that the stream has: a track of
/// two descriptions, or a description of two streams, is legal, and is shown wrongly by players that read just the
/// first.
struct PictureRecoder {
  private let movie: MovieFile
  private let source: any ByteSource
  private let video: ForeignVideo?
  private let checkpoint: (Double) throws -> Void

  /// The samples that were compressed anew, by places among those that are shown, and their description.
  private typealias NewPictures = (samples: [Int: (bytes: [UInt8], isSync: Bool)], description: PictureDescription?)

  /// A recoder of the movie in `source`. `checkpoint` hears the share of the work that is done, and throws to end it.
  /// - Throws: `CodingError` when the movie cannot be read.
  init(_ movie: MovieFile, source: any ByteSource, checkpoint: @escaping (Double) throws -> Void) throws {
    (self.movie, self.source, self.checkpoint) = (movie, source, checkpoint)
    video = try ForeignMovie(source: source).mainVideo?.video
  }

  /// Makes H.264 of all pictures. Returns what was done, a sentence each.
  func convertToH264(_ editor: inout MovieEditor) throws -> [String] {
    let all = try shownPictures(editor).replacingAll()
    let new = try newPictures(all, codec: .h264)
    try editor.leaveOutUnseen(all, new: new.samples, description: new.description)
    let old = entry.map { $0.type == "hvc1" || $0.type == "hev1" ? "HEVC" : $0.type.description } ?? "video"
    return ["video: \(old) is converted to H.264"]
      + (isHDR ? ["video: its high dynamic range is cut to what a plain screen shows"] : [])
  }

  private func shownPictures(_ editor: MovieEditor) throws -> PictureCut {
    guard let cut = try editor.pictureCut(), !cut.shown.isEmpty else {
      throw LivePhotoError(
        .unsupported, context: source.name, message: "It shows no picture there. Choose another part, or another movie."
      )
    }
    return cut
  }

  /// Leaves out what `editor` does not show. Returns what was done, a sentence each.
  func cut(_ editor: inout MovieEditor) throws -> [String] {
    let cut = try shownPictures(editor)
    if !cut.isWhole { try checkKind() }
    let isMixed = !cut.isWhole && !cut.copied.isEmpty && !(codec == .h264 && cut.joinsGroupStarts)
    let encoder = isMixed ? try matchingEncoder() : nil
    if cut.isWhole || encoder != nil {
      let new = try newPictures(cut, by: encoder)
      var attempt = editor
      try attempt.leaveOutUnseen(cut, new: new.samples, description: nil)
      // A sync sample may be none, whatever the table says.
      if try decodes(attempt.rope(), count: cut.shown.count) {
        editor = attempt
        return [Self.note(cut)]
      }
    }
    try checkKind()
    let all = cut.replacingAll()
    let new = try newPictures(all)
    try editor.leaveOutUnseen(all, new: new.samples, description: new.description)
    return [Self.note(all)]
  }

  private static func note(_ cut: PictureCut) -> String {
    let (count, new) = (cut.shown.count, cut.replaced.count)
    let what =
      switch new {
      case 0: "its \(count) pictures are as they were."
      case count:
        "its \(count) pictures are compressed anew, as those at the cut were built on others that are gone."
      default: "of its \(count) pictures \(new) at the cut are compressed anew."
      }
    return "The rest of the movie is gone from the file; " + what
  }

  /// Tells whether all pictures of a movie can be decoded, including those that its edit list does not show.
  private func decodes(_ rope: ByteRope, count: Int) throws -> Bool {
    let result = RopeBytes(rope, name: source.name)
    var editor = try MovieEditor(MovieReader().read(result), source: result)
    editor.removeEdits()
    editor.removeTracks { $0.id != movie.videoTrack?.id }
    let plain = try ForeignMovie(source: RopeBytes(editor.rope(), name: source.name))
    let reader = try PictureReader(plain, options: .init(size: (64, 64)))
    var decoded = 0
    while try reader.next() != nil { decoded += 1 }
    return decoded == count && reader.damagedCount == 0
  }

  // MARK: Compressing

  /// The pictures of a cut that do not stay, compressed by an encoder; by one that is made for them, if none is given.
  private func newPictures(
    _ cut: PictureCut, by given: (any MovieVideoEncoder)? = nil, codec: VideoCodec? = nil
  ) throws -> NewPictures {
    let places = cut.replaced
    guard !places.isEmpty else { return ([:], nil) }
    let shown = cut.shown
    let wanted = places.map { shown[$0] }
    let stored = storedSize
    let frames = try MovieFrames(
      movie, source: source, frames: wanted, times: wanted.map { TimeRange(start: $0.time, duration: $0.duration) },
      fit: { _ in stored })
    var encoder = given
    var samples: [Int: (bytes: [UInt8], isSync: Bool)] = [:]
    try frames.forEachPicture(in: wanted.indices) { index, picture in
      try checkpoint(Double(index) / Double(places.count))
      if encoder == nil { encoder = try makeEncoder(codec ?? self.codec, range: picture.range) }
      // Behind pictures that stay, decoding begins anew.
      let isEntry = index > 0 && places[index] > places[index - 1] + 1
      let sample = try encoder?.encode(picture, time: wanted[index].time, forceSync: isEntry)
      samples[places[index]] = sample.map { ($0.bytes, $0.isSync) }
    }
    guard let encoder, given == nil else { return (samples, nil) }
    var description = PictureDescription(
      codec: encoder.format.codec, configuration: encoder.format.decoderConfiguration, width: stored.width,
      height: stored.height)
    // Whatever the pictures were, they came converted.
    description.color = ColorParameterBox(primaries: isDisplayP3 ? 12 : 1, transfer: 1, matrix: 6)
    return (samples, description)
  }

  private var entry: VisualSampleEntry? { movie.videoTrack?.sampleEntry as? VisualSampleEntry }
  private var isDisplayP3: Bool { video?.color.isDisplayP3 == true }
  private var codec: VideoCodec { entry?.extensions.contains { $0.type == "hvcC" } == true ? .hevc : .h264 }
  private var isHDR: Bool { video?.color.isHighDynamicRange == true }
  private var storedSize: (width: Int, height: Int) { (Int(entry?.width ?? 2) & ~1, Int(entry?.height ?? 2) & ~1) }

  /// - Throws: `LivePhotoError` with `.unsupported` for pictures that would lose what they are by being compressed
  ///   here.
  private func checkKind() throws(LivePhotoError) {
    let isKnown = ["avc1", "avc3", "hvc1", "hev1"].contains(entry?.type.description ?? "")
    guard isKnown, let video, ["yuv420p", "yuvj420p"].contains(video.pixelFormat), !isHDR
    else {
      let kind = "\(entry?.type.description ?? "?"), \(video?.pixelFormat ?? "?")"
      throw LivePhotoError(
        .unsupported, context: source.name,
        message:
          "The part begins or ends within a group of pictures, which would have to be compressed anew, and those "
          + "of this kind (\(kind)) would lose by it. Begin and end where a group does, at \(groupStarts), or hide the "
          + "rest by --trim.")
    }
  }

  /// The beginnings of groups of pictures, as a text.
  private var groupStarts: String {
    // They were listed before; a list that fails is left out of a message about something else.
    let starts = ((try? movie.shownFrames()) ?? []).filter(\.isSync).map(\.time.text)
    return starts.prefix(8).joined(separator: ", ") + (starts.count > 8 ? " …" : "")
  }

  private func makeEncoder(
    _ codec: VideoCodec, range: ColorRange, quality: Double? = nil, preset: MovieEncoderSettings.Preset? = nil
  ) throws -> any MovieVideoEncoder {
    let rate = video?.frameRate.map { Int32(min(max($0.seconds, 1), 960).rounded()) } ?? 30
    var settings = MovieEncoderSettings(
      width: storedSize.width, height: storedSize.height, frameInterval: MediaTime(value: 1, timescale: rate),
      range: range, quality: quality ?? (codec == .hevc ? ConversionJob.hevcQuality : ConversionJob.h264Quality))
    if let preset { settings.preset = preset }
    settings.isDisplayP3 = isDisplayP3
    return codec == .hevc ? try H265Encoder(settings: settings) : try H264Encoder(settings: settings)
  }

  /// An encoder of the very parameter sets that the stream has; `nil` unless it was made by one.
  private func matchingEncoder() throws -> (any MovieVideoEncoder)? {
    let descriptions = movie.videoTrack?.sampleTable.first(ListBox.self, "stsd")?.children.count
    guard descriptions == 1, let range = video?.color.range,
      let own = entry?.extensions.first(CodecConfigurationBox.self)
    else { return nil }
    // The sets tell H.264's quality, too: that of a session unless it is told otherwise, and that of conversions.
    for quality in codec == .hevc ? [ConversionJob.hevcQuality] : [20, ConversionJob.h264Quality] {
      for preset in MovieEncoderSettings.Preset.allCases {
        let encoder = try makeEncoder(codec, range: range, quality: quality, preset: preset)
        if encoder.parameterSets.decoderConfiguration == own.record { return encoder }
      }
    }
    return nil
  }
}

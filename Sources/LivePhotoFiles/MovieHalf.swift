import ByteCoding
import ISOBoxes
import MediaCore
import MovieCoding

/// The movie of a pair that is being assembled: what is carried over, or what was converted.
struct MovieHalf {
  let file: MovieFile
  let source: any ByteSource
  /// The parts that were converted or left out, a sentence each.
  let notes: [String]

  /// Reads a movie, and converts it where a Live Photo's movie cannot have it as it is.
  init(_ source: any ByteSource, codec: AssembleRequest.Codec, meter: ProgressMeter, upTo end: Double) throws {
    if try FileKind(of: source) == .movie {
      let file = try LivePhotoFiles.movie(source)
      if Self.isCarried(file, codec), try Self.keepsCodec(file, source) {
        (self.file, self.source) = (file, source)
        notes = Self.otherPictures(in: file).map {
          "track \($0.id): \($0.sampleCount == 1 ? "a picture" : "pictures") besides the movie's; it stays, unseen"
        }
        return
      }
    }
    let conversion = try MovieConversion(source, codec: codec, meter: meter, upTo: end)
    self.source = RopeBytes(conversion.rope, name: source.name)
    file = try LivePhotoFiles.movie(self.source)
    notes = conversion.notes
  }

  /// Tells whether pictures and sound are of kinds that every player of Live Photos takes.
  private static func isCarried(_ file: MovieFile, _ codec: AssembleRequest.Codec) -> Bool {
    let wanted: [FourCC] = (codec == .hevc ? [] : ["avc1"]) + (codec == .h264 ? [] : ["hvc1", "hev1"])
    guard let video = file.videoTrack, let kind = video.codec, wanted.contains(kind),
      video.h264Profile?.isProfessional != true
    else { return false }
    return file.tracks.filter { $0.handler == "soun" && $0.isEnabled }.allSatisfy { isCarriedSound($0) }
  }

  private static func isCarriedSound(_ track: MovieTrack) -> Bool {
    let plain: [FourCC] = ["lpcm", "sowt", "twos", "in24", "in32", "fl32", "fl64", "raw ", "NONE"]
    guard let codec = track.codec else { return false }
    guard codec == "mp4a", let entry = track.sampleEntry as? SoundSampleEntry else { return plain.contains(codec) }
    // MP3 is `mp4a` as well, and has no configuration.
    return entry.audioSpecificConfig != nil
  }

  /// HEVC whose parameter sets lie among the samples cannot become `hvc1` without being taken apart.
  private static func keepsCodec(_ file: MovieFile, _ source: any ByteSource) throws -> Bool {
    guard file.videoTrack?.codec == "hev1" else { return true }
    return try LivePhotoError.naming(source.name, "The movie cannot be rewritten.") { () throws(MovieError) in
      var editor = try MovieEditor(file, source: source)
      editor.setContainer(.quickTime)
      return try MovieReader().read(RopeBytes(editor.rope(), name: source.name)).videoTrack?.codec == "hvc1"
    }
  }

  private static func otherPictures(in file: MovieFile) -> [MovieTrack] {
    file.pictureTracks.filter { $0.id != file.videoTrack?.id }
  }

  /// The movie as half of a Live Photo; the very bytes that were given when they are that already.
  ///
  /// `date` is for a movie that has none, `make` and `model` for one that names no camera.
  func rope(
    identifier: String, placement: StillPlacement, date: WallTime?, make: String?, model: String?, software: String
  ) throws -> ByteRope {
    var texts: [(String, String)] = []
    if file.contentIdentifier != identifier { texts.append((MovieKey.contentIdentifier, identifier)) }
    if file.text(of: MovieKey.make) == nil, file.text(of: MovieKey.model) == nil {
      if let make { texts.append((MovieKey.make, make)) }
      if let model { texts.append((MovieKey.model, model)) }
    }
    if file.text(of: MovieKey.software) == nil { texts.append((MovieKey.software, software)) }
    let others = Set(Self.otherPictures(in: file).map(\.id))
    let faults = MovieRules(file: file, source: source).results.filter { $0.status == .failure }.map(\.rule)
    if texts.isEmpty, placement.isKept, date == nil, others.isEmpty, faults.isEmpty, isLaidOutAsPhonesDo {
      return ByteRope(source)
    }
    return try LivePhotoError.naming(source.name, "The movie cannot be written anew.") { () throws(MovieError) in
      var editor = try MovieEditor(file, source: source)
      editor.setContainer(.quickTime)
      editor.disableTracks { others.contains($0.id) }
      for (key, text) in texts { editor.setMetadata(key, text: text) }
      if let date { editor.setDate(date) }
      // What is there in a form that nobody reads is written anew.
      if faults.contains(.movieIdentifier) {
        editor.setMetadata(MovieKey.contentIdentifier, text: nil)
        editor.setMetadata(MovieKey.contentIdentifier, text: identifier)
      }
      if faults.contains(.trackNumbers) { editor.renumberTracks() }
      let hasBadTrack = faults.contains(.stillTrack)
      if hasBadTrack { editor.removeTracks { $0.metadataKeys.values.contains(MovieKey.stillImageTime) } }
      if !placement.isKept || hasBadTrack { try editor.setStillTime(placement.writtenTime) }
      return try editor.rope()
    }
  }

  /// Indicates whether the file is QuickTime with its description at the end and nothing odd about it.
  private var isLaidOutAsPhonesDo: Bool {
    let types = file.outline.map(\.header.type)
    guard file.majorBrand(source) == "qt  ", types.first == "ftyp", !file.isFragmented, file.damages.isEmpty,
      file.layout.damage == nil, types.filter({ $0 == "moov" }).count == 1, types.last == "moov",
      file.videoTrack?.codec != "hev1"
    else { return false }
    return file.box.first(MetadataBox.self)?.header == nil
  }
}

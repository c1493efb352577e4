import ByteCoding
import FileStorage
import ForeignMedia
import ISOBoxes
import MediaCore
import MovieCoding
import StillCoding

struct MotionPhotoComposer {
  let rope: ByteRope
  let stillTime: MediaTime?
  /// The parts that were converted or left out, a sentence each.
  let notes: [String]
  private let movieName: String

  /// Puts both together. `checkpoint` hears the share of the work that is done, and throws to end it.
  init(
    still stillSource: any ByteSource, movie movieSource: any ByteSource, convertsToH264: Bool = false,
    checkpoint: @escaping (Double) throws -> Void = { _ in }
  ) throws {
    let still = try LivePhotoFiles.still(stillSource)
    guard still.format == .jpeg || still.format == .heic else {
      throw LivePhotoError(
        .unsupported, context: stillSource.name,
        message: "A \(still.format.rawValue.uppercased()) cannot hold a movie. Assemble a Live Photo of it first.")
    }
    let movie = try LivePhotoFiles.movie(movieSource)
    try movie.checkHandlers()
    let (video, lost) = try Self.mp4(of: movie, movieSource, convertsToH264 ? checkpoint : nil)
    let time = movie.stillTime
    var edits = StillEdits()
    edits.motionPhoto = .set(
      videoLength: video.count,
      presentationTimestampMicroseconds: time.map { $0.converted(toTimescale: 1_000_000).value })
    let edited = try LivePhotoError.naming(stillSource.name, "The still's metadata cannot be changed.") {
      () throws(CodingError) in try still.edited(edits)
    }
    var rope = edited.rope
    rope.append(video)
    (self.rope, stillTime, notes, movieName) = (rope, time, lost + edited.notes, movieSource.name)
  }

  /// Makes sure that the Motion Photo, which is to be written to a path, is a good one.
  /// - Throws: ``LivePhotoError`` with `.noLivePhoto` about the movie; `CancellationError`.
  func check(at path: String, in files: any FileSource) throws {
    let made = try ArchiveJudge(files: files, effort: .key).finding(
      motionPhoto: RopeBytes(rope, name: movieName), at: path)
    guard let failure = made.results.first(where: { $0.status == .failure }) else { return }
    throw LivePhotoError(
      .noLivePhoto, context: movieName,
      message: "The Motion Photo would be broken, and was not written: \(failure.rule.rawValue), \(failure.found)"
        + "\(failure.found.hasSuffix(".") ? "" : ".") Take another copy of it.")
  }

  /// The movie as Android plays it: its pictures and sound with their metadata, in an MP4. With `conversion`, which
  /// hears how far that is, pictures other than H.264 become such.
  private static func mp4(
    of movie: MovieFile, _ source: any ByteSource, _ conversion: ((Double) throws -> Void)?
  ) throws -> (ByteRope, [String]) {
    guard let video = movie.videoTrack, let codec = video.codec?.description,
      conversion != nil || ["avc1", "hvc1", "hev1"].contains(codec)
    else {
      throw LivePhotoError(
        .unsupported, context: movie.name,
        message:
          "Motion Photos hold H.264 or HEVC, and this movie has \(movie.videoTrack?.codec?.description ?? "none"). "
          + "Convert it by --video h264.")
    }
    return try LivePhotoError.coding(movie.name, "The movie cannot be written as MP4.") {
      var notes: [String] = []
      var editor = try MovieEditor(movie, source: source)
      editor.setContainer(.mp4)
      editor.removeTracks { $0.id != video.id && $0.handler != "soun" }
      if let note = leftOut(of: movie, video) { notes.append(note) }
      let sounds = movie.tracks.filter { $0.handler == "soun" }
      if let sound = sounds.first(where: { $0.codec != "mp4a" }) {
        let track = try SoundConversion.aac(of: ForeignMovie(source: source), origin: .zero) { _ in
          try Task.checkCancellation()
        }
        editor.removeTracks { $0.handler == "soun" }
        if let track {
          try editor.addTrack(track)
          notes.append("sound: \(sound.codec?.description ?? "it") is converted to AAC, which Android plays")
        }
      }
      if let conversion, codec != "avc1" || video.h264Profile?.isProfessional == true {
        notes += try PictureRecoder(movie, source: source, checkpoint: conversion).convertToH264(&editor)
      }
      return (try editor.rope(), notes + editor.notes)
    }
  }

  /// Returns a note on the tracks that only Apple's programs read and that are left out; the still's place is in XMP
  /// instead.
  private static func leftOut(of movie: MovieFile, _ video: MovieTrack) -> String? {
    let others = movie.tracks.filter {
      $0.id != video.id && $0.handler != "soun" && !$0.metadataKeys.values.contains(MovieKey.stillImageTime)
    }
    let names = others.map { track in
      let keys = track.metadataKeys.values.map { $0.split(separator: ".").last.map(String.init) ?? $0 }
      return keys.isEmpty ? "track \(track.id) (\(track.handler))" : keys.sorted().joined(separator: " and ")
    }
    return names.isEmpty
      ? nil : "movie: left out, as Android does not know them: \(names.joined(separator: ", "))"
  }
}

import AudioCoding
import ByteCoding
import ForeignMedia
import MediaCore
import MovieCoding
import VideoCoding

/// A movie of any kind made into one that a Live Photo can have: packets are carried over where they can be, and
/// everything else is decoded and compressed anew.
struct MovieConversion {
  let rope: ByteRope
  /// The parts that were converted or left out, a sentence each.
  let notes: [String]

  init(_ source: any ByteSource, codec: AssembleRequest.Codec, meter: ProgressMeter, upTo end: Double) throws {
    (rope, notes) = try LivePhotoError.coding(source.name, "The movie cannot be read.") {
      let movie = try ForeignMovie(source: source)
      guard let video = movie.mainVideo else {
        throw LivePhotoError(
          .unsupported, context: source.name, message: "There is no video in it. Choose another file.")
      }
      let job = ConversionJob(movie: movie, codec: codec, meter: meter, end: end)
      let pictures = try job.pictures(of: video)
      let (sound, soundNotes) = try job.sound(origin: pictures.origin)
      let date = movie.metadata["creation_time"].flatMap { DateReading($0) }?.wallTime(defaultOffset: 0)
      var tracks = [pictures.track]
      if let sound { tracks.append(sound) }
      let rope = try LivePhotoError.naming(source.name, "Its packets do not make a movie.") { () throws(MovieError) in
        let plain = RopeBytes(try PacketMovie(tracks: tracks, date: date).rope(), name: source.name)
        return try Self.named(plain, by: movie)
      }
      return (rope, pictures.notes + soundNotes + job.leftOut(besides: video) + Self.lost(of: movie, pictures.track))
    }
  }

  /// Returns a note if the container announces more pictures than it holds; otherwise nothing.
  private static func lost(of movie: ForeignMovie, _ track: PacketTrack) -> [String] {
    let end = track.packets.map { $0.presentationTime + $0.duration }.max() ?? 0
    let length = MediaTime(value: end, timescale: track.timescale)
    guard let announced = movie.duration, announced.seconds - length.seconds > 0.5,
      length.seconds < 0.9 * announced.seconds
    else { return [] }
    let (found, wanted) = (length.text, announced.text)
    return ["video: its pictures end at \(found) of \(wanted); the file may be cut short"]
  }

  /// Returns the movie with the container's camera, date and identity under the names that they have in QuickTime.
  private static func named(_ source: RopeBytes, by movie: ForeignMovie) throws(MovieError) -> ByteRope {
    var editor = try MovieEditor(MovieReader().read(source), source: source)
    for key in [
      MovieKey.contentIdentifier, MovieKey.creationDate, MovieKey.make, MovieKey.model, MovieKey.software,
    ] {
      let short = String(key.dropFirst(MovieKey.prefix.count))
      let android = "com.android." + (short == "make" ? "manufacturer" : short)
      if let text = movie.metadata[key] ?? movie.metadata[android] ?? movie.metadata[short] {
        editor.setMetadata(key, text: text)
      }
    }
    return try editor.rope()
  }
}

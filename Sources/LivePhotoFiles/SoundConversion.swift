import ByteCoding
import MovieCoding

/// Sound that is compressed anew.
enum SoundConversion {
  /// The sound of a movie as AAC, where it is heard on the movie's timeline; `nil` if there is none to be heard.
  static func aac(of source: any ByteSource) throws -> PacketTrack? {
    throw LivePhotoError(
      .unsupported, file: source.name, message: "Its sound is not AAC. Convert it with another program.")
  }
}

import ByteCoding
import MediaCore
import MovieCoding
extension MovieLook {
  init(of movie: MovieFile, source: any ByteSource, checkpoint: (Double) throws -> Void) throws {
    throw CodingError(.unsupported, context: source.name, message: "no decoder yet")
  }
}

import ByteCoding
import FileStorage
import MovieCoding
import StillCoding

/// The two files of a Live Photo, open and read as far as an edit needs them.
struct EditPair {
  let still: StillFile
  let stillPath: String
  let movie: MovieFile
  let movieSource: FileBytes
  let moviePath: String

  /// The still's name without its extension.
  var stem: String { FileNames.stem(of: stillPath) }

  /// Opens the pair that one of its files, or its bundle, is named of.
  /// - Throws: `LivePhotoError`, naming the file at fault.
  init(_ path: String) throws(LivePhotoError) {
    let (still, movie) = try PairLookup.halves(of: path)
    self.still = try LivePhotoFiles.still(still.bytes)
    self.movie = try LivePhotoFiles.movie(movie.bytes)
    movieSource = movie.bytes
    (stillPath, moviePath) = (still.path, movie.path)
  }
}

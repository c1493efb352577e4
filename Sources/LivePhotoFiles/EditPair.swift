import FileStorage
import MediaCore
import MovieCoding
import StillCoding

/// The two files of a Live Photo, open and read as far as an edit needs them.
struct EditPair {
  let still: StillFile
  let stillInput: InputFile
  let movie: MovieFile
  let movieInput: InputFile

  /// The still's name without its extension.
  var stem: String { FileNames.stem(of: stillInput.path) }

  /// Opens the pair that one of its files, or its bundle, is named of.
  /// - Throws: `LivePhotoError`, naming the file at fault.
  init(_ path: String) throws(LivePhotoError) {
    (stillInput, movieInput) = try PairLookup.halves(of: path)
    still = try LivePhotoFiles.still(stillInput.bytes)
    movie = try LivePhotoFiles.movie(movieInput.bytes)
  }
}

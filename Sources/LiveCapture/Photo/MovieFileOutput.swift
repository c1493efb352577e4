/// Records movies of any length to files, and by being there says that a session is for movies.
///
/// No Live Photos are taken while one is in a session. Stands for `AVCaptureMovieFileOutput` as far as a photo output is
/// concerned: it is the marker of movie mode, and does not record yet.
public final class MovieFileOutput: CaptureOutput {
  /// An output, to be added to a session.
  public init() {}
}

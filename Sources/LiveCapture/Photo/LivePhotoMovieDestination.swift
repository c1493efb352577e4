/// Where the movie of a Live Photo goes: to a file, or elsewhere.
public enum LivePhotoMovieDestination: Sendable, Hashable {
  /// The session writes a file of that name, which appears whole.
  case file(String)
  /// The movie comes with its bytes: see ``CapturedMovie/fileDataRepresentation()``. A delegate must be a
  /// ``CaptureEventDelegate``.
  case handedOver
}

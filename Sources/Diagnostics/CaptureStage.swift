/// A part of the work that a capture costs.
///
/// Stages do not contain one another: what one takes, no other does.
public enum CaptureStage: String, Sendable, Hashable, CaseIterable {
  /// Taking a frame from the camera's driver: finding where it ends, and converting what livecam does not read.
  /// Not known of scenes and fixtures.
  case dequeue
  /// Copying a frame into memory of the session's own.
  case copy
  /// Turning a frame into a picture for the movie's encoder.
  case decode
  /// Making that picture smaller, where the movie is smaller than the camera's frames.
  case scale
  /// Compressing a picture of the movie.
  case encodeVideo
  /// Bringing a chunk of sound to the session's clock, and compressing it.
  case encodeSound
  /// Making a still: putting metadata into the camera's own JPEG, or compressing what the camera delivered.
  case still
  /// Making small pictures: the one inside a JPEG still, and a preview.
  case thumbnail
  /// Laying out a movie's file.
  case mux
  /// Writing a file and having it reach the disk.
  case write
  /// Telling the delegate: what it does with its calls.
  case delegate
}

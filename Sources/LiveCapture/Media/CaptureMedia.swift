public import MediaCore

/// The codecs of a session, one role each.
///
/// A session that makes pictures and sound has `CaptureMedia.standard` of the module `CaptureCodecs`. Tests that only
/// look at the course of captures have `CaptureMedia.null` of `LiveCaptureTesting`, and build no codec.
public struct CaptureMedia: Sendable {
  /// The role that compresses the pictures of movies.
  public var movies: any MovieEncoding
  /// The role that compresses and resamples the sound of movies.
  public var sound: any SoundEncoding
  /// Makes the files of stills.
  public var stills: any StillMaking
  /// Changes formats and sizes of pictures.
  public var pictures: any PictureConverting

  /// Creates a set of codecs, one for each role.
  public init(
    movies: any MovieEncoding, sound: any SoundEncoding, stills: any StillMaking, pictures: any PictureConverting
  ) {
    self.movies = movies
    self.sound = sound
    self.stills = stills
    self.pictures = pictures
  }
}

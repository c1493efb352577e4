/// An effect on a picture that is in the gallery.
public enum KioskEffect: String, Sendable, Hashable, Codable {
  /// The part of the movie whose ends are most alike, round and round: another picture.
  case loop
  /// The movie forth and back: another picture.
  case bounce
  /// A long exposure of the movie in place of the still.
  case exposure
  /// The movie's picture at another time in place of the still.
  case keyPhoto
  /// The picture as it was taken.
  case original
}

/// The way in which sample values stand for amounts of light.
public enum LightCoding: Sendable, Hashable {
  /// The values are ready to be shown: they follow a curve such as sRGB's (IEC 61966-2-1), finer in the shadows.
  case display
  /// The values grow as the light does, as sensors deliver them.
  case linear
}

import MediaCore
import StillCoding

extension WallTime {
  /// 2026-11-21 10:30:05.042 in a zone an hour ahead.
  static let sample = WallTime(secondsSince1970: 1_795_253_405, nanosecond: 42_999_999, utcOffsetSeconds: 3600)
}

extension PairIdentifier {
  static let sample = PairIdentifier(uuidString: "C3754624-A05F-474D-9F16-E9C47B5F892D")
}

extension StillMetadata {
  /// Everything that a still can say, but for a thumbnail.
  static let sample = StillMetadata(
    date: .sample, make: "livecam", model: "Scene Camera", software: "livecam 1.0", orientation: .right,
    contentIdentifier: .sample,
    location: GeoLocation(latitudeDegrees: -33.856_784, longitudeDegrees: 151.215_297, altitudeMeters: 12.5))
}

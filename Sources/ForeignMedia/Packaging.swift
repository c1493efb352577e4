/// The packaging of a stream's packets in their container, where that is not how a movie file holds them.
enum Packaging: Sendable, Hashable {
  /// The packets are as a movie file holds them.
  case movie
  /// NAL units after start codes; ITU-T H.264 and H.265, annex B.
  case startCodes
  /// AAC with a header before each packet; ISO/IEC 14496-3, 1.A.3.
  case adts
}

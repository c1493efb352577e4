/// How much colour a JPEG keeps beside its luma.
public enum JPEGSubsampling: String, Sendable, Hashable, CaseIterable {
  /// Colour for every pixel.
  case s444 = "4:4:4"
  /// Colour for every two pixels of a row.
  case s422 = "4:2:2"
  /// Colour for every square of four pixels.
  case s420 = "4:2:0"
  /// Colour for every two pixels of a column.
  case s440 = "4:4:0"
  /// Colour for every four pixels of a row.
  case s411 = "4:1:1"
  /// No colour.
  case grey = "grey"

  /// How many pixels of a row share one colour sample.
  var chromaDivisorX: Int {
    switch self {
    case .s444, .s440, .grey: 1
    case .s422, .s420: 2
    case .s411: 4
    }
  }

  /// How many rows share one row of colour samples.
  var chromaDivisorY: Int { self == .s420 || self == .s440 ? 2 : 1 }
}

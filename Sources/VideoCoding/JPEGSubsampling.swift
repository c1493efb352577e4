// In the order of TurboJPEG's numbers.
/// The amount of colour that a JPEG keeps beside its luma.
public enum JPEGSubsampling: String, Sendable, Hashable, CaseIterable {
  /// Colour for every pixel.
  case s444 = "4:4:4"
  /// Colour for every two pixels of a row.
  case s422 = "4:2:2"
  /// Colour for every square of four pixels.
  case s420 = "4:2:0"
  /// No colour.
  case grey = "grey"
  /// Colour for every two pixels of a column.
  case s440 = "4:4:0"
  /// Colour for every four pixels of a row.
  case s411 = "4:1:1"

  /// The number of pixels in a row that share one colour sample.
  var chromaDivisorX: Int { self == .s411 ? 4 : self == .s422 || self == .s420 ? 2 : 1 }

  /// The number of rows that share one row of colour samples.
  var chromaDivisorY: Int { self == .s420 || self == .s440 ? 2 : 1 }
}

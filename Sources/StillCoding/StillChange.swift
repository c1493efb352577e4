/// The new metadata of a still, in the form in which its file has them.
struct StillChange {
  var exif: [UInt8]?
  var xmp: [UInt8]?
  /// The patches that remove or change other metadata and the trailer.
  var trailer: [BytePatch] = []
  /// The parts that had to be removed as a whole, as sentences.
  var notes: [String] = []
}

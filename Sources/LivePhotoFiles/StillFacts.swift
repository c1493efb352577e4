/// What the rules look at in a still.
struct StillFacts: Sendable {
  var kind: FileKind
  /// Pixels in a row as seen, 0 if unknown.
  var displayWidth = 0
  var displayHeight = 0
  /// Whether there is Exif that can be read.
  var hasExif = false
  /// What is wrong with the maker note as a carrier of the identifier, or `nil`.
  var makerNoteProblem: String?
  var identifier: String?
  var date: DateReading?
  /// The other dates of its Exif, which say when it was digitized or changed.
  var otherDates: [DateReading] = []
  /// When satellites told its place.
  var satelliteDate: DateReading?
  /// Whether XMP announces a Motion Photo's video that is not in the file; `nil` where that is not known.
  var lacksVideo: Bool? = false
  /// What is wrong with all that is not the picture, a sentence each; `nil` where that is not known.
  var oddities: [String]? = []
}

/// The facts of a still that the rules look at.
struct StillFacts: Sendable {
  var kind: FileKind
  /// Pixels in a row as seen, 0 if unknown.
  var displayWidth = 0
  var displayHeight = 0
  /// Indicates whether there is Exif that can be read.
  var hasExif = false
  /// The defect of the maker note as a carrier of the identifier, or `nil`.
  var makerNoteProblem: String?
  var identifier: String?
  var date: DateReading?
  /// The other dates of its Exif, which say when it was digitized or changed.
  var otherDates: [DateReading] = []
  /// The date that satellites gave with the still's place.
  var satelliteDate: DateReading?
  /// Indicates whether XMP announces a Motion Photo's video that is not in the file; `nil` where that is not known.
  var lacksVideo: Bool? = false
  /// The defects of all that is not the picture, a sentence each; `nil` where they are not known.
  var oddities: [String]? = []
}

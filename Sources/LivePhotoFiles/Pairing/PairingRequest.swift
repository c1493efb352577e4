/// Folders in which stills and movies are to be brought together.
public struct PairingRequest: Sendable {
  /// The folders; all below them is looked at.
  public var folders: [String]
  /// A folder for the result, which must be empty or not there; `nil` for telling what would be done.
  public var output: String?
  /// A Boolean value that indicates whether pairs that lack nothing but names are renamed where they lie, and
  /// everything else stays; without an output.
  public var isInPlace = false
  /// A Boolean value that indicates whether files are really renamed in place, or the new names are only reported.
  public var renames = true
  /// A Boolean value that indicates whether pairs of one identifier are looked at, and mended where a Live Photo would
  /// lack something. Otherwise they stay as they are, byte for byte, and no picture of theirs is decoded.
  public var mendsIdentifiedPairs = true
  /// Indicates whether a library takes the written files, none of which exists yet: edited forms are reported behind
  /// their originals, by ``PairingFinding/editOf``, and keep their identifiers; links are not followed; folders may
  /// have any names.
  package var isForLibrary = false
  /// The number of files, and then pairs, that are worked on at the same time; what comes of them is the same.
  public var jobs = 1

  /// A request to pair what lies in folders.
  public init(folders: [String], output: String?) {
    self.folders = folders
    self.output = output
  }
}

/// A Live Photo or Motion Photo that is to become a still and a movie.
public struct DisassembleRequest: Sendable, Hashable {
  /// The still or the movie of a pair whose other file lies beside it; a `.pvt` folder; a `.livp` archive; or a
  /// Motion Photo.
  public var input: String
  /// The other file of the two, where it is known; otherwise it is looked for beside the first.
  public var partner: String?
  /// The folder for the two files; it is made if it is not there.
  public var output: String
  /// The stem of both names; `nil` for the present ones.
  public var name: String?

  /// A request for the two files of `input` under their names.
  public init(_ input: String, output: String) {
    self.input = input
    self.output = output
  }
}

/// The parts that a Live Photo or Motion Photo was taken apart into.
public struct DisassembleReport: Sendable {
  /// The form of the input.
  public enum Form: String, Sendable, Hashable, Encodable {
    /// Two files side by side.
    case pair
    /// A folder with the two files.
    case bundle
    /// An archive with the two files.
    case archive
    /// A still with the movie inside.
    case motionPhoto
  }

  /// The form of the input.
  public let form: Form
  /// The still, then the movie, then the raw photo, if there is one.
  public let files: [WrittenFile]
  /// Notes about it: a sentence each.
  public let notes: [String]
}

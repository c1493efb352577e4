public import MediaCore

/// What an edit has written.
public struct EditReport: Sendable {
  /// The new still, then the new movie.
  public let files: [WrittenFile]
  /// What ties the two together: another identifier than the old pair's.
  public let identifier: String
  /// Where in the new movie the still falls, from its beginning.
  public let stillTime: MediaTime
  /// The new movie's length.
  public let duration: MediaTime
  /// What was done with the pixels or could not be kept, a sentence each.
  public let notes: [String]
}

/// What an export has written.
public struct ExportReport: Sendable {
  /// The new file.
  public let file: WrittenFile
  /// Pixels in a row as seen.
  public let width: Int
  /// Rows as seen.
  public let height: Int
  /// The pictures in it.
  public let pictureCount: Int
  /// How long one round of it lasts; zero for a contact sheet.
  public let duration: MediaTime
  /// What there is to know about it, a sentence each.
  public let notes: [String]
}

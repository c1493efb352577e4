public import MediaCore

/// Another way to show a movie.
public enum MovieEffect: String, Sendable, Hashable, CaseIterable {
  /// Round and round: the part whose ends are most alike, its end fading into its beginning.
  case loop
  /// Forth and back.
  case bounce
}

/// A kind of file for sharing; none of them is a Live Photo.
public enum ExportFormat: String, Sendable, Hashable, CaseIterable {
  /// H.264, with the movie's sound where it is shown as it is.
  case mp4
  /// Animated, 256 colours a picture, runs for ever.
  case gif
  /// Animated, runs for ever.
  case webp
  /// Animated, runs for ever.
  case avif
  /// A JPEG with some of the movie's pictures in a grid, the key photo's framed.
  case sheet

  /// The extension of the file's name.
  public var fileExtension: String { self == .sheet ? "jpg" : rawValue }
}

/// The order for an export of a Live Photo or any movie of its kind. All times are of the movie as it is before.
public struct ExportRequest: Sendable, Hashable {
  /// The still's path or the movie's.
  public var pair: String
  /// The other file of the two, where it is known; otherwise it is looked for beside the first.
  public var partner: String?
  /// The format to make.
  public var format: ExportFormat
  /// The effect to show it with; `nil` for as it is.
  public var effect: MovieEffect?
  /// The folder for the new file; `nil` for the movie's.
  public var output: String?
  /// The stem of the new file's name; `nil` for the old one with what was done.
  public var name: String?
  /// The part of the movie to show.
  public var trim: EditTrim?
  /// A Boolean value that indicates whether sound is left out; loops and bounces have none anyway.
  public var removesSound = false
  /// The turn of the pictures further than the movie says.
  public var turn = QuarterTurn.none
  /// Pixels in a row as seen, made even; for a sheet, those of one picture. `nil`: the movie's for MP4, up to 480 for
  /// GIF, up to 720 for WebP and AVIF, 320 for a sheet.
  public var width: Int?
  /// The most pictures in a second; the movie's own where it has fewer. `nil`: 15 for GIF, the movie's for others.
  public var frameRate: Double?
  /// The pictures of a sheet.
  public var sheetCount = 12
  /// The pictures in a row of a sheet.
  public var sheetColumns = 4

  /// A plain export of the pair with this still or movie.
  public init(pair: String, format: ExportFormat) {
    self.pair = pair
    self.format = format
  }
}

/// A report on what an export has written.
public struct ExportReport: Sendable {
  /// The new file.
  public let file: WrittenFile
  /// Pixels in a row as seen.
  public let width: Int
  /// Rows as seen.
  public let height: Int
  /// The pictures in it.
  public let pictureCount: Int
  /// The length of one round of it; zero for a contact sheet.
  public let duration: MediaTime
  /// Notes about it, a sentence each.
  public let notes: [String]
}

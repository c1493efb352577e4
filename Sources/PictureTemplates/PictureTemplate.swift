/// How pictures are laid out on one: a canvas with places for them, a frame above, and words.
public struct PictureTemplate: Sendable, Hashable {
  /// A colour, each part from 0 to 1.
  public struct Color: Sendable, Hashable {
    /// How red it is.
    public let red: Double
    /// How green it is.
    public let green: Double
    /// How blue it is.
    public let blue: Double
    /// How much of it hides what lies beneath.
    public let alpha: Double

    /// White.
    public static let white = Color(red: 1, green: 1, blue: 1, alpha: 1)
  }

  /// A rectangle of the canvas, in pixels, turned about its middle.
  public struct Place: Sendable, Hashable {
    /// Where its left edge is before it is turned.
    public let x: Double
    /// Where its upper edge is before it is turned.
    public let y: Double
    /// How wide it is.
    public let width: Double
    /// How high it is; of words, `nil`.
    public let height: Double?
    /// By how many degrees it is turned clockwise.
    public let rotation: Double
  }

  /// A place for a picture.
  public struct Slot: Sendable, Hashable {
    /// How a picture of another shape lies in it.
    public enum Fit: String, Sendable, Hashable, CaseIterable {
      /// It fills it, and loses what passes the edges.
      case fill
      /// It is whole, with the canvas on two sides.
      case fit
    }

    /// Where it is.
    public let place: Place
    /// How a picture of another shape lies in it.
    public let fit: Fit
    /// How wide the border around it is; 0 for none.
    public let border: Double
    /// The border's colour.
    public let borderColor: Color
  }

  /// A line of words.
  public struct Line: Sendable, Hashable {
    /// On which side of its place shorter words stand.
    public enum Alignment: String, Sendable, Hashable, CaseIterable {
      /// The left one.
      case left
      /// Neither.
      case center
      /// The right one.
      case right
    }

    /// The words, with placeholders such as `{date}`.
    public let text: String
    /// Where they are; longer ones are made smaller to fit.
    public let place: Place
    /// How high they are, in pixels.
    public let size: Double
    /// The font's family and style, such as `Serif Bold`.
    public let font: String
    /// Their colour.
    public let color: Color
    /// On which side of their place they stand.
    public let alignment: Alignment
  }

  /// What can stand in place of a placeholder.
  public enum Placeholder: String, Sendable, Hashable, CaseIterable {
    /// The day.
    case date
    /// The time of day.
    case time
    /// What the booth is called.
    case title
  }

  /// What it is called in settings: its folder's name.
  public let name: String
  /// What people are told that it is.
  public let title: String
  /// Pixels in a row.
  public let width: Int
  /// Rows.
  public let height: Int
  /// The canvas' colour.
  public let background: Color
  /// A PNG that covers the canvas, beneath the pictures.
  public let backgroundPicture: [UInt8]?
  /// Places for pictures, in their order.
  public let slots: [Slot]
  /// A PNG that lies above the pictures.
  public let overlay: [UInt8]?
  /// Words, above all.
  public let lines: [Line]
}

/// Why a template cannot be used.
public struct TemplateError: Error, Sendable, Hashable, CustomStringConvertible {
  /// A sentence that names the file, the setting, and what is wanted.
  public let message: String

  /// An error from its parts.
  public init(_ message: String) { self.message = message }

  /// The sentence.
  public var description: String { message }
}

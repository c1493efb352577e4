/// A layout of pictures on another picture: a canvas with places for them, a frame above, and words.
public struct PictureTemplate: Sendable, Hashable {
  /// A colour, each part from 0 to 1.
  public struct Color: Sendable, Hashable {
    /// The amount of red.
    public let red: Double
    /// The amount of green.
    public let green: Double
    /// The amount of blue.
    public let blue: Double
    /// The opacity.
    public let alpha: Double

    /// White.
    public static let white = Color(red: 1, green: 1, blue: 1, alpha: 1)
  }

  /// A change of a picture's colours. The original stays as it was.
  public enum Filter: String, Sendable, Hashable, CaseIterable {
    /// Shades of grey.
    case mono
    /// Shades of brown.
    case sepia
    /// Light as of a lamp.
    case warm
    /// Light as of a cloudy sky.
    case cool
    /// Pale colours made stronger.
    case vivid
    /// The colours of an old print.
    case vintage
  }

  /// A rectangle of the canvas, in pixels, turned about its middle.
  public struct Place: Sendable, Hashable {
    /// The position of the left edge before the rotation.
    public let x: Double
    /// The position of the upper edge before the rotation.
    public let y: Double
    /// The width.
    public let width: Double
    /// The height; `nil` for words.
    public let height: Double?
    /// The clockwise rotation, in degrees.
    public let rotation: Double
  }

  /// A place for a picture.
  public struct Slot: Sendable, Hashable {
    /// The way in which a picture of another shape is fitted to a slot.
    public enum Fit: String, Sendable, Hashable, CaseIterable {
      /// The picture fills the slot, and is cropped at its edges.
      case fill
      /// The whole picture lies in the slot, with the canvas visible on two sides.
      case fit
    }

    /// The place of the slot.
    public let place: Place
    /// The way in which a picture of another shape is fitted to the slot.
    public let fit: Fit
    /// The width of the border around the slot; 0 for none.
    public let border: Double
    /// The border's colour.
    public let borderColor: Color
    /// The filter of the picture; `nil` for none.
    public let filter: Filter?
  }

  /// A line of words.
  public struct Line: Sendable, Hashable {
    /// The side of its place to which a line is aligned.
    public enum Alignment: String, Sendable, Hashable, CaseIterable {
      /// The left side.
      case left
      /// Neither side: the words are centred.
      case center
      /// The right side.
      case right
    }

    /// The words, with placeholders such as `{date}`.
    public let text: String
    /// The place of the words; longer ones are made smaller to fit.
    public let place: Place
    /// The size of the font, in pixels.
    public let size: Double
    /// The font's family and style, such as `Serif Bold`.
    public let font: String
    /// Their colour.
    public let color: Color
    /// The side of their place to which the words are aligned.
    public let alignment: Alignment
  }

  /// A placeholder in the words of a template.
  public enum Placeholder: String, Sendable, Hashable, CaseIterable {
    /// The day.
    case date
    /// The time of day.
    case time
    /// The name of the booth.
    case title
  }

  /// The name in settings, which is that of the template's folder.
  public let name: String
  /// The title that people read.
  public let title: String
  /// The width in pixels.
  public let width: Int
  /// The height in pixels.
  public let height: Int
  /// The canvas' colour.
  public let background: Color
  /// A PNG that covers the canvas, beneath the pictures.
  public let backgroundPicture: [UInt8]?
  /// The places for pictures, in their order.
  public let slots: [Slot]
  /// A PNG that lies above the pictures.
  public let overlay: [UInt8]?
  /// The lines of words, which lie above everything else.
  public let lines: [Line]
}

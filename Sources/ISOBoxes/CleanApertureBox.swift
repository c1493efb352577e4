/// Which part of the encoded picture is meant to be seen. Stands for `clap`, ISO/IEC 14496-12, 12.1.4.
public struct CleanApertureBox: Box {
  /// `clap`.
  public var type: FourCC { "clap" }
  /// Width, height, and the horizontal and vertical distance of the part's centre from the picture's, in pixels,
  /// each as a numerator and a denominator: eight numbers.
  public var fractions: [Int32]

  /// A part of whole pixels in the middle.
  public init(width: Int32, height: Int32) { fractions = [width, 1, height, 1, 0, 1, 0, 1] }

  /// A box to be decoded into.
  public init(blank type: FourCC) { self.init(width: 0, height: 0) }

  /// Hands over the fields.
  public mutating func code(_ coder: inout some FieldCoder) {
    coder.list("fractions", &fractions, count: 8, elementBytes: 4, blank: 0) { coder, number in
      coder.i32("", &number)
    }
  }
}

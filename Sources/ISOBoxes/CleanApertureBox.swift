/// The part of the encoded picture that is meant to be seen. Stands for `clap`, ISO/IEC 14496-12, 12.1.4.
package struct CleanApertureBox: Box {
  package var type: FourCC { "clap" }
  /// Width, height, and the horizontal and vertical distance of the part's centre from the picture's, in pixels,
  /// each as a numerator and a denominator: eight numbers.
  package var fractions: [Int32]

  /// Creates a part of whole pixels in the middle.
  package init(width: Int32, height: Int32) { fractions = [width, 1, height, 1, 0, 1, 0, 1] }

  package mutating func code(_ coder: inout some FieldCoder) {
    coder.numbers("fractions", &fractions, count: 8)
  }
}

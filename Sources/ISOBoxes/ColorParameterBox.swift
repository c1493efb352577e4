/// The colours that the numbers of a picture mean. Stands for `colr`, ISO/IEC 14496-12, 12.1.5, and QuickTime's `nclc`.
package struct ColorParameterBox: Box {
  package var type: FourCC { "colr" }
  /// The form: `nclc` in QuickTime, `nclx` in ISO files, or `prof` for an ICC profile.
  package var form: FourCC
  /// Colour primaries, transfer function and matrix, by ITU-T H.273; empty for other forms than `nclc` and `nclx`.
  package var codes: [UInt16]
  /// The bytes that follow: one with the range in `nclx`, a profile in `prof`, none in `nclc`.
  package var rest: [UInt8] = []

  /// QuickTime's form. Codes are ITU-T H.273's; 1, 1, 6 is BT.709 colour and transfer with BT.601's matrix.
  package init(primaries: UInt16, transfer: UInt16, matrix: UInt16) {
    form = "nclc"
    codes = [primaries, transfer, matrix]
  }

  /// BT.709 primaries and transfer with BT.601's matrix: what JPEG from cameras amounts to, and what phones write.
  package static let camera = ColorParameterBox(primaries: 1, transfer: 1, matrix: 6)

  package mutating func code(_ coder: inout some FieldCoder) {
    coder.fourCC("form", &form)
    let hasCodes = form == "nclc" || form == "nclx"
    coder.numbers("codes", &codes, count: hasCodes ? 3 : 0)
    coder.rest("rest", &rest)
  }
}

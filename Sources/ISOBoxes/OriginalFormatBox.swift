/// Which codec the sound around it has. Stands for `frma`.
package struct OriginalFormatBox: Box {
  package var type: FourCC { "frma" }
  /// The codec.
  package var format: FourCC

  package init(format: FourCC) { self.format = format }

  package mutating func code(_ coder: inout some FieldCoder) { coder.fourCC("format", &format) }
}

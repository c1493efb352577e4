/// The codec of the sound whose description contains the box. Stands for `frma`, ISO/IEC 14496-12, 8.12.2.
package struct OriginalFormatBox: Box {
  package var type: FourCC { "frma" }
  package var format: FourCC

  package init(format: FourCC) { self.format = format }

  package mutating func code(_ coder: inout some FieldCoder) { coder.fourCC("format", &format) }
}

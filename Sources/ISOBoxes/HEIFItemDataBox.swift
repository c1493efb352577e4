/// The bytes of small items inside `meta`. Stands for `idat`, ISO/IEC 14496-12, 8.11.11.
package struct HEIFItemDataBox: Box {
  package var type: FourCC { "idat" }
  /// The bytes; `iloc` says which are whose.
  package var contents: [UInt8]

  package mutating func code(_ coder: inout some FieldCoder) { coder.rest("contents", &contents) }
}

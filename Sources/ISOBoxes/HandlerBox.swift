/// The kind of media that a track has, or of the place that data come from. Stands for `hdlr`, QuickTime File Format
/// and ISO/IEC 14496-12, 8.4.3.
package struct HandlerBox: Box {
  package var type: FourCC { "hdlr" }
  package var header = VersionAndFlags()
  /// QuickTime's kind of component: `mhlr`, `dhlr` or zero.
  package var componentType: FourCC
  /// The kind of the media: `vide`, `soun`, `meta`, `alis`, `mdta` …
  package var subtype: FourCC
  /// The maker of the component; reserved in ISO files.
  package var manufacturer: FourCC
  package var componentFlags: UInt32
  package var componentFlagsMask: UInt32 = 0
  /// The name as stored: with its length in front in QuickTime, with a zero behind in ISO files.
  package var nameBytes: [UInt8]

  package init(
    componentType: FourCC, subtype: FourCC, manufacturer: FourCC, componentFlags: UInt32 = 0, nameBytes: [UInt8]
  ) {
    self.componentType = componentType
    self.subtype = subtype
    self.manufacturer = manufacturer
    self.componentFlags = componentFlags
    self.nameBytes = nameBytes
  }

  /// Creates a handler of QuickTime, with its name's length in front. Names have up to 255 ASCII characters.
  package init(componentType: FourCC, subtype: FourCC, name: String, componentFlags: UInt32 = 0) {
    let text = Array(name.utf8.prefix(255))
    self.init(
      componentType: componentType, subtype: subtype, manufacturer: "appl", componentFlags: componentFlags,
      nameBytes: [UInt8(text.count)] + text)
  }

  /// The name without the length before it or the zero behind it.
  package var name: String {
    guard let first = nameBytes.first else { return "" }
    let isPascal = Int(first) == nameBytes.count - 1
    return String(decoding: isPascal ? nameBytes.dropFirst() : nameBytes.prefix { $0 != 0 }, as: UTF8.self)
  }

  package mutating func code(_ coder: inout some FieldCoder) {
    coder.versionAndFlags(&header)
    coder.fourCC("component", &componentType)
    coder.fourCC("subtype", &subtype)
    coder.fourCC("manufacturer", &manufacturer)
    coder.number("componentFlags", &componentFlags)
    coder.number("componentFlagsMask", &componentFlagsMask)
    coder.rest("name", &nameBytes)
  }
}

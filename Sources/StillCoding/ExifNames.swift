import ByteCoding
import MediaCore

/// The names of Exif's tags: CIPA DC-008 tables 3 to 12.
enum ExifNames {
  static func name(of tag: UInt16, in kind: ExifDirectory.Kind) -> String? {
    switch kind {
    case .gps: gps[tag]
    case .interoperability: tag == 1 ? "InteropIndex" : tag == 2 ? "InteropVersion" : nil
    case .image, .thumbnail, .exif: general[tag]
    }
  }

  private static let gps: [UInt16: String] = [
    0: "GPSVersionID", 1: "GPSLatitudeRef", 2: "GPSLatitude", 3: "GPSLongitudeRef", 4: "GPSLongitude",
    5: "GPSAltitudeRef", 6: "GPSAltitude", 7: "GPSTimeStamp", 12: "GPSSpeedRef", 13: "GPSSpeed",
    16: "GPSImgDirectionRef", 17: "GPSImgDirection", 18: "GPSMapDatum", 23: "GPSDestBearingRef",
    24: "GPSDestBearing", 27: "GPSProcessingMethod", 29: "GPSDateStamp", 31: "GPSHPositioningError",
  ]

  private static let general: [UInt16: String] = [
    0x0100: "ImageWidth", 0x0101: "ImageHeight", 0x0103: "Compression", 0x010e: "ImageDescription", 0x010f: "Make",
    0x0110: "Model", 0x0112: "Orientation", 0x011a: "XResolution", 0x011b: "YResolution",
    0x0128: "ResolutionUnit", 0x0131: "Software", 0x0132: "ModifyDate", 0x013b: "Artist", 0x013c: "HostComputer",
    0x0142: "TileWidth", 0x0143: "TileLength", 0x0201: "ThumbnailOffset", 0x0202: "ThumbnailLength",
    0x0213: "YCbCrPositioning", 0x8298: "Copyright", 0x829a: "ExposureTime", 0x829d: "FNumber",
    0x8769: "ExifOffset", 0x8822: "ExposureProgram", 0x8825: "GPSInfo", 0x8827: "ISO",
    0x8830: "SensitivityType", 0x9000: "ExifVersion",
    0x9003: "DateTimeOriginal", 0x9004: "CreateDate", 0x9010: "OffsetTime", 0x9011: "OffsetTimeOriginal",
    0x9012: "OffsetTimeDigitized", 0x9101: "ComponentsConfiguration", 0x9201: "ShutterSpeedValue",
    0x9202: "ApertureValue", 0x9203: "BrightnessValue", 0x9204: "ExposureCompensation",
    0x9205: "MaxApertureValue", 0x9206: "SubjectDistance", 0x9207: "MeteringMode", 0x9208: "LightSource",
    0x9209: "Flash", 0x920a: "FocalLength", 0x9214: "SubjectArea", 0x927c: "MakerNote", 0x9286: "UserComment",
    0x9290: "SubSecTime", 0x9291: "SubSecTimeOriginal", 0x9292: "SubSecTimeDigitized",
    0xa000: "FlashpixVersion", 0xa001: "ColorSpace", 0xa002: "ExifImageWidth", 0xa003: "ExifImageHeight",
    0xa005: "InteropOffset", 0xa217: "SensingMethod", 0xa300: "FileSource", 0xa301: "SceneType",
    0xa401: "CustomRendered", 0xa402: "ExposureMode", 0xa403: "WhiteBalance", 0xa404: "DigitalZoomRatio",
    0xa405: "FocalLengthIn35mmFormat", 0xa406: "SceneCaptureType", 0xa408: "Contrast", 0xa409: "Saturation",
    0xa40a: "Sharpness", 0xa40c: "SubjectDistanceRange", 0xa420: "ImageUniqueID", 0xa432: "LensInfo",
    0xa433: "LensMake", 0xa434: "LensModel", 0xa460: "CompositeImage",
  ]
}

extension ExifBlock {
  /// The directories as a tree. `start` is where the block's first byte lies in the file.
  func structure(at start: Int) -> [StructureNode] {
    directories.map { directory in
      var nodes = directory.entries.prefix(Self.mostShown).map {
        reader.node($0, name: ExifNames.name(of: $0.tag, in: directory.kind), at: start)
      }
      if let index = nodes.firstIndex(where: { $0.name == "0x927C MakerNote" }), let range = makerNoteRange {
        nodes[index].children = appleMakerNote?.structure(at: start + range.lowerBound) ?? []
      }
      return StructureNode(
        directory.kind.rawValue, offset: start + directory.offset, size: directory.range.count,
        detail: "\(directory.entries.count) entries", children: nodes)
    }
  }

  /// Real directories have some sixty entries; hostile ones would print for hours.
  fileprivate static let mostShown = 1000
}

extension AppleMakerNote {
  /// The note's entries as a tree. `start` is where the note's first byte lies in the file.
  func structure(at start: Int) -> [StructureNode] {
    entries.prefix(ExifBlock.mostShown).map { reader.node($0, name: Self.name(ofTag: $0.tag), at: start) }
  }
}

extension TIFFReader {
  /// An entry with what it says.
  fileprivate func node(_ entry: ExifDirectory.Entry, name: String?, at start: Int) -> StructureNode {
    StructureNode(
      "0x" + entry.tag.digits(4, radix: 16).uppercased() + (name.map { " " + $0 } ?? ""), offset: start + entry.offset,
      size: 12,
      detail: "type \(entry.type), count \(entry.count)" + value(entry))
  }

  private func value(_ entry: ExifDirectory.Entry) -> String {
    guard let range = entry.valueRange else { return ", value not readable" }
    if entry.type == 2 {
      let text = text(entry) ?? ""
      return ": " + String(text.unicodeScalars.prefix(60).map { $0.value < 0x20 ? " " : Character($0) })
    }
    if entry.type == 5 || entry.type == 10 {
      return ": " + rationals(entry, atMost: 4).map { $0.map { "\($0)" } ?? "?" }.joined(separator: " ")
    }
    if entry.count == 1, let number = integer(entry) { return ": \(number)" }
    let bytes = self.bytes[range].prefix(8).map { $0.digits(2, radix: 16) }
    return ": " + bytes.joined() + (range.count > 8 ? "…" : "")
  }
}

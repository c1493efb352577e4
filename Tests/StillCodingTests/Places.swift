import ByteCoding
import StillCoding
import TestSupport

/// What exiftool counts to its group of locations: the judge of every file that is to tell no place.
enum Places {
  /// The lines of it about a file, wherever in the file they come from.
  static func lines(_ name: String, in folder: TemporaryFolder) throws -> [String] {
    try ForeignTool.exiftool.attempt(["-a", "-u", "-G1", "-ee3", "-s", "-m", "-Location:all", name], in: folder).lines
      .filter { !$0.hasPrefix("[Composite]") }
  }

  /// Everything that it says about a file.
  static func listing(_ name: String, in folder: TemporaryFolder) throws -> String {
    try ForeignTool.exiftool.attempt(["-a", "-G1", "-u", "-ee3", "--System:all", "--File:all", name], in: folder).text
  }

  /// Assignments for all properties of XMP that exiftool can write and counts to that group.
  static func assignments() throws -> [String] {
    let list = try ForeignTool.exiftool.run(["-listx", "-XMP:all"]).lines
    var (group, kind, result) = ("", "", [String]())
    for line in list {
      if line.hasPrefix("<table ") { (group, kind) = (attribute("g1", line) ?? "", attribute("g2", line) ?? "") }
      guard line.hasPrefix(" <tag "), attribute("writable", line) == "true",
        (attribute("g2", line) ?? kind) == "Location",
        let name = attribute("name", line)
      else { continue }
      result.append("-\(attribute("g1", line) ?? group):\(name)=7")
    }
    return result
  }

  private static func attribute(_ name: String, _ line: String) -> String? {
    guard let start = line.firstRange(of: " \(name)='") else { return nil }
    return String(line[start.upperBound...].prefix { $0 != "'" })
  }

  /// Bytes packed by Python's zlib.
  static func packed(_ bytes: [UInt8]) throws -> [UInt8] {
    let folder = try TemporaryFolder()
    try folder.write(bytes, as: "plain")
    return try ForeignTool.python.run(
      ["-c", "import sys, zlib; sys.stdout.buffer.write(zlib.compress(open('plain', 'rb').read()))"], in: folder
    ).bytes
  }

  /// A JPEG with a place in Exif, XMP and IPTC, and with a title, by exiftool.
  static func picture(width: Int, height: Int, orientation: Int? = nil) throws -> [UInt8] {
    let folder = try TemporaryFolder()
    try folder.write(try SampleJPEG.standard(width: width, height: height), as: "a.jpg")
    _ = try ForeignTool.exiftool.attempt(
      [
        "-q", "-m", "-n", "-overwrite_original", "-GPSLatitude=48.2", "-GPSLatitudeRef=N", "-XMP-photoshop:City=Vienna",
        "-XMP-iptcExt:LocationShownGPSLatitude=48.2", "-IPTC:City=Vienna", "-XMP-dc:Title=Wheel", "-Artist=Somebody",
      ]
        + (orientation.map { ["-IFD0:Orientation=\($0)"] } ?? []) + ["a.jpg"], in: folder)
    return try folder.read("a.jpg")
  }
}

/// A JPEG with further pictures behind it, and CIPA DC-007's list of them.
enum MultiPicture {
  static func make(_ main: [UInt8], _ others: [(type: UInt32, bytes: [UInt8])]) -> [UInt8] {
    let count = others.count + 1
    // Segment, its identifier, and a TIFF with three entries and a list behind them.
    let length = 2 + 2 + 4 + 8 + 2 + 36 + 4 + 16 * count
    let size = main.count + length
    var writer = ByteWriter(capacity: length)
    writer.ascii("MPF\0II")
    writer.u16(42, .little)
    writer.u32(8, .little)
    writer.u16(3, .little)
    for (tag, type, number, value) in [
      (0xb000, 7, 4, 0x3030_3130), (0xb001, 4, 1, count), (0xb002, 7, 16 * count, 50),
    ] {
      writer.u16(UInt16(tag), .little)
      writer.u16(UInt16(type), .little)
      writer.u32(UInt32(number), .little)
      writer.u32(UInt32(value), .little)
    }
    writer.u32(0, .little)
    // The TIFF begins ten bytes into the file: start of image, marker, length, identifier.
    var place = size - 10
    for (type, bytes, start) in [(0x2003_0000, size, 0)] + others.map({ ($0.type, $0.bytes.count, -1) }) {
      writer.u32(UInt32(type), .little)
      writer.u32(UInt32(bytes), .little)
      writer.u32(UInt32(start == 0 ? 0 : place), .little)
      writer.u32(0, .little)
      if start != 0 { place += bytes }
    }
    return SampleJPEG.inserting(0xe2, writer.contents, into: main) + others.flatMap(\.bytes)
  }
}

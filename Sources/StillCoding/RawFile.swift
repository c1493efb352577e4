public import ByteCoding
import MediaCore

/// A DNG: the samples of a sensor in a TIFF (Adobe, Digital Negative 1.4). Only what describes it is read.
public struct RawFile: Sendable {
  /// The file's Exif and TIFF directories.
  public let exif: ExifBlock
  /// The largest picture's size as it is seen.
  public let displaySize: (width: Int, height: Int)

  /// Directories lie in the first part of a file; what lies behind is samples.
  private static let mostBytes = 8 << 20

  /// Reads a DNG's description; `nil` for what is none, or is cut off before its samples.
  public init?(_ source: any ByteSource) {
    // What cannot be read is no DNG here; whoever opens it for its bytes is told why.
    guard let bytes = try? source.bytes(0..<min(source.count, Self.mostBytes)), let exif = ExifBlock(bytes),
      let image = exif.directory(.image), image.entry(Self.version) != nil
    else { return nil }
    let reader = exif.reader
    var directories = [image]
    for offset in reader.integers(image.entry(Self.subdirectories), atMost: 16) {
      if let directory = reader.directory(.image, at: offset) { directories.append(directory) }
    }
    var largest = (width: 0, height: 0)
    for directory in directories {
      let size = (
        width: reader.integer(directory.entry(Self.width)) ?? 0,
        height: reader.integer(directory.entry(Self.height)) ?? 0
      )
      guard (1...65_535).contains(size.width), (1...65_535).contains(size.height) else { continue }
      // Strips or tiles that end behind the file are lost.
      let places = reader.integers(directory.entry(273) ?? directory.entry(324), atMost: 65_536)
      let counts = reader.integers(directory.entry(279) ?? directory.entry(325), atMost: 65_536)
      guard places.count == counts.count, zip(places, counts).allSatisfy({ $0 + $1 <= source.count }) else {
        return nil
      }
      if size.width * size.height > largest.width * largest.height { largest = size }
    }
    guard largest.width > 0 else { return nil }
    let isTurned = (exif.orientation?.rawValue ?? 1) >= 5
    displaySize = isTurned ? (largest.height, largest.width) : largest
    self.exif = exif
  }

  private static let width: UInt16 = 256
  private static let height: UInt16 = 257
  private static let subdirectories: UInt16 = 330
  private static let version: UInt16 = 50_706
}

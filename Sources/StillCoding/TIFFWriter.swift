import ByteCoding

/// Lays directories out as a big-endian TIFF, as phones write Exif.
///
/// Each directory is followed by its values that are longer than four bytes and by its sub-directories, in
/// ascending order of tags; values begin at even offsets, as TIFF 6 asks.
struct TIFFWriter {
  private var writer = ByteWriter(capacity: 1024)

  /// A whole TIFF: the header, and the directories chained one to the next.
  static func bytes(of directories: [TIFFDirectory]) -> [UInt8] {
    var tiff = TIFFWriter()
    tiff.writer.ascii("MM")
    tiff.writer.u16(42)
    var link = tiff.writer.count
    tiff.writer.u32(0)
    for directory in directories {
      tiff.pad()
      tiff.writer.patchU32(UInt32(tiff.writer.count), at: link)
      link = tiff.append(directory)
    }
    return tiff.writer.contents
  }

  /// Writes a directory with all that hangs on it and returns where its link to the next one stands.
  private mutating func append(_ directory: TIFFDirectory) -> Int {
    let entries = directory.values
    var deferred: [(position: Int, value: TIFFValue, bytes: [UInt8])] = []
    deferred.reserveCapacity(entries.count)
    writer.u16(UInt16(entries.count))
    for (tag, value) in entries {
      let (type, count, bytes) = value.encoded()
      writer.u16(tag)
      writer.u16(type)
      writer.u32(UInt32(count))
      if let bytes, bytes.count <= 4 {
        writer.bytes(bytes)
        writer.fill(count: 4 - bytes.count)
      } else {
        deferred.append((writer.count, value, bytes ?? []))
        writer.u32(0)
      }
    }
    let link = writer.count
    writer.u32(0)
    for (position, value, bytes) in deferred {
      pad()
      writer.patchU32(UInt32(writer.count), at: position)
      switch value {
      case .directory(let directory): _ = append(directory)  // a sub-directory has no next one
      case .directories(let directories): append(directories)
      case .offset(let data): writer.bytes(data)
      default: writer.bytes(bytes)
      }
    }
    return link
  }

  /// Writes sub-directories; several come with a list of where they begin before them.
  private mutating func append(_ directories: [TIFFDirectory]) {
    let list = writer.count
    if directories.count > 1 { writer.fill(count: 4 * directories.count) }
    for (index, directory) in directories.enumerated() {
      pad()
      if directories.count > 1 { writer.patchU32(UInt32(writer.count), at: list + 4 * index) }
      _ = append(directory)
    }
  }

  private mutating func pad() {
    if writer.count % 2 != 0 { writer.u8(0) }
  }
}

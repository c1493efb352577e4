import TestSupport

/// Tags of a file, as exiftool reads them: `Group:Tag` to value.
struct ExifReading {
  let values: [String: String]
  /// What `exiftool -validate` has against the file.
  let complaints: [String]

  init(of bytes: [UInt8], name: String = "still.jpg") throws {
    let folder = try TemporaryFolder()
    try folder.write(bytes, as: name)
    values = try ForeignTool.exiftool.run(["-a", "-u", "-G1", "-s", "-n", name], in: folder).lines
      .reduce(into: [:]) { values, line in
        // `[IFD0]          Make                            : livecam`
        let group = line.drop { $0 != "[" }.dropFirst().prefix { $0 != "]" }
        let rest = line.drop { $0 != "]" }.dropFirst().drop { $0 == " " }
        let tag = rest.prefix { $0 != " " && $0 != ":" }
        values["\(group):\(tag)"] = String(rest.drop { $0 != ":" }.dropFirst(2))
      }
    complaints = try ForeignTool.exiftool
      .run(["-validate", "-warning", "-error", "-a", "-s3", name], in: folder).lines.filter { $0 != "OK" }
  }
}

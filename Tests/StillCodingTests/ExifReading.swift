import Foundation

/// Tags of a file, as exiftool reads them: `Group:Tag` to value.
struct ExifReading {
  let values: [String: String]
  /// What `exiftool -validate` has against the file.
  let complaints: [String]

  init(of bytes: [UInt8]) throws {
    (values, complaints) = try withTemporaryFolder { folder in
      let file = folder.appendingPathComponent("still.jpg")
      try Data(bytes).write(to: file)
      let tool = try ForeignTool("exiftool")
      let listing = try tool.run(["-a", "-u", "-G1", "-s", "-n", file.path])
      var values: [String: String] = [:]
      for line in String(decoding: listing, as: UTF8.self).split(separator: "\n") {
        // `[IFD0]          Make                            : livecam`
        let group = line.drop { $0 != "[" }.dropFirst().prefix { $0 != "]" }
        let rest = line.drop { $0 != "]" }.dropFirst().drop { $0 == " " }
        let tag = rest.prefix { $0 != " " && $0 != ":" }
        values["\(group):\(tag)"] = String(rest.drop { $0 != ":" }.dropFirst(2))
      }
      let report = try tool.run(["-validate", "-warning", "-error", "-a", "-s3", file.path])
      let complaints = String(decoding: report, as: UTF8.self).split(separator: "\n").map(String.init)
      return (values, complaints.filter { $0 != "OK" })
    }
  }
}

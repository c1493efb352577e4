import KioskPages

/// The files of the pages, by their names: a fixed table, which is part of the program.
enum PageFiles {
  struct Page: Sendable {
    let contentType: String
    let bytes: [UInt8]
    let tag: String
  }

  static let pages: [String: Page] = {
    var pages: [String: Page] = [:]
    var number = 0
    while let page = kiosk_page_at(number)?.pointee {
      let bytes = Array(UnsafeBufferPointer(start: page.bytes, count: page.count))
      let name = String(cString: page.name)
      pages[name] = Page(contentType: contentType(of: name), bytes: bytes, tag: tag(of: bytes))
      number += 1
    }
    return pages
  }()

  /// Says which files there are: others have another.
  static let allTag: String = tag(of: pages.values.map(\.tag).sorted().joined().utf8)

  private static func contentType(of name: String) -> String {
    switch name.split(separator: ".").last {
    case "html": "text/html; charset=utf-8"
    case "css": "text/css; charset=utf-8"
    case "js": "text/javascript; charset=utf-8"
    case "json": "application/json; charset=utf-8"
    case "svg": "image/svg+xml"
    case "woff2": "font/woff2"
    case "wav": "audio/wav"
    case "webmanifest": "application/manifest+json"
    default: "application/octet-stream"
    }
  }

  /// A sum of bytes (FNV-1a) that tells versions of a page apart.
  private static func tag(of bytes: some Sequence<UInt8>) -> String {
    let sum = bytes.reduce(UInt64(0xcbf2_9ce4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    return String(sum, radix: 36)
  }
}

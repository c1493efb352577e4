import ByteCoding
import MediaCore
import TestSupport
import Testing

@testable import StillCoding

/// Property lists as Python writes them, and as nobody should.
@Suite struct PropertyListTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A list of objects put together by hand; offsets and references have a byte each unless said.
  private func list(
    _ objects: [[UInt8]], top: UInt64 = 0, count: UInt64? = nil, offsets: [UInt8]? = nil, table: UInt64? = nil,
    widths: (UInt8, UInt8) = (1, 1)
  ) -> [UInt8] {
    var bytes = Array("bplist00".utf8)
    var places: [UInt8] = []
    for object in objects {
      places.append(UInt8(truncatingIfNeeded: bytes.count))
      bytes += object
    }
    var writer = ByteWriter()
    writer.bytes(bytes + (offsets ?? places) + [0, 0, 0, 0, 0, 0, widths.0, widths.1])
    writer.u64(count ?? UInt64(objects.count))
    writer.u64(top)
    writer.u64(table ?? UInt64(bytes.count))
    return writer.contents
  }

  private func message(_ bytes: [UInt8]) throws -> String {
    do {
      _ = try PropertyListLocation.tellsPlace(bytes, kind: "com.apple.quicktime.test")
      return "read"
    } catch { return error.message }
  }

  private static let text: [UInt8] = [0x51, 0x61]

  @Test("numbers that contradict each other are damage, each with its own words")
  func hostileBinary() throws {
    let cases: [(bytes: [UInt8], words: String)] = [
      (list([[0xa1, 0x00]]), "which holds it"),
      (list([[0xa1, 0x01], [0xa1, 0x00]]), "which holds it"),
      (list([[0xd1, 0x01, 0x00], Self.text]), "which holds it"),
      (list([[0xa1, 0x05]]), "names object 5, which is not there"),
      (list([[0xd1, 0x01, 0x01], [0x08]]), "has a key that is no text"),
      (list([[0x08]], count: 1 << 40), "up to 250000"),
      (list([[0x08]], count: 200_000), "table of 200000 objects lies outside"),
      (list([[0x08]], count: .max), "up to 250000"),
      (list([[0x08]], count: 0), "table of 0 objects lies outside"),
      (list([[0x08]], top: 1), "lies outside"),
      (list([[0x08]], top: .max), "lies outside"),
      (list([[0x08]], table: .max), "lies outside"),
      (list([[0x08]], table: 2), "lies outside"),
      (list([[0x08]], widths: (0, 1)), "Its offsets have 0 bytes and its references 1"),
      (list([[0x08]], widths: (1, 9)), "Its offsets have 1 bytes and its references 9"),
      (list([[0x08]], offsets: [200]), "object 0 at byte 200"),
      (list([[0x08]], offsets: [0]), "object 0 at byte 0"),
      (list([[0x08], [0x09]], offsets: [8, 8]), "overlap at byte 8"),
      (list([[0x44, 1, 2, 3]]), "object 0 at byte 8"),
      (list([[0x4f, 0x13, 0x7f] + [UInt8](repeating: 0xff, count: 7)]), "object 0 at byte 8"),
      (list([[0xdf, 0x13, 0x80] + [UInt8](repeating: 0, count: 7)]), "object 0 at byte 8"),
      (list([[0x6f, 0x13, 0xff] + [UInt8](repeating: 0xff, count: 7)]), "object 0 at byte 8"),
      (list([[0x4f, 0x14] + [UInt8](repeating: 0, count: 16)]), "object 0 at byte 8"),
      (list([[0x4f]]), "object 0 at byte 8"),
      (list([[0x15] + [UInt8](repeating: 0, count: 32)]), "object 0 at byte 8"),
      (list([[0x72, 0x61, 0x62]]), "object 0 at byte 8"),
      (list([[0x62, 0x00, 0x61, 0x00]]), "object 0 at byte 8"),
      (Array("bplist00".utf8), "no end"),
      (Array("bplist15".utf8) + [UInt8](repeating: 0, count: 60), "the version '15'"),
      ([UInt8]("bplist00".utf8) + [UInt8](repeating: 0, count: 5 << 20), "are more than the"),
    ]
    for (bytes, words) in cases {
      let message = try message(bytes)
      #expect(message.contains(words), "\(words): \(message)")
    }
  }

  @Test("odd values that lists may have are read: numbers of 16 bytes, dates that are none, halves of characters")
  func oddValues() throws {
    let nan: [UInt8] = [0x33, 0x7f, 0xf8, 0, 0, 0, 0, 0, 0]
    let wide = [0x14] + [UInt8](repeating: 0xff, count: 16)
    let half: [UInt8] = [0x62, 0xd8, 0x00, 0x00, 0x61]
    let bytes = list([[0xa5, 1, 2, 3, 4, 5], nan, wide, half, [0x80, 7], [0xc0]])
    #expect(try PropertyListLocation.blanking(bytes, kind: "any") == bytes)
    #expect(try PropertyListLocation.tellsPlace(list([[0x22, 0x7f, 0x80, 0, 0]]), kind: "any") == false)
  }

  @Test("lists are as deep as 64 levels, and no deeper, whichever object comes first", arguments: [true, false])
  func depth(isTopFirst: Bool) throws {
    for (levels, words) in [(64, "read"), (65, "deeper than 64"), (180, "deeper than 64")] {
      let chain = (0..<levels).map { level -> [UInt8] in
        let isLast = isTopFirst ? level == levels - 1 : level == 0
        return isLast ? [0xa0] : [0xa1, UInt8(isTopFirst ? level + 1 : level - 1)]
      }
      let bytes = list(chain, top: isTopFirst ? 0 : UInt64(levels - 1), offsets: offsets(of: chain), widths: (2, 1))
      #expect(try message(bytes).contains(words), "\(levels)")
    }
  }

  private func offsets(of objects: [[UInt8]]) -> [UInt8] {
    var place = 8
    return objects.flatMap { object in
      defer { place += object.count }
      return [UInt8(place >> 8), UInt8(place & 0xff)]
    }
  }

  @Test("an object that many name is looked at once: twenty lists of eight each, 8 to the 20 ways")
  func shared() throws {
    let objects = (0..<20).map { level in
      [0xa8] + [UInt8](repeating: UInt8(level + 1), count: 8)
    }
    #expect(try message(list(objects + [[0x08]])) == "read")
  }

  @Test("names and texts that are places, and those that only look like it")
  func words() {
    for name in [
      "GPS", "{GPS}", "GPSLatitude", "latitude", "kCLLocationCodingKeyCoordinateLatitude", "Location", "City",
      "countryCode", "ISO6709", "placemark", "lat", "LNG", "SubLocality", "postalCode", "Altitude",
    ] { #expect(PlaceNames.containsWithAddresses(name), "\(name)") }
    for name in [
      "0", "k", "LinearImageSkinBased", "PeopleRatio", "FilmGrainSeed", "PortType", "SystemVersion", "CoreMotion",
      "geometry", "Preset", "relate", "platform", "faceplate", "long",
    ] { #expect(!PlaceNames.containsWithAddresses(name), "\(name)") }
    for text in [
      "+48.2082+016.3738/", "+48.2082+016.3738+171.250/", "-33.8+151.2/", " +48.2082+016.3738CRSWGS_84/\n",
      "geo:48.2,16.4", "{\"latitude\": 48.2}", "+48.2082-016.3738", "+27.5916+086.5640+8850CRSWGS_84/",
    ] { #expect(PropertyListLocation.isPlace(text: text), "\(text)") }
    for text in ["", "+", "+1", "18.5", "+1+2", "-1.5", "latitude", "2964.0.4", "a+1.5+2.5/", "+1.0/2.0"] {
      #expect(!PropertyListLocation.isPlace(text: text), "\(text)")
    }
  }

  @Test("entries go in both forms, and Python reads what is left", arguments: [true, false])
  func entries(isXML: Bool) throws {
    let value = """
      {'GPS': {'Latitude': 48.2, 'Longitude': 16.37}, 'gain': 48.2, 'City': 'Vienna', 'city2': 'x', 'n': 10**18,
       'list': [{'lat': 1.5, 'v': True}, '+48.2082+016.3738/', 'z\\u00fcri', datetime.datetime(2001, 1, 2)],
       **{'k%02d' % i: i / 8 for i in range(20)}, 'location': ['a', 'b'], 'shared': 'b'}
      """
    try PhotographicStyles.write(value, as: "a", isXML: isXML, in: folder)
    let bytes = try folder.read("a")
    let clean = try #require(try PropertyListLocation.blanking(bytes, kind: "any"))
    #expect(clean.count == bytes.count)
    #expect(try PropertyListLocation.tellsPlace(bytes, kind: "any") == true)
    #expect(try PropertyListLocation.tellsPlace(clean, kind: "any") == false)
    try folder.write(clean, as: "b")
    let text = try PhotographicStyles.text(of: "b", in: folder)
    for word in ["GPS", "Vienna", "lat", "+48", "location", "16.37"] {
      #expect(!text.contains(word), "\(word): \(text)")
    }
    for word in [
      "'gain': 48.2", "'city2': 'x'", "'v': True", "'züri'", "2001", "'k19': 2.375", "'shared': 'b'", "10000000",
    ] {
      #expect(text.contains(word), "\(word): \(text)")
    }
  }

  @Test("what lies between the objects of a list, or is named by none of them, goes")
  func gaps() throws {
    let place = Array("48.2082".utf8)
    let hidden = [0x57] + Array("Prater1".utf8)  // a text that nothing names
    var writer = ByteWriter()
    writer.bytes(Array("bplist00".utf8) + [0xd1, 1, 2, 0x51, 0x61] + place + [0x51, 0x62] + hidden)
    let table = UInt64(writer.count)
    writer.bytes([8, 11, 20, 22] + place + Array("16.37".utf8) + [0, 1, 1])
    for number in [4, 0, table] { writer.u64(number) }
    let bytes = writer.contents
    let clean = try #require(try PropertyListLocation.blanking(bytes, kind: "any"))
    #expect(try clean.count == bytes.count && PropertyListLocation.tellsPlace(clean, kind: "any") == false)
    for word in ["48.2", "16.37", "Prater"] { #expect(!clean.contains(subsequence: word), "\(word)") }
    try folder.write(clean, as: "b")
    #expect(try PhotographicStyles.text(of: "b", in: folder) == "{'a': 'b'}\n")
  }

  @Test("comments, instructions and texts between the values of XML go, and attributes are refused")
  func remarks() throws {
    let text = """
      <?xml version="1.0"?><!-- 48.1 --><plist version="1.0"><!-- 48.2 --><dict>48.3<key>a<!-- 48.4 --></key>
      <string>b</string><?at 48.5?><key>c</key><true><!-- 48.6 --></true><key>d</key><array>48.7</array>
      <key>e</key><real>1.5<!--48.8--></real></dict></plist><!-- 48.9 -->
      """
    let bytes = Array(text.utf8)
    let clean = try #require(try PropertyListLocation.blanking(bytes, kind: "any"))
    #expect(clean.count == bytes.count && !clean.contains(subsequence: "48."))
    try folder.write(clean, as: "b")
    #expect(try PhotographicStyles.text(of: "b", in: folder) == "{'a': 'b', 'c': True, 'd': [], 'e': 1.5}\n")
    let attribute = text.replacing("<string>", with: "<string at=\"48.2\">")
    #expect(try message(Array(attribute.utf8)).contains("has attributes"))
    let data = text.replacing("<string>b</string>", with: "<data>AQ<!---->ID</data>")
    #expect(try message(Array(data.utf8)).contains("hold something else"))
  }

  @Test("property lists in Apple's maker note are looked into, and those that cannot be read go with a word")
  func makerNote() throws {
    try PhotographicStyles.write(
      "{'City': 'Vienna', 'curve': b'\\x01\\x02', 'n': 7}", as: "a", isXML: false, in: folder)
    let list = try folder.read("a")
    for (value, isRead) in [(list, true), (Array(list.dropLast(9)), false)] {
      var note = ByteWriter()
      note.bytes(Array("Apple iOS".utf8) + [0, 0, 1])
      note.ascii("MM")
      note.u16(1)
      note.u16(0x0040)
      note.u16(7)
      note.u32(UInt32(value.count))
      note.u32(32)
      note.u32(0)
      note.bytes(value)
      let sample = TIFFSample(littleEndian: true)
      sample.image = [(0x010f, 2, Array("Apple".utf8) + [0])]
      sample.exif = [(0x927c, 7, note.contents)]
      let block = try #require(ExifBlock(sample.bytes))
      var editor = ExifEditor(block)
      try editor.removeLocation(depth: 0)
      #expect(editor.bytes.count == block.bytes.count && !editor.bytes.contains(subsequence: "Vienna"))
      #expect(editor.notes.contains { $0.contains("Tag 64") } != isRead, "\(editor.notes)")
      let left = try #require(editor.block?.appleMakerNote?.bytes.dropFirst(32))
      guard isRead else { continue }
      try folder.write(Array(left), as: "b")
      #expect(try PhotographicStyles.text(of: "b", in: folder) == "{'curve': b'\\x01\\x02', 'n': 7}\n")
    }
  }

  @Test("archives of objects about places are refused, others are read", arguments: [true, false])
  func archives(isXML: Bool) throws {
    let archive =
      "{'$archiver': 'NSKeyedArchiver', '$objects': ['$null', %, 48.2, 16.37], '$top': {}, '$version': 100000}"
    try PhotographicStyles.write(archive.replacing("%", with: "'latitude'"), as: "a", isXML: isXML, in: folder)
    #expect(try message(folder.read("a")).contains("archive of objects"))
    try PhotographicStyles.write(archive.replacing("%", with: "'gain'"), as: "b", isXML: isXML, in: folder)
    #expect(try message(folder.read("b")) == "read")
  }

  @Test("data inside of data are looked into, to a depth")
  func nesting() throws {
    for (depth, words) in [(3, "read"), (7, "deeper than 4 levels")] {
      let program = """
        import plistlib
        data = plistlib.dumps({'GPS': 48.2, 'v': 7}, fmt=plistlib.FMT_BINARY)
        for _ in range(\(depth)): data = plistlib.dumps({'d': data}, fmt=plistlib.FMT_BINARY)
        open('a', 'wb').write(data)
        """
      try ForeignTool.python.run(["-c", program], in: folder)
      let bytes = try folder.read("a")
      #expect(try message(bytes).contains(words))
      guard words == "read" else { continue }
      try folder.write(try #require(try PropertyListLocation.blanking(bytes, kind: "any")), as: "b")
      #expect(try PhotographicStyles.text(of: "b", in: folder) == "{'d': {'d': {'d': {'v': 7}}}}\n")
    }
  }

  @Test("XML that is no list, has entities, or lacks keys, is refused")
  func hostileXML() throws {
    func plist(_ body: String, _ head: String = "") -> [UInt8] {
      Array("<?xml version=\"1.0\"?>\(head)<plist version=\"1.0\">\(body)</plist>".utf8)
    }
    let bomb = "<!DOCTYPE plist [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]>"
    let deep = String(repeating: "<array>", count: 100) + String(repeating: "</array>", count: 100)
    let wide: [UInt8] = plist("<true/>").flatMap { (byte: UInt8) -> [UInt8] in [byte, 0] }
    let long = String(repeating: "a", count: 70_000)
    let cases: [(bytes: [UInt8], words: String)] = [
      (plist("<dict><key>a</key></dict>"), "lacks a value"),
      (plist("<dict><string>a</string><string>b</string></dict>"), "has no key"),
      (plist("<dict/><video/>"), "An element 'video'"), (plist("<string>&b;</string>", bomb), "no XML in UTF-8"),
      (plist(deep), "too deep"),
      (plist("<array>"), "no XML in UTF-8"),
      (plist("<string>\(long)</string>"), "is longer than"),
      (
        plist("<array/>", "<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" \"http://www.apple.com/x.dtd\">"),
        "read"
      ),
      ([0xef, 0xbb, 0xbf] + plist("<true/>"), "read"),
      ([0xff, 0xfe] + wide, "no XML in UTF-8"), ([0xfe, 0xff, 0] + wide.dropLast(), "no XML in UTF-8"),
    ]
    for (bytes, words) in cases {
      let message = try message(bytes)
      #expect(message.contains(words), "\(words): \(message)")
    }
  }

  @Test("every bit of a list turned, and every cut of it, ends in a list of its length or in an error")
  func damaged() throws {
    let value = "{'GPS': {'Latitude': 48.2}, 'a': [1, 'z\\u00fc', b'xy', True], 'n': ['+48.2+016.3/', 10**18]}"
    for isXML in [true, false] {
      try PhotographicStyles.write(value, as: "a", isXML: isXML, in: folder)
      let bytes = try folder.read("a")
      var (read, refused) = (0, 0)
      func attempt(_ bytes: [UInt8]) {
        do throws(CodingError) {
          let clean = try PropertyListLocation.blanking(bytes, kind: "any") ?? bytes
          #expect(clean.count == bytes.count)
          #expect(try (PropertyListLocation.blanking(clean, kind: "any") ?? clean) == clean)
          read += 1
        } catch { refused += 1 }
      }
      for place in bytes.indices {
        for bit in 0..<8 {
          var bytes = bytes
          bytes[place] ^= 1 << UInt8(bit)
          attempt(bytes)
        }
        attempt(Array(bytes[..<place]))
      }
      #expect(read > 100 && refused > 100, "\(read) \(refused)")
    }
  }
}

import ByteCoding
import Foundation
import TestSupport
import Testing

@testable import LivePhotoFiles
@testable import StillCoding

/// Ultra HDR: JPEGs with a gain map behind the picture.
@Suite(.foreignPrograms) struct GainMapTests {
  private let folder: TemporaryFolder
  private let files = LivePhotoFiles()

  init() throws { folder = try TemporaryFolder() }

  private func jpeg(_ size: String) throws -> [UInt8] {
    _ = try ForeignTool.ffmpeg.run([
      "-v", "error", "-y", "-f", "lavfi", "-i", "testsrc2=s=\(size)", "-frames:v", "1", folder.path("part.jpg"),
    ])
    return try folder.read("part.jpg")
  }

  private func segment(_ marker: UInt8, _ payload: [UInt8]) -> [UInt8] {
    [0xff, marker, UInt8((payload.count + 2) >> 8), UInt8((payload.count + 2) & 0xff)] + payload
  }

  private func xmp(_ attributes: String, _ contents: String = "") -> [UInt8] {
    segment(
      0xe1,
      Array("http://ns.adobe.com/xap/1.0/\0".utf8)
        + Array(
          """
          <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
          <rdf:Description rdf:about="" xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/" \(attributes)>\(contents)\
          </rdf:Description></rdf:RDF></x:xmpmeta>
          """.utf8))
  }

  private func big(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(value >> (24 - 8 * $0) & 0xff) } }

  /// The index of two pictures; CIPA DC-007.
  private func index(main: Int, map: Int, at offset: Int) -> [UInt8] {
    var tiff: [UInt8] = [0x4d, 0x4d, 0, 0x2a, 0, 0, 0, 8, 0, 3]
    tiff += [0xb0, 0, 0, 7, 0, 0, 0, 4] + Array("0100".utf8)
    tiff += [0xb0, 1, 0, 4, 0, 0, 0, 1, 0, 0, 0, 2]
    tiff += [0xb0, 2, 0, 7, 0, 0, 0, 32, 0, 0, 0, 50, 0, 0, 0, 0]
    tiff += [0x20, 3, 0, 0] + big(main) + big(0) + big(0) + big(0) + big(map) + big(offset) + big(0)
    return segment(0xe2, Array("MPF\0".utf8) + tiff)
  }

  /// A picture of 160x120 with a map of 80x60, listed by an index, by XMP, or both; `rest` follows it.
  private func ultraHDR(
    byIndex: Bool, byXMP: Bool, rest: [UInt8] = [], saying description: [UInt8]? = nil
  ) throws -> [UInt8] {
    let (picture, plain) = try (jpeg("160x120"), jpeg("80x60"))
    let description = description ?? xmp("hdrgm:Version=\"1.0\" hdrgm:GainMapMax=\"2.3\"")
    let map = Array(plain[..<2]) + description + Array(plain[2...])
    let video =
      rest.isEmpty
      ? ""
      : """
      <rdf:li rdf:parseType="Resource"><Container:Item Item:Semantic="MotionPhoto" Item:Mime="video/mp4" \
      Item:Length="\(rest.count)"/></rdf:li>
      """
    let list = """
      <Container:Directory xmlns:Container="http://ns.google.com/photos/1.0/container/" \
      xmlns:Item="http://ns.google.com/photos/1.0/container/item/"><rdf:Seq>\
      <rdf:li rdf:parseType="Resource"><Container:Item Item:Semantic="Primary" Item:Mime="image/jpeg"/></rdf:li>\
      <rdf:li rdf:parseType="Resource"><Container:Item Item:Semantic="GainMap" Item:Mime="image/jpeg" \
      Item:Length="\(map.count)"/></rdf:li>\(video)</rdf:Seq></Container:Directory>
      """
    let camera =
      rest.isEmpty ? "" : " xmlns:GCamera=\"http://ns.google.com/photos/1.0/camera/\" GCamera:MotionPhoto=\"1\""
    let packet = byXMP ? xmp("hdrgm:Version=\"1.0\"" + camera, list) : []
    let start = 2 + packet.count + 4
    let length = index(main: 0, map: 0, at: 0).count
    let main = picture.count + packet.count + (byIndex ? length : 0)
    let mpf = byIndex ? index(main: main, map: map.count, at: main - start - 4) : []
    return Array(picture[..<2]) + packet + mpf + Array(picture[2...]) + map + rest
  }

  @Test(
    "inspect lists the gain map of an Ultra HDR JPEG, however it is announced",
    arguments: [(true, true), (true, false), (false, true)])
  func listed(byIndex: Bool, byXMP: Bool) async throws {
    let path = try folder.write(try ultraHDR(byIndex: byIndex, byXMP: byXMP), as: "A.JPG")
    if byIndex {
      #expect(try ForeignTool.exiftool.run(["-s3", "-NumberOfImages", path]).lines == ["2"])
      let map = try ForeignTool.exiftool.run(["-b", "-MPImage2", path]).bytes
      #expect(map.starts(with: [0xff, 0xd8]), "the index is that of exiftool")
    }
    let report = try await files.inspect(path)
    #expect(report.still?.extras == ["gain map 80 × 60 (Ultra HDR)"], "\(report.lines)")
    #expect(report.notes.isEmpty)
  }

  /// What is said of a JPEG by a gain map's description.
  private func oddities(_ description: [UInt8]) throws -> [String] {
    let bytes = try ultraHDR(byIndex: true, byXMP: true, saying: description)
    return try StillFile.read(ArrayBytes(bytes, name: "A.JPG")).oddities(reading: true)
  }

  @Test("a gain map whose numbers cannot be is told, by Ultra HDR's words, and a map that changes nothing is right")
  func impossibleNumbers() throws {
    let most = "hdrgm:GainMapMax=\"2.3\""
    for (words, text) in [
      (most, nil), ("hdrgm:GainMapMax=\"0\" hdrgm:HDRCapacityMax=\"0\"", nil),
      ("\(most) hdrgm:HDRCapacityMin=\"0\" hdrgm:HDRCapacityMax=\"2.3\" hdrgm:Gamma=\"0.5\"", nil),
      ("\(most) hdrgm:Gamma=\"0\"", "has a gamma of 0.0"), ("\(most) hdrgm:Gamma=\"NaN\"", "the number 'NaN'"),
      ("\(most) hdrgm:GainMapMin=\"2.4\"", "by 2.4 stops at least, and by 2.3 at most"),
      ("hdrgm:GainMapMax=\"36.8\"", "by 36.8 stops, which no screen shows"),
      ("\(most) hdrgm:OffsetSDR=\"x\"", "'hdrgm:OffsetSDR'"),
      ("\(most) hdrgm:HDRCapacityMin=\"2\" hdrgm:HDRCapacityMax=\"2\"", "from 2.0 stops on, and in full from 2.0 on"),
      ("xmlns:a=\"http://ns.apple.com/HDRGainMap/1.0/\" a:HDRGainMapHeadroom=\"x.x\"", "has a headroom of 'x.x'"),
    ] as [(String, String?)] {
      let found = try oddities(xmp(words))
      #expect(text == nil ? found.isEmpty : found.count == 1 && found[0].contains(text ?? ""), "\(words): \(found)")
    }
    let seq = "<hdrgm:Gamma><rdf:Seq><rdf:li>1</rdf:li><rdf:li>-1</rdf:li><rdf:li>1</rdf:li></rdf:Seq></hdrgm:Gamma>"
    #expect(try oddities(xmp(most, seq)).contains { $0.contains("has a gamma of -1.0") })
  }

  @Test("a gain map whose numbers cannot be is told by ISO 21496-1, too, with one denominator or with many")
  func impossibleFields() throws {
    func fields(least: Int, most: Int, gamma: Int, isCommon: Bool) -> [UInt8] {
      let numbers = [0, 2, least, most, gamma, 0, 0]
      let body = isCommon ? big(1) + numbers.flatMap(big) : numbers.flatMap { big($0) + big(1) }
      return [0, 0, 0, 0, isCommon ? 8 : 0] + body
    }
    let name = Array("urn:iso:std:iso:ts:21496:-1\0".utf8)
    for isCommon in [false, true] {
      for (least, most, gamma, text) in [
        (-1, 2, 1, nil), (2, -1, 1, "by 2.0 stops at least, and by -1.0 at most"), (-1, 2, 0, "a gamma of 0.0"),
      ] as [(Int, Int, Int, String?)] {
        let fields = fields(least: least, most: most, gamma: gamma, isCommon: isCommon)
        let found = try oddities(segment(0xe2, name + fields))
        #expect(text == nil ? found.isEmpty : found.count == 1 && found[0].contains(text ?? ""), "\(found)")
        let problem = try #require(GainMapFields(toneMap: [0] + fields)).numbers?.problem
        #expect(text == nil ? problem == nil : problem?.contains(text ?? "") == true)
      }
      #expect(GainMapFields(toneMap: [0] + fields(least: 0, most: 1, gamma: 1, isCommon: isCommon).dropLast(1)) == nil)
    }
  }

  @Test("a gain map between picture and movie is found, stays in the clean still, and its loss is told")
  func withMovie() async throws {
    let pair = try SamplePair.good.get()
    let movie = try folder.write(pair.movie, as: "a.mov")
    _ = try ForeignTool.ffmpeg.run(["-v", "error", "-i", movie, "-map", "0:v", "-c", "copy", folder.path("a.mp4")])
    let whole = try ultraHDR(byIndex: true, byXMP: true, rest: folder.read("a.mp4"))
    let path = try folder.write(whole, as: "A.MP.jpg")
    let report = try await files.inspect(path)
    #expect(report.summary == "Motion Photo" && report.still?.extras == ["gain map 80 × 60 (Ultra HDR)"])
    var request = MotionPhotoRequest([path], output: folder.path("clean"))
    request.isStillOnly = true
    let clean = try await files.motionPhoto(request).files[0].path
    let after = try await files.inspect(clean)
    #expect(after.summary == "still" && after.still?.extras == report.still?.extras && after.notes.isEmpty)
    #expect(try ForeignTool.exiftool.run(["-b", "-MPImage2", clean]).bytes.starts(with: [0xff, 0xd8]))
    #expect(try ForeignTool.exiftool.run(["-a", "-s", "-XMP:all", clean]).text.contains("GainMap"))
    let end = try #require(Data(whole).range(of: Data([0xff, 0xd9])))
    let lost = try await files.inspect(try folder.write(whole[..<end.upperBound], as: "lost.jpg"))
    #expect(lost.notes.contains { $0.contains("announces a gain map, which is not in the file") }, "\(lost.lines)")
  }
}

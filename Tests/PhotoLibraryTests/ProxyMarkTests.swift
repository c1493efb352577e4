import ByteCoding
import StillCoding
import TestSupport
import Testing

@Suite struct ProxyMarkTests {
  private func read(_ bytes: [UInt8]) throws -> StillFile { try StillFile.read(ArrayBytes(bytes, name: "still")) }

  @Test("a marked still is known as one, others are not, and the picture is the same")
  func mark() throws {
    let still = try TinyPair.first.get().still
    #expect(!ProxyMark.isMarked(try read(still)))
    let proxy = try TinyPair.proxy(of: still)
    let reading = try read(proxy)
    #expect(ProxyMark.isMarked(reading))
    #expect(reading.contentIdentifier == TinyPair.firstIdentifier)
    #expect(firstDifference(try TinyPair.proxy(of: proxy), proxy) == nil)
    let folder = try TemporaryFolder()
    let path = try folder.write(proxy, as: "proxy.jpg")
    #expect(try ForeignTool.exiftool.run(["-xmp", "-b", path]).text.contains(ProxyMark.namespace))
    let pixels = ["-v", "error", "-f", "rawvideo", "-"]
    func decoded(_ path: String) throws -> [UInt8] {
      try ForeignTool.ffmpeg.run(["-v", "error", "-i", path] + pixels.dropFirst(2)).bytes
    }
    #expect(firstDifference(try decoded(path), try decoded(try folder.write(still, as: "still.jpg"))) == nil)
  }

  @Test("the mark joins what XMP there is; a packet that cannot be read is not touched")
  func existingPacket() throws {
    let still = try TinyPair.first.get().still
    func withPacket(_ text: String) -> [UInt8] {
      let payload = Array("http://ns.adobe.com/xap/1.0/".utf8) + [0] + Array(text.utf8)
      let length = payload.count + 2
      return [0xff, 0xd8, 0xff, 0xe1, UInt8(length >> 8), UInt8(length & 0xff)] + payload + still.dropFirst(2)
    }
    let packet =
      "<x:xmpmeta xmlns:x='adobe:ns:meta/'><r:RDF xmlns:r='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>"
      + "<r:Description r:about='' xmlns:dc='http://purl.org/dc/elements/1.1/' dc:format='image/jpeg'/></r:RDF></x:xmpmeta>"
    let proxy = try TinyPair.proxy(of: withPacket(packet))
    #expect(ProxyMark.isMarked(try read(proxy)))
    let folder = try TemporaryFolder()
    let path = try folder.write(proxy, as: "proxy.jpg")
    #expect(try ForeignTool.exiftool.run(["-s3", "-XMP-dc:Format", path]).lines == ["image/jpeg"])
    for broken in ["<x:xmpmeta>", "text", "<a/>"] {
      #expect(throws: (any Error).self) { try TinyPair.proxy(of: withPacket(broken)) }
    }
    // Something else's property of the same name is not the mark.
    let alike = packet.replacing("dc:format='image/jpeg'", with: "dc:DeferredPhotoProxy='1'")
    #expect(!ProxyMark.isMarked(try read(withPacket(alike))))
  }
}

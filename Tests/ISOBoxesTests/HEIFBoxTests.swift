import ByteCoding
import Foundation
import TestSupport
import Testing

@testable import ISOBoxes

struct HEIFBoxTests {
  @Test("the boxes of pictures come out as they went in, phones' too")
  func lossless() throws {
    let paths = LivePhotoFixtures.paths(".heic")
    #expect(!paths.isEmpty)
    for path in paths {
      let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
      let boxes = try BoxDecoder.boxes(in: bytes, context: .pictureFile)
      var writer = ByteWriter(capacity: bytes.count)
      for box in boxes { writer.bytes(try box.encoded()) }
      #expect(firstDifference(writer.contents, bytes) == nil, "\(path)")
      let meta = try #require(boxes.first(ListBox.self, "meta"))
      let dump = meta.dump()
      for box in ["pitm", "iinf", "infe", "iref", "iloc", "ipma", "ispe", "hvcC"] {
        #expect(dump.contains("'\(box)'"), "\(path): \(box)")
      }
    }
  }

  @Test("every box comes back from its bytes, in each of its versions")
  func roundTrips() throws {
    var wideList = ListBox(
      "iref", [HEIFItemReferenceBox("cdsc", itemID: 70_000, targets: [80_000], isWide: true)])
    wideList.header.version = 1
    var wideIDs = HEIFPropertyAssociationBox(
      entries: [
        .init(itemID: 70_000, properties: [.init(index: 300, isEssential: true), .init(index: 5, isEssential: false)])
      ])
    wideIDs.header = VersionAndFlags(version: 1, flags: 1)
    var primary = HEIFPrimaryItemBox(itemID: 1)
    primary.header.version = 1
    primary.itemID = 70_000
    var wide = HEIFItemLocationBox(
      header: VersionAndFlags(version: 2),
      entries: [.init(itemID: 70_000, method: 2, baseOffset: 1 << 40, extents: [.init(index: 2, offset: 3, length: 4)])]
    )
    wide.widths = 0x8888
    var bare = HEIFItemLocationBox(
      header: VersionAndFlags(), entries: [.init(itemID: 1, baseOffset: 77, extents: [.init(offset: 0, length: 0)])])
    bare.widths = 0x0040
    let children: [any Box] = [
      HEIFPrimaryItemBox(itemID: 3), primary, wide, bare, HEIFItemDataBox(contents: [1, 2, 3]),
      ListBox(
        "iinf",
        [
          HEIFItemInfoBox(itemID: 1, itemType: "hvc1"),
          HEIFItemInfoBox(itemID: 2, itemType: "mime", isHidden: true, contentType: "application/rdf+xml"),
        ]),
      ListBox("iref", [HEIFItemReferenceBox("dimg", itemID: 1, targets: [2, 3])]), wideList,
      ContainerBox(
        "iprp",
        [
          ContainerBox(
            "ipco",
            [
              HEIFSpatialExtentsBox(width: 4032, height: 3024), HEIFTransformBox("irot", 3),
              HEIFTransformBox("imir", 1),
              HEIFPixelInformationBox(bitsPerChannel: [8, 8, 8]),
              HEIFAuxiliaryTypeBox(name: "urn:mpeg:hevc:2015:auxid:1"),
              CodecConfigurationBox("hvcC", record: [1, 2]), UnknownBox(type: "clli", payload: [0, 203, 0, 64]),
            ]), wideIDs,
          HEIFPropertyAssociationBox(entries: [.init(itemID: 1, properties: [.init(index: 1, isEssential: true)])]),
        ]),
      ContainerBox("grpl", [HEIFEntityGroupBox(type: "altr", groupID: 67, entityIDs: [68, 46])]),
    ]
    let bytes = try ListBox("meta", children).encoded()
    let box = try #require(try BoxDecoder.boxes(in: bytes, context: .pictureFile).first as? ListBox)
    #expect(try box.encoded() == bytes)
    let locations = box.children.all(HEIFItemLocationBox.self)
    #expect(locations.map(\.entries) == [wide.entries, bare.entries])
    #expect(box.children.all(ListBox.self).last?.children.first(HEIFItemReferenceBox.self)?.targets == [80_000])
    let info = try #require(box.first(ListBox.self, "iinf")?.children.all(HEIFItemInfoBox.self).last)
    #expect(info.isHidden && info.contentType == "application/rdf+xml" && info.contentEncoding == nil)
    let tables = box.children.containers("iprp").flatMap { $0.children.all(HEIFPropertyAssociationBox.self) }
    #expect(
      tables.map(\.entries) == [wideIDs.entries, [.init(itemID: 1, properties: [.init(index: 1, isEssential: true)])]])
  }

  @Test("counts and widths that the bytes do not bear out are refused")
  func refuses() throws {
    func error(_ payload: [UInt8], _ type: String) -> BoxError.Code? {
      let inner = [0, 0, 0, UInt8(payload.count + 8)] + Array(type.utf8) + payload
      let bytes = [0, 0, 0, UInt8(inner.count + 12)] + Array("meta".utf8) + [0, 0, 0, 0] + inner
      do throws(BoxError) { _ = try BoxDecoder.boxes(in: bytes, context: .pictureFile) } catch { return error.code }
      return nil
    }
    // 65 535 items without a byte of theirs.
    #expect(error([0, 0, 0, 0, 0x44, 0, 0xff, 0xff], "iloc") == .truncated)
    // Offsets of three bytes.
    #expect(error([0, 0, 0, 0, 0x34, 0, 0, 0], "iloc") == .invalidValue)
    // 65 535 runs of no bytes each.
    #expect(error([0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0xff, 0xff], "iloc") == .invalidValue)
    // Two items announced, none there.
    #expect(error([0, 0, 0, 0, 0, 2], "iinf") == .sizeMismatch)
    #expect(error([0, 0, 0, 0, 0, 1], "ispe") == nil, "properties are known in their own place only")
  }
}
